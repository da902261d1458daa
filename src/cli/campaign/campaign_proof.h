#pragma once

#include "cli/shared/commands.h"

namespace halfturn::cli {

void add_export_command(CLI::App& campaign, Session& session);
void add_proof_verify_command(CLI::App& campaign, Session& session);

}  // namespace halfturn::cli

#pragma once

#include "cli/shared/session.h"
#include "halfturn/coset.h"

namespace halfturn::cli {

/// The engine, with the session's tables and instruction set.
Result<CosetSolver> open_coset_solver(Session& session);

}  // namespace halfturn::cli

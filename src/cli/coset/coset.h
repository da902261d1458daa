#pragma once

#include "cli/shared/session.h"
#include "front/campaign_text.h"
#include "front/json.h"
#include "halfturn/coset.h"

namespace halfturn::cli {

/// A coset solver with the session's tables and instruction set.
Result<CosetSolver> open_coset_solver(Session& session);

}  // namespace halfturn::cli

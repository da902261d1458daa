#pragma once

#include "cli/shared/json.h"
#include "cli/shared/session.h"
#include "halfturn/coset.h"

namespace halfturn::cli {

/// A coset solver with the session's tables and instruction set.
Result<CosetSolver> open_coset_solver(Session& session);

inline nlohmann::ordered_json level_json(const CosetLevel& level) {
  return {{"depth", level.depth},
          {"probes", level.probes},
          {"new", or_null(level.fresh)},
          {"total", or_null(level.total)},
          {"exact", level.exact},
          {"search_s", level.search_seconds},
          {"prepass_s", level.prepass_seconds}};
}

}  // namespace halfturn::cli

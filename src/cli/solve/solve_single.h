#pragma once

#include "cli/shared/session.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

/// Solves one cube, beginning at once.
///
/// A long search wants its tables in memory, but a copy takes a third of a second, or several where the disk
/// is slow, and most searches end sooner. So the search begins on the mapped tables; if it is not over soon,
/// the tables are copied meanwhile, and the search is done again from its beginning on the copies. That
/// changes no answer, and `options.time` counts from the beginning of the first search, copy included.
Result<SolveResult> solve_at_once(Session& session, const Cube& cube, const SolveOptions& options,
                                  Metric metric);

/// Whether the search came to its end, rather than to that of its time or to a stop.
bool is_complete(const SolveResult& result, const SolveOptions& options);

}  // namespace halfturn::cli

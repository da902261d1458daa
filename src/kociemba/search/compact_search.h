#pragma once

#include <span>

#include "kociemba/search/phase1_search.h"

namespace halfturn {

/// No way home of more moves of H than this is looked for with compact tables, after `outer` moves outside
/// phase 2. Their bounds for phase 2 are weak: twelve moves take a tenth of a millisecond, each one more some
/// six times as long, and it is quicker to try another way into H. Only where there are few of these, near H,
/// more is looked for.
constexpr int longest_compact_phase2(Metric metric, int outer) {
  const bool is_near = outer <= 5;
  if (metric == Metric::half) return is_near ? 14 : 11;
  return is_near ? 17 : 14;
}

/// The search of Phase1SearchFunction, for compact tables. Ways home of more than longest_compact_phase2()
/// are not tried.
template <Metric metric>
void search_phase1_compact(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                           Phase1SearchSink& sink);

}  // namespace halfturn

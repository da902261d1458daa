#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cover/problem.h"
#include "halfturn/run.h"

namespace halfturn {

/// How many steps made the cover that comes with the library. `kind` must not be `all`.
constexpr std::uint64_t usual_cover_steps(CoverKind kind) {
  return kind == CoverKind::plain ? 20'000'000'000 : 2'000'000'000;
}

struct CoverSearchOptions {
  CoverKind kind = CoverKind::plain;  ///< not `all`
  std::uint64_t seed = 1;
  /// Proposals in all, else usual_cover_steps(). The result depends on it, not on the machine.
  std::optional<std::uint64_t> steps;
  /// Plain: so many steps, above zero, make a beginning, with its share of the refining at the end.
  std::uint64_t steps_of_beginning = 125'000'000;
  /// Plain: of so many beginnings, above zero, one is refined for long.
  std::size_t beginnings_of_finalist = 20;
};

struct FoundCover {
  std::vector<bool> chosen;  ///< by class; always a cover, if only that of all classes
  std::uint64_t cost = 0;
  bool stopped = false;  ///< before all steps were done
};

/// Searches for a cheap cover: covers of whole groups of classes, or of groups and parts of them, are
/// searched for and refined class by class. Plain: see search_plain_cover(). With inverses: one after the
/// other, each from what was learned from the refinement of those before; uses one thread. The result does
/// not depend on the number of threads.
FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run);

}  // namespace halfturn

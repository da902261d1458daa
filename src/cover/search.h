#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.h"
#include "halfturn/run.h"

namespace halfturn {

struct CoverSearchOptions {
  CoverKind kind = CoverKind::plain;  ///< not `all`
  std::uint64_t seed = 1;
  std::uint64_t steps = 4'000'000'000;  ///< proposals in all; the result depends on it, not on the machine
};

struct FoundCover {
  std::vector<bool> chosen;  ///< by class; always a cover, if only that of all classes
  std::uint64_t cost = 0;
  bool stopped = false;  ///< before all steps were done
};

/// Searches for a cheap cover. Plain: covers of whole groups are searched for, and from each outlines are
/// searched for and refined in turn; at last the best is refined for long. With inverses: outlines are
/// searched for and refined in turn, and each refinement adds to what the next outline may consist of. Uses
/// one thread.
FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run);

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <vector>

#include "halfturn/cover.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

/// How many positions of the whole cube are exactly so many moves from solved.
namespace halfturn {

/// Each level takes some 13 times the work of the last; of the coset H, all ways are held at once: 0.5 GB for
/// 9 levels, six to seven times as much for one more.
inline constexpr int kMostLevels = 10;

struct LevelCounts {
  std::vector<std::uint64_t> positions;  ///< by distance, 0 .. depth
  std::uint64_t cosets = 0;              ///< after symmetry, as many as the cover has
  std::uint64_t near_cosets = 0;         ///< of these, how many have a position within the depth
  std::uint64_t sequences = 0;           ///< ways into H that were walked to their end
};

/// Counts the levels 0 .. depth, at most kMostLevels: searches every coset of the cover to the depth and adds
/// up what each of them stands for.
///
/// The cover may be of any kind: of each position, or of its inverse, at least one of the three axes must
/// have a chosen class; a position with none would not be counted. The counts do not depend on the number of
/// threads. An Error where the depth is out of range, or where the caller asked to stop: cosets that were not
/// reached then leave every level short, so there is nothing worth returning.
Result<LevelCounts> count_levels(const Phase1Table& table, const Cover& cover, int depth, const Run& run);

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <vector>

#include "halfturn/cover.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

/// How many positions of the whole cube there are at each distance from solved.
namespace halfturn {

/// Each level takes some 13 times the work of the one before. All sequences found in one coset are held at
/// once; in H that takes 0.5 GB for 9 levels, and six to seven times as much for one more.
inline constexpr int kMostLevels = 10;

struct LevelCounts {
  std::vector<std::uint64_t> positions;  ///< by distance, 0 .. depth
  std::uint64_t cosets = 0;              ///< up to symmetry: size() of the cover
  std::uint64_t near_cosets = 0;         ///< of these, how many have a position within the depth
  std::uint64_t sequences = 0;           ///< ways into H that were found
};

/// Counts the levels 0 .. depth, at most kMostLevels: searches every coset of the cover to the depth and adds
/// up the positions that each of them stands for.
///
/// The cover may be of any kind, but must be one: a position without a chosen class along any of its axes or
/// its inverse's would not be counted. The counts do not depend on the number of threads. An Error where the
/// depth is out of range, or where a stop was requested: every level would lack the positions of the cosets
/// that were not searched.
Result<LevelCounts> count_levels(const Phase1Table& table, const Cover& cover, int depth, const Run& run);

}  // namespace halfturn

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/cube.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// The number of placements of a corner. A placement is 3 * place + twist.
inline constexpr int kCornerPlacements = 3 * kCornerCount;

/// A set of placements, a bit each.
using PlacementSet = std::uint32_t;
inline constexpr PlacementSet kAnyPlacement = (PlacementSet{1} << kCornerPlacements) - 1;

constexpr std::size_t placement_of(std::uint8_t corner_byte) {
  return 3u * (corner_byte & 15u) + (corner_byte >> PieceState::kTurnShift);
}

/// All ways to place the eight corners, each with a set of allowed placements: no two in one place, the
/// twists adding up to a multiple of 3, the permutation of the given parity. Counted by the places that the
/// first corners take, not one by one: there may be 44,089,920.
class CornerArrangements {
 public:
  CornerArrangements(const std::array<PlacementSet, kCornerCount>& allowed, bool odd);

  std::uint64_t count() const { return ways_[kAllPlaces][odd_ ? 1 : 0]; }

  /// Writes arrangement `number`, which is below count(), into the corners of a state.
  void place(std::uint64_t number, PieceState& state) const;

 private:
  static constexpr std::size_t kAllPlaces = (1u << kCornerCount) - 1;

  std::array<PlacementSet, kCornerCount> allowed_;
  bool odd_;
  // By set of places, n of them: in how many ways the first n corners take them, by 2 * (sum of twists modulo
  // 3) + parity.
  std::array<std::array<std::uint64_t, 6>, kAllPlaces + 1> ways_{};
};

}  // namespace halfturn::stage

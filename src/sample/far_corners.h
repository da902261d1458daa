#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sample/corner_arrangements.h"
#include "sample/slot_tables.h"
#include "stage/pattern/arrangement.h"

namespace halfturn::stage {

/// For every position of a cross and of slot 0's edge: the placements of the slot's corner for which cross
/// and slot together are at least a given distance from home. None for crosses of an unwanted length. 24 MB.
class FarCorners {
 public:
  /// The bytes of the four cross edges and of the slot's edge.
  using Edges = std::array<std::uint8_t, 5>;

  FarCorners(const NibbleTable& crosses, LengthSet cross_lengths, const NibbleTable& slots,
             int least_distance);

  /// Whether there is a placement for this cross, with the slot's edge anywhere.
  bool any(const Edges& edges) const { return any_[cross(edges)] != 0; }
  PlacementSet at(const Edges& edges) const { return far_[cross(edges) * kEdgeBytes + edges[4]]; }

 private:
  static constexpr std::size_t kEdgeBytes = 32;

  /// A number for the cross.
  std::size_t cross(const Edges& edges) const {
    std::size_t places = 0;
    std::size_t flips = 0;
    for (std::size_t e = 0; e < 4; ++e) {
      places |= (edges[e] & 15u) << (4 * e);
      flips |= static_cast<std::size_t>(edges[e] >> PieceState::kTurnShift) << e;
    }
    return crosses_.rank(places) * 16 + flips;
  }

  Arrangements crosses_{kEdgeCount, 4};
  std::vector<PlacementSet> far_;
  std::vector<std::uint8_t> any_;  // by cross
};

}  // namespace halfturn::stage

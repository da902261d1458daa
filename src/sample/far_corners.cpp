#include "sample/far_corners.h"

#include <algorithm>

#include "stage/pattern/exact_table.h"

namespace halfturn::stage {

namespace {

FarCorners::Edges edges_of(const PieceState& state) {
  FarCorners::Edges edges;
  std::copy_n(state.byte.begin() + kFirstCrossEdge, edges.size(), edges.begin());
  return edges;
}

}  // namespace

FarCorners::FarCorners(const NibbleTable& crosses, LengthSet cross_lengths, const NibbleTable& slots,
                       int least_distance)
    : far_(crosses_.count() * 16 * kEdgeBytes), any_(crosses_.count() * 16) {
  for_each_state(slots.space(), slots.content(), ~LengthSet{0} << least_distance,
                 [&](const PieceState& state, int) {
                   const Edges edges = edges_of(state);
                   far_[cross(edges) * kEdgeBytes + edges[4]] |=
                       PlacementSet{1} << placement_of(state.byte[kFirstSlotCorner]);
                   any_[cross(edges)] = 1;
                 });
  for_each_state(crosses.space(), crosses.content(), ~cross_lengths, [&](const PieceState& state, int) {
    const std::size_t unwanted = cross(edges_of(state));
    std::fill_n(far_.begin() + static_cast<std::ptrdiff_t>(unwanted * kEdgeBytes), kEdgeBytes,
                PlacementSet{0});
    any_[unwanted] = 0;
  });
}

}  // namespace halfturn::stage

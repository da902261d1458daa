#include "optimal/h_views.h"

#include "halfturn/symmetry.h"

namespace halfturn::optimal {

namespace {

/// The pieces after turning the whole solved cube.
PlacedPieces turned(Symmetry rotation) {
  const detail::SymmetryAction& action = detail::action_of(rotation);
  PlacedPieces pieces = PlacedPieces::of(Cube());
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    pieces.byte[action.edge_place[p]] = PlacedPieces::pack(static_cast<int>(p), action.edge_offset[p]);
  for (std::size_t p = 0; p < kCornerCount; ++p)
    pieces.byte[PlacedPieces::kCorners + action.corner_place[p]] =
        PlacedPieces::pack(static_cast<int>(p), action.corner_offset[p]);
  return pieces;
}

}  // namespace

std::array<HViews::View, 3> HViews::make_views() {
  std::array<View, 3> views{};
  for (std::size_t axis = 0; axis < views.size(); ++axis) {
    const Symmetry up = axis_to_ud(static_cast<int>(axis));
    views[axis] = {.back = turned(up.inverse()), .turn = turned(up)};
  }
  return views;
}

}  // namespace halfturn::optimal

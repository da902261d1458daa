#include "stage/pattern/pattern.h"

#include <algorithm>
#include <bit>

namespace halfturn::stage {

namespace {

/// Whether no edge is flipped, where quarter turns of this axis flip: 2 for F and B, as in a Cube, 1 for R
/// and L.
bool all_oriented(const PieceState& state, int axis) {
  // After a quarter turn about U, the faces R and L are where F and B were.
  const PieceState as_counted =
      axis == 2 ? state : PortableOps::seen(state, kBottomSymmetries[static_cast<std::size_t>(kQuarterTurn)]);
  return std::ranges::all_of(as_counted.byte.begin(), as_counted.byte.begin() + kEdgeCount,
                             [](std::uint8_t edge) { return edge >> PieceState::kTurnShift == 0; });
}

}  // namespace

bool agree(const PieceState& a, const PieceState& b, PieceMask pieces) {
  for (; pieces != 0; pieces &= pieces - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(pieces));
    if (a.byte[piece] != b.byte[piece]) return false;
  }
  return true;
}

PieceMask seen(PieceMask pieces, const BottomSymmetry& bottom_symmetry) {
  PieceMask result = 0;
  for (std::size_t i = 0; i < 32; ++i)
    if ((pieces >> ((i & 16) + bottom_symmetry.source[i]) & 1) != 0) result |= piece_bit(i);
  return result;
}

bool implies(const Goal& goal, const BottomSymmetry& bottom_symmetry, const Goal& weaker) {
  if ((weaker.pieces & ~seen(goal.pieces, bottom_symmetry)) != 0) return false;
  if (weaker.oriented_axis != 0) {
    if (goal.oriented_axis == 0) return false;
    const auto face = static_cast<Face>(goal.oriented_axis);  // R or F
    if (axis_of(bottom_symmetry.symmetry(face)) != weaker.oriented_axis) return false;
  }
  return std::ranges::all_of(goal.ends, [&](const PieceState& end) {
    const PieceState image = PortableOps::seen(end, bottom_symmetry);
    return std::ranges::any_of(
        weaker.ends, [&](const PieceState& allowed) { return agree(image, allowed, weaker.pieces); });
  });
}

bool is_reached(const PieceState& state, const Goal& goal) {
  return std::ranges::any_of(goal.ends,
                             [&](const PieceState& end) { return agree(state, end, goal.pieces); }) &&
         (goal.oriented_axis == 0 || all_oriented(state, goal.oriented_axis));
}

}  // namespace halfturn::stage

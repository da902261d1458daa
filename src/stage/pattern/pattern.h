#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// A set of pieces: edges are bits 0 .. 11, corners bits 16 .. 23, as in the bytes of a PieceState.
using PieceMask = std::uint32_t;

constexpr PieceMask piece_bit(std::size_t piece) {
  return PieceMask{1} << piece;
}
inline constexpr PieceMask kCrossEdges = 0xF0;
inline constexpr PieceMask kBottomCorners = PieceMask{0xF0} << 16;

/// What has to stand where: some pieces, and the positions that satisfy the goal as far as these pieces go.
/// The bottom is D.
struct Goal {
  PieceMask pieces = 0;
  /// All edges must be oriented too: such that no quarter turn of F and B (axis 2) or R and L (axis 1) is
  /// needed to bring them home. 0: it does not matter.
  int oriented_axis = 0;
  /// A position reaches the goal when its pieces stand as in one of these.
  std::vector<PieceState> ends;
};

/// Whether a position that reaches `goal`, seen through this symmetry, also reaches `weaker`: then the
/// distance to `weaker` is a lower bound for the distance to `goal`.
bool implies(const Goal& goal, const BottomSymmetry& bottom_symmetry, const Goal& weaker);

/// Whether the two states agree on these pieces.
bool agree(const PieceState& a, const PieceState& b, PieceMask pieces);

/// Whether the position has reached the goal.
bool is_reached(const PieceState& state, const Goal& goal);

/// The pieces as they are called after a bottom symmetry.
PieceMask seen(PieceMask pieces, const BottomSymmetry& bottom_symmetry);

/// How a table holds its distances.
enum class Packing : std::uint8_t {
  nibbles,       ///< the distance itself, two to a byte
  modulo_three,  ///< its remainder by 3, five to a byte: enough where the distance of a neighbour is known
};

/// A goal that a table of all distances is made for, and how the table is laid out.
struct Pattern {
  std::string name;
  std::string purpose;
  Goal goal;
  /// The edges whose places choose a row of the table: at most four, of the bottom and the middle layer.
  PieceMask row_edges = kCrossEdges;
  Packing packing = Packing::modulo_three;
  bool large = false;  ///< built only when asked for by name
};

}  // namespace halfturn::stage

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// A set of pieces, by their bytes in a PieceState: edges are bits 0 .. 11, corners bits 16 .. 23.
using PieceMask = std::uint32_t;
inline constexpr int kFirstCornerBit = 16;
inline constexpr PieceMask kEveryEdge = 0xFFF;

constexpr PieceMask piece_bit(std::size_t piece) {
  return PieceMask{1} << piece;
}
inline constexpr PieceMask kCrossEdges = 0xF0;
inline constexpr PieceMask kBottomCorners = PieceMask{0xF0} << 16;

/// A goal: some pieces, and the states of these pieces that reach it. The bottom is D.
struct Goal {
  PieceMask pieces = 0;
  /// If not 0, all edges must be oriented too: no quarter turn of F and B (axis 2) or of R and L (axis 1) is
  /// needed to bring them home.
  int oriented_axis = 0;
  /// A position reaches the goal if its pieces are as in one of these.
  std::vector<PieceState> ends;
};

/// Whether the image of every position that reaches `goal` reaches `weaker`. Then the distance of a
/// position's image to `weaker` is a lower bound for its distance to `goal`.
bool implies(const Goal& goal, const BottomSymmetry& bottom_symmetry, const Goal& weaker);

/// Whether the two states agree on these pieces.
bool agree(const PieceState& a, const PieceState& b, PieceMask pieces);

/// Whether the position reaches the goal.
bool is_reached(const PieceState& state, const Goal& goal);

/// The pieces' names after a bottom symmetry.
PieceMask seen(PieceMask pieces, const BottomSymmetry& bottom_symmetry);

/// How a table stores its distances.
enum class Packing : std::uint8_t {
  nibbles,       ///< the distance itself, two to a byte
  modulo_three,  ///< modulo 3, five to a byte: enough if the distance of a neighbour is known
};

/// A goal with a table of all distances to it, and the layout of that table.
struct Pattern {
  std::string name;
  std::string purpose;
  Goal goal;
  /// The edges whose places select a row of the table: at most four, of the bottom and middle layers.
  PieceMask row_edges = kCrossEdges;
  Packing packing = Packing::modulo_three;
  bool large = false;  ///< built only when asked for by name
};

}  // namespace halfturn::stage

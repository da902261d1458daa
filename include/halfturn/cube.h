#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "halfturn/geometry.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

namespace halfturn {

/// A piece and how it is turned in its place. Corner twist 0 .. 2: the piece's first sticker is on the
/// place's sticker with that number. Edge flip 0 or 1, likewise.
struct PlacedPiece {
  int piece = 0;
  int turn = 0;
  friend constexpr bool operator==(PlacedPiece, PlacedPiece) = default;
};

using PlacedCorners = std::array<PlacedPiece, kCornerCount>;
using PlacedEdges = std::array<PlacedPiece, kEdgeCount>;

/// A position of the cube relative to its centres: which piece is where, and how it is turned.
///
/// Always reachable by turning faces. A value type of 20 bytes; `a * b` is the position after moves that take
/// solved to a, then moves that take solved to b.
class Cube {
 public:
  constexpr Cube();  ///< solved

  /// The position with these pieces, place by place. An Error says which piece is missing or present twice,
  /// or which law (edge flip, corner twist, permutation parity) is broken.
  static Result<Cube> from_pieces(const PlacedCorners& corners, const PlacedEdges& edges);

  static constexpr const Cube& of(Move move);  ///< the position after one move from solved

  constexpr PlacedPiece corner_at(int place) const {
    return unpack(corners_[static_cast<std::size_t>(place)]);
  }
  constexpr PlacedPiece edge_at(int place) const { return unpack(edges_[static_cast<std::size_t>(place)]); }

  constexpr void apply(Move move) { *this = *this * of(move); }
  constexpr Cube after(Move move) const { return *this * of(move); }
  Cube after(const Moves& moves) const;

  constexpr Cube inverse() const;
  constexpr bool is_solved() const { return *this == Cube(); }

  /// The same position seen through a symmetry: place s(p) holds piece s(q) where place p held piece q.
  /// Takes products to products, and the position of a move m to that of s(m).
  constexpr Cube seen_through(Symmetry symmetry) const;

  /// A hash that is the same on every machine.
  std::uint64_t hash() const;

  friend constexpr Cube operator*(const Cube& first, const Cube& then);
  friend constexpr bool operator==(const Cube&, const Cube&) = default;

 private:
  // One byte per place: the piece in the low four bits, its turn above.
  static constexpr std::uint8_t pack(int piece, int turn) {
    return static_cast<std::uint8_t>(piece | turn << 4);
  }
  static constexpr PlacedPiece unpack(std::uint8_t byte) { return {byte & 15, byte >> 4}; }
  static constexpr Cube turned_face(Face face);

  std::array<std::uint8_t, kCornerCount> corners_{};
  std::array<std::uint8_t, kEdgeCount> edges_{};

  friend struct MoveCubes;
};

constexpr Cube::Cube() {
  for (int p = 0; p < kCornerCount; ++p) corners_[static_cast<std::size_t>(p)] = pack(p, 0);
  for (int p = 0; p < kEdgeCount; ++p) edges_[static_cast<std::size_t>(p)] = pack(p, 0);
}

constexpr Cube operator*(const Cube& first, const Cube& then) {
  Cube result;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const std::uint8_t moved = then.corners_[p];
    const int sum = first.corners_[moved & 15] + (moved & 0x30);
    result.corners_[p] = static_cast<std::uint8_t>(sum >= 0x30 ? sum - 0x30 : sum);
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const std::uint8_t moved = then.edges_[p];
    result.edges_[p] = static_cast<std::uint8_t>(first.edges_[moved & 15] ^ (moved & 0x10));
  }
  return result;
}

constexpr Cube Cube::inverse() const {
  Cube result;
  for (int p = 0; p < kCornerCount; ++p) {
    const PlacedPiece c = corner_at(p);
    result.corners_[static_cast<std::size_t>(c.piece)] = pack(p, (3 - c.turn) % 3);
  }
  for (int p = 0; p < kEdgeCount; ++p) {
    const PlacedPiece e = edge_at(p);
    result.edges_[static_cast<std::size_t>(e.piece)] = pack(p, e.turn);
  }
  return result;
}

constexpr Cube Cube::seen_through(Symmetry symmetry) const {
  const detail::SymmetryAction& action = detail::action_of(symmetry);
  Cube result;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const auto [piece, twist] = corner_at(static_cast<int>(p));
    const auto q = static_cast<std::size_t>(piece);
    // The piece's first sticker lies on sticker `twist` of p. Follow both through the symmetry.
    const int lies_on = action.corner_offset[p] + (symmetry.is_reflection() ? 3 - twist : twist);
    result.corners_[action.corner_place[p]] =
        pack(action.corner_place[q], (lies_on + 3 - action.corner_offset[q]) % 3);
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [piece, flip] = edge_at(static_cast<int>(p));
    const auto q = static_cast<std::size_t>(piece);
    result.edges_[action.edge_place[p]] =
        pack(action.edge_place[q], (flip + action.edge_offset[p] + action.edge_offset[q]) % 2);
  }
  return result;
}

/// One clockwise quarter turn: the pieces of that layer go where the rotation of the whole cube takes them.
constexpr Cube Cube::turned_face(Face face) {
  using enum Face;
  constexpr std::array<Symmetry, 3> kQuarter = {Symmetry::y(), Symmetry::x(), Symmetry::z()};
  const Symmetry about_axis = kQuarter[static_cast<std::size_t>(axis_of(face))];
  const bool positive = static_cast<int>(face) < 3;
  const detail::SymmetryAction& action = detail::action_of(positive ? about_axis : about_axis.inverse());
  Cube result;
  for (std::size_t p = 0; p < kCornerCount; ++p)
    for (Face f : kCornerFaces[p])
      if (f == face)
        result.corners_[action.corner_place[p]] = pack(static_cast<int>(p), action.corner_offset[p]);
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    for (Face f : kEdgeFaces[p])
      if (f == face) result.edges_[action.edge_place[p]] = pack(static_cast<int>(p), action.edge_offset[p]);
  return result;
}

struct MoveCubes {
  std::array<Cube, kMoveCount> cube{};
  constexpr MoveCubes() {
    for (std::size_t face = 0; face < kFaceCount; ++face) {
      const Cube quarter = Cube::turned_face(static_cast<Face>(face));
      Cube turned = quarter;
      for (std::size_t i = 0; i < 3; ++i, turned = turned * quarter) cube[3 * face + i] = turned;
    }
  }
};

inline constexpr MoveCubes kMoveCubes;

constexpr const Cube& Cube::of(Move move) {
  return kMoveCubes.cube[static_cast<std::size_t>(move.index())];
}

}  // namespace halfturn

template <>
struct std::hash<halfturn::Cube> {
  std::size_t operator()(const halfturn::Cube& cube) const noexcept {
    return static_cast<std::size_t>(cube.hash());
  }
};

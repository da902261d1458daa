#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <type_traits>

#include "halfturn/cube.h"

/// A cube as a list of its pieces, each a list of the faces on which its stickers lie. Shares only the names
/// of the pieces with the library, so that it can check what is computed with coordinates and tables.
namespace halfturn::reference {

/// Where the stickers of one piece lie, in the order of kCornerFaces or kEdgeFaces. A piece is solved when
/// each sticker lies on the face it is named after.
using Corner = std::array<Face, 3>;
using Edge = std::array<Face, 2>;

/// A sticker of a piece that was taken off the cube; no turn moves it.
inline constexpr Face kOff{255};

struct Pieces {
  std::array<Corner, kCornerCount> corners = kCornerFaces;
  std::array<Edge, kEdgeCount> edges = kEdgeFaces;

  static Pieces of(const Cube& cube);

  bool corner_solved(int i) const { return corner(i) == kCornerFaces[static_cast<std::size_t>(i)]; }
  bool edge_solved(int i) const { return edge(i) == kEdgeFaces[static_cast<std::size_t>(i)]; }
  const Corner& corner(int i) const { return corners[static_cast<std::size_t>(i)]; }
  const Edge& edge(int i) const { return edges[static_cast<std::size_t>(i)]; }
  Corner& corner(int i) { return corners[static_cast<std::size_t>(i)]; }
  Edge& edge(int i) { return edges[static_cast<std::size_t>(i)]; }

  void turn(Face face, int quarters);  ///< quarters 0 .. 3, clockwise
  void turn(Move move) { turn(move.face(), move.quarters()); }
  void turn(const Moves& moves) {
    for (Move move : moves) turn(move);
  }

  friend bool operator==(const Pieces&, const Pieces&) = default;
};

/// Where a quarter turn of `turned`, clockwise, takes a sticker that lies on the face `from` in the turned
/// layer.
Face carried(Face turned, Face from);

/// One piece after a clockwise turn by `quarters` (0 .. 3); it moves if one of its stickers lies on `face`.
Corner turned(Corner corner, Face face, int quarters);
Edge turned(Edge edge, Face face, int quarters);

}  // namespace halfturn::reference

template <>
struct std::hash<halfturn::reference::Pieces> {
  std::size_t operator()(const halfturn::reference::Pieces& pieces) const noexcept {
    static_assert(std::has_unique_object_representations_v<halfturn::reference::Pieces>);
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(&pieces), sizeof pieces});
  }
};

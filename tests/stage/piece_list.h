#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <type_traits>

#include "halfturn/cube.h"

/// A cube as a list of its pieces, each a list of the faces on which its stickers lie. Shares nothing with
/// the library but the names of the pieces, and so can judge what is computed with coordinates and tables.
namespace halfturn::reference {

/// Where the stickers of one piece lie, in the order in which kCornerFaces or kEdgeFaces names them. A piece
/// is solved when each lies on the face that it is named after.
using Corner = std::array<Face, 3>;
using Edge = std::array<Face, 2>;

/// The stickers of a piece that has been taken off the cube: no turn moves them.
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

/// The face on which a sticker that lies on `from` comes to lie when the layer of `turned` that it belongs to
/// is turned a quarter clockwise.
Face carried(Face turned, Face from);

/// One piece alone after a turn by `quarters` (0 .. 3): it moves when one of its stickers lies on `face`.
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

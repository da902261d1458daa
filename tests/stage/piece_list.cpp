#include "stage/piece_list.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace halfturn::reference {
namespace {

using enum Face;

/// The four faces around each face (U R F D L B), clockwise as seen from outside.
constexpr std::array<std::array<Face, 4>, kFaceCount> kClockwise = {{
    {F, L, B, R},
    {U, B, D, F},
    {U, R, D, L},
    {F, R, B, L},
    {U, F, D, B},
    {U, L, D, R},
}};

template <class Piece>
Piece turned_piece(Piece piece, Face face, int quarters) {
  if (std::ranges::find(piece, face) == piece.end()) return piece;
  for (int q = 0; q < quarters; ++q)
    for (Face& sticker : piece) sticker = carried(face, sticker);
  return piece;
}

}  // namespace

Face carried(Face turned, Face from) {
  const std::array<Face, 4>& around = kClockwise[static_cast<std::size_t>(turned)];
  for (std::size_t i = 0; i < 4; ++i)
    if (around[i] == from) return around[(i + 1) % 4];
  return from;  // the turned face itself
}

Corner turned(Corner corner, Face face, int quarters) {
  return turned_piece(corner, face, quarters);
}

Edge turned(Edge edge, Face face, int quarters) {
  return turned_piece(edge, face, quarters);
}

void Pieces::turn(Face face, int quarters) {
  for (Corner& corner : corners) corner = turned_piece(corner, face, quarters);
  for (Edge& edge : edges) edge = turned_piece(edge, face, quarters);
}

Pieces Pieces::of(const Cube& cube) {
  Pieces pieces;
  for (int place = 0; place < kCornerCount; ++place) {
    const auto [piece, twist] = cube.corner_at(place);
    for (std::size_t k = 0; k < 3; ++k)
      pieces.corner(piece)[k] =
          kCornerFaces[static_cast<std::size_t>(place)][(k + static_cast<std::size_t>(twist)) % 3];
  }
  for (int place = 0; place < kEdgeCount; ++place) {
    const auto [piece, flip] = cube.edge_at(place);
    for (std::size_t k = 0; k < 2; ++k)
      pieces.edge(piece)[k] =
          kEdgeFaces[static_cast<std::size_t>(place)][(k + static_cast<std::size_t>(flip)) % 2];
  }
  return pieces;
}

}  // namespace halfturn::reference

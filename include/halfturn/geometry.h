#pragma once

#include <array>
#include <cstdint>

#include "halfturn/move.h"

/// The places of a cube. Everything else (moves, symmetries, facelets) is derived from these lists.
namespace halfturn {

inline constexpr int kCornerCount = 8;
inline constexpr int kEdgeCount = 12;
inline constexpr int kFaceletCount = 54;

/// The corner places, each with its faces clockwise as seen from outside, U or D first.
/// A piece has the number of its home place.
inline constexpr std::array<std::array<Face, 3>, kCornerCount> kCornerFaces = {{
    {Face::U, Face::R, Face::F},
    {Face::U, Face::F, Face::L},
    {Face::U, Face::L, Face::B},
    {Face::U, Face::B, Face::R},
    {Face::D, Face::F, Face::R},
    {Face::D, Face::L, Face::F},
    {Face::D, Face::B, Face::L},
    {Face::D, Face::R, Face::B},
}};

/// The edge places: four of the U layer, four of the D layer, four between them (the slice). The first face
/// is U or D where there is one, else F or B; an edge is flipped when its first sticker is not on the first
/// face.
inline constexpr std::array<std::array<Face, 2>, kEdgeCount> kEdgeFaces = {{
    {Face::U, Face::R},
    {Face::U, Face::F},
    {Face::U, Face::L},
    {Face::U, Face::B},
    {Face::D, Face::R},
    {Face::D, Face::F},
    {Face::D, Face::L},
    {Face::D, Face::B},
    {Face::F, Face::R},
    {Face::F, Face::L},
    {Face::B, Face::L},
    {Face::B, Face::R},
}};

/// Edges from this number on have their home in the slice between U and D.
inline constexpr int kFirstSliceEdge = 8;

/// Index of each corner sticker in a 54-letter facelet string (faces URFDLB, each row by row, seen from
/// outside with U above, except that U is seen with B above and D with F above). Same order as kCornerFaces.
inline constexpr std::array<std::array<std::uint8_t, 3>, kCornerCount> kCornerFacelets = {{
    {8, 9, 20},
    {6, 18, 38},
    {0, 36, 47},
    {2, 45, 11},
    {29, 26, 15},
    {27, 44, 24},
    {33, 53, 42},
    {35, 17, 51},
}};

/// The same for the edges.
inline constexpr std::array<std::array<std::uint8_t, 2>, kEdgeCount> kEdgeFacelets = {{
    {5, 10},
    {7, 19},
    {3, 37},
    {1, 46},
    {32, 16},
    {28, 25},
    {30, 43},
    {34, 52},
    {23, 12},
    {21, 41},
    {50, 39},
    {48, 14},
}};

/// Index of the centre of a face in a facelet string.
constexpr int centre_facelet(Face face) {
  return 9 * static_cast<int>(face) + 4;
}

}  // namespace halfturn

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/geometry.h"
#include "halfturn/symmetry.h"

/// Names of pieces, and faults of a set of pieces. Shared by all readers of positions.
namespace halfturn::detail {

/// The places in the order of a piece list: UF UR UB UL DF DR DB DL FR FL BR BL, UFR URB UBL ULF DRF DFL DLB
/// DBR.
inline constexpr std::array<int, kEdgeCount> kListedEdges = {1, 0, 3, 2, 5, 4, 7, 6, 8, 9, 11, 10};
inline constexpr std::array<int, kCornerCount> kListedCorners = {0, 3, 2, 1, 4, 5, 6, 7};

/// The sticker of a corner place that letter i of its name stands for. kCornerFaces goes clockwise from U or
/// D; the usual names (UFR, URB, ..) go the other way round.
inline constexpr std::array<std::size_t, 3> kCornerNameOrder = {0, 2, 1};

constexpr char letter_of(Face face) {
  return "URFDLB"[static_cast<std::size_t>(face)];
}

/// The face with this capital letter.
constexpr std::optional<Face> face_of_letter(char32_t letter) {
  for (int f = 0; f < kFaceCount; ++f)
    if (static_cast<char32_t>(letter_of(static_cast<Face>(f))) == letter) return static_cast<Face>(f);
  return std::nullopt;
}

enum class PieceType { edge, corner };

constexpr const char* type_name(PieceType type) {
  return type == PieceType::edge ? "edge" : "corner";
}

/// The usual name of a place, and of the piece whose home it is.
std::string piece_name(PieceType type, int place);

/// The piece that the stickers of a place show, or what is wrong with them.
struct ReadPiece {
  enum class Fault {
    none,
    equal,     ///< stickers `first` and `second` have the same colour
    opposite,  ///< stickers `first` and `second` have the colours of opposite faces
    mirror,    ///< a corner's three colours, the wrong way round
  };
  Fault fault = Fault::none;
  std::size_t first = 0;
  std::size_t second = 0;
  PlacedPiece placed;  ///< valid if there is no fault
};

/// Which edge shows these colours on the stickers of a place, in the order of kEdgeFaces.
ReadPiece read_edge(const std::array<Face, 2>& colours);
/// Which corner shows these colours on the stickers of a place, in the (clockwise) order of kCornerFaces.
ReadPiece read_corner(const std::array<Face, 3>& colours);

/// Whether it takes an odd number of swaps to put the pieces in order. Each piece must be there once.
bool takes_odd_swaps(std::span<const PlacedPiece> placed);

/// One piece in two places.
struct PieceClash {
  PieceType type = PieceType::edge;
  int piece = 0;
  int first_place = 0;
  int second_place = 0;
  std::vector<int> missing;  ///< every piece of that type that is in no place
};

/// The first piece that is in two places, going through the places in the given order. Numbers must be in
/// range.
std::optional<PieceClash> find_clash(PieceType type, std::span<const PlacedPiece> placed,
                                     std::span<const int> order);

/// The error for a clash, without a place in the text. Names places as the cube is held, and pieces by their
/// colours, which are `orientation.inverse()` of their home faces.
Error clash_error(const PieceClash& clash, Symmetry orientation = {});

}  // namespace halfturn::detail

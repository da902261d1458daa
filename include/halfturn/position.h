#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/notation.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

/// Positions as text: facelets, piece lists, or the moves that make them.
namespace halfturn {

enum class PositionKind { facelets, pieces, moves };

const char* to_string(PositionKind kind);  ///< "facelets", "pieces", "moves"

/// A cube as somebody holds it.
struct Position {
  Cube cube;             ///< faces named by where they are, as MoveSequence::position says
  Symmetry orientation;  ///< the rotation that brought the cube from white-up-green-front to how it is held
  PositionKind kind = PositionKind::moves;  ///< how it was written
};

/// The cube with white up and green in front, colours named by the centres: undoes the orientation that
/// rotations and wide moves of a scramble have left.
Cube by_colour(const Position& position);

/// Which kind of text this is, judged by its shape alone; it may still have errors. Near misses count as what
/// they were meant to be, so that the error message fits:
///   - pieces: at least three words in four are two or three letters of faces on different axes (in either
///     case), and ten different pieces are among them
///   - facelets: 50 to 58 characters in which six letters appear four times or more, or three letters follow
///     the same letter (UU); or 30 to 120 characters with both. At most three of them may be digits, primes,
///     brackets or one of w x y z M E S, and at most a quarter neither those nor letters.
///   - moves: everything else, the empty text included
/// White space and comments do not count. So moves are taken for facelets only if they are as long and almost
/// free of primes and numbers, which no real sequence is; parse_moves reads even that. Likewise for pieces.
PositionKind recognise_position(std::string_view text);

/// Whether a text is all that was given or was cut out of a longer one, such as a line of a file.
enum class TextExtent { whole, part };

/// Reads any of the three kinds; the empty text is the solved cube. One byte order mark at the beginning of a
/// whole text is passed over; any other is a mistake, also one at the beginning of a part.
Result<Position> parse_position(std::string_view text, TextExtent extent = TextExtent::whole);

/// 54 letters in the order U1..U9 R1..R9 F1..F9 D1..D9 L1..L9 B1..B9, capital or small: each the face whose
/// colour is there, or W R G Y O B for the colours themselves, or ? where one is unknown. White space and
/// // comments are ignored. The cube may be held in any of the 24 ways, as its centres show; the position is
/// the one that its holder sees, every colour renamed after the face on which its centre lies. Colours may be
/// arranged in any way; where no rotation of white-up-green-front explains them, the orientation is the
/// identity. Unknown facelets are filled in if only one possible cube has the known ones.
///
/// Each fault has its own message: characters, length, a colour not nine times, centres that no rotation
/// explains, a piece that does not exist, is missing or present twice (edges before corners), a flipped edge,
/// a twisted corner, two pieces swapped. The first in this order is reported, with its place in the text,
/// except that the last three and the colour counts concern the whole cube and have none. The hint names
/// nearby possible cubes if they are few.
Result<Position> parse_facelets(std::string_view text);

/// A possible cube near facelets that are not possible.
struct FaceletRepair {
  std::string what;  ///< "exchange U4 and F2", "turn the R face's reading by a quarter clockwise"
  Position position;
};

/// The possible cubes that differ from these facelets by one mistake of a camera or a person: one face's
/// reading turned, one facelet misread, two exchanged; if there is none, those with the fewest turned faces.
/// Empty for facelets that are possible, have unknown ones, or are no facelets.
std::vector<FaceletRepair> nearest_positions(std::string_view text);

/// Twenty pieces, for the places UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR in this
/// order; each names the piece that is there, its stickers in the order of the place's letters, in capitals.
/// White space separates them, // comments are ignored. There are no centres: the orientation is always the
/// identity.
Result<Position> parse_pieces(std::string_view text);

/// The inverses of these. `orientation` must be a rotation; the facelets are those of the cube as it is held,
/// centres included: for every text that parse_facelets accepts, format_facelets(cube, orientation) is that
/// text without white space and comments.
std::string format_facelets(const Cube& cube, Symmetry orientation = {});
std::string format_pieces(const Cube& cube);

}  // namespace halfturn

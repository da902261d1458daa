#pragma once

#include <string>
#include <string_view>

#include "halfturn/cube.h"
#include "halfturn/notation.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

/// Positions as text: facelets, piece lists, or the moves that make them.
namespace halfturn {

enum class PositionKind { facelets, pieces, moves };

/// A cube as somebody holds it.
struct Position {
  Cube cube;             ///< faces named by where they are, as MoveSequence::position says
  Symmetry orientation;  ///< the rotation that brought the cube from white-up-green-front to how it is held
  PositionKind kind = PositionKind::moves;  ///< how it was written
};

/// The cube as it would be if its holder had kept white up and green in front: colours go by the centres.
/// What rotations and wide moves at the end of a scramble do to its orientation is taken back.
Cube by_colour(const Position& position);

/// Which kind of text this is, judged by its shape alone; it may still be wrong in its details. Near misses
/// count as what they were meant to be, so that the error speaks of that:
///   - pieces: at least three words in four are two or three letters of faces on different axes (in either
///     case), and ten different pieces are among them
///   - facelets: 50 to 58 characters, where six letters appear four times or more, or where three letters
///     stand beside their like (UU); or 30 to 120 characters with both. At most three of them digits, primes,
///     brackets or one of w x y z M E S, and at most a quarter neither those nor letters.
///   - moves: everything else, the empty text included
/// White space and comments do not count. So a sequence of moves is taken for facelets only if it is as long
/// as they are and all but free of primes and numbers, which no real one is; parse_moves reads even that. For
/// pieces likewise.
PositionKind recognise_position(std::string_view text);

/// Reads any of the three kinds; the empty text is the solved cube.
Result<Position> parse_position(std::string_view text);

/// 54 letters in the order U1..U9 R1..R9 F1..F9 D1..D9 L1..L9 B1..B9, each the face whose colour is there, in
/// capitals. White space and // comments are ignored. The centres may be those of a cube held in another of
/// the 24 ways; the position is then the one that its holder sees, every colour renamed after the face on
/// which its centre lies. Every way in which such a text can be wrong has its own message: characters,
/// length, a colour not nine times, centres that no rotation explains, a piece that does not exist, is
/// missing or twice, a flipped edge, a twisted corner, two pieces swapped. They are looked for in this order,
/// and the first is reported. Where a place in the text is to blame it is given; the last three and the
/// colour counts speak of the cube as a whole, and have none.
Result<Position> parse_facelets(std::string_view text);

/// Twenty pieces, for the places UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR in this
/// order; each names the piece that stands there, its stickers in the order of the place's letters, in
/// capitals. White space separates them, // comments are ignored. There are no centres: the orientation is
/// always the identity.
Result<Position> parse_pieces(std::string_view text);

/// The opposite directions. With an orientation (a rotation), the facelets of the cube as it is held, centres
/// included: for every text that parse_facelets accepts, format_facelets(cube, orientation) is that text
/// without white space and comments.
std::string format_facelets(const Cube& cube, Symmetry orientation = {});
std::string format_pieces(const Cube& cube);

}  // namespace halfturn

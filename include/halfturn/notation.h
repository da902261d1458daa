#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

/// Move sequences as people and research programs write them.
namespace halfturn {

/// Face turns, and how the cube is held after them.
struct MoveSequence {
  Moves moves;           ///< relative to centres that never move
  Symmetry orientation;  ///< the net rotation of the whole cube, from wide moves and slices too

  /// The position of a solved cube afterwards, as its holder sees it: faces are named by where they are now.
  /// "U x" brings the turned layer to the back, so this is the position of "B".
  Cube position() const { return Cube().after(moves).seen_through(orientation); }
};

/// The longest sequence that parse_moves accepts: face turns after repeats are expanded; a rotation counts as
/// one too. Also the largest repeat count.
inline constexpr std::size_t kMaxParsedMoves = 1'000'000;

/// Reads a move sequence in UTF-8. Accepted, with or without white space between moves:
///   - U R F D L B; then an amount: nothing, 1, 2 or 3, and a prime (' or a typographic one) before or after
///     it: R2' and R'2 are R2, R3' is R. A space between a move and its amount is an error.
///   - wide moves Uw Rw .. and u r f d l b; slices M (as L turns), E (as D), S (as F); rotations x y z
///   - (A B C)3 repeats, (A B C)' undoes, both at once (A B C)2'; brackets nest up to 100 deep and may be
///     empty
///   - [A, B] is the commutator A B A' B', [A: B] the conjugate A B A'; both nest and take amounts likewise
///   - // starts a comment that runs to the end of the line
/// Wide moves, slices and rotations become face turns in a frame that turns with the rotations. A repeat
/// repeats the text, so each pass starts in the frame that the last one reached; an undone bracket undoes its
/// rotations as well. (R U)x2 is the group and then the rotation x2, not a repeat. The length of the text and
/// kMaxParsedMoves bound time and memory. An Error (bad_input) gives line and column and says what would be
/// right.
Result<MoveSequence> parse_moves(std::string_view text);

enum class Notation {
  wca,      ///< R U2 F'
  numeric,  ///< R1U2F3
};

/// The sequence as text; empty for no moves.
std::string format_moves(const Moves& moves, Notation notation = Notation::wca);

/// A rotation as its shortest text of x, y, z turns ("x", "y2", "x z'"), empty for the identity; of equally
/// short texts, the one that begins with the earliest letter. `rotation` must not be a reflection.
std::string format_rotation(Symmetry rotation);

Moves inverse(const Moves& moves);

/// The moves as seen through a symmetry, move by move.
Moves seen_through(const Moves& moves, Symmetry symmetry);

/// Joins turns of one face with at most turns of the opposite face between them, drops those that cancel, and
/// repeats until nothing changes. Of two opposite faces turned together, U, R or F comes first.
Moves cancelled(const Moves& moves);

/// Every order of the turns of opposite faces that follow each other, the given one first. All of them do the
/// same. `moves` is as cancelled() leaves it, so such turns are two at most; n pairs have 2^n orders.
std::vector<Moves> all_orders(const Moves& moves);

struct MoveCount {
  int half_turn = 0;     ///< every face turn counts as one
  int quarter_turn = 0;  ///< a half turn counts as two
  int slice_turn = 0;    ///< as half_turn, but neighbours that turn one slice (R L', F2 B2) count as one
  friend bool operator==(const MoveCount&, const MoveCount&) = default;
};

MoveCount count_moves(const Moves& moves);

}  // namespace halfturn

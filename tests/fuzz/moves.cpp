#include "fuzz/fuzz.h"
#include "halfturn/notation.h"

using namespace halfturn;
using fuzz::hold;

// Repeats make millions of moves of a few bytes; these are read, but not looked at any further.
constexpr std::size_t kMostToCheck = 2000;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const Result<MoveSequence> read = parse_moves(text);
  if (!read) {
    fuzz::hold_typed(read.error(), text);
    hold((read.error().line == 0) == (read.error().column == 0), "a place has a line and a column");
    return 0;
  }
  const Moves& moves = read->moves;
  hold(moves.size() <= kMaxParsedMoves, "no text makes more moves than are allowed");
  hold(!read->orientation.is_reflection(), "no text mirrors the cube");
  if (moves.size() > kMostToCheck) return 0;

  for (const Notation notation : {Notation::wca, Notation::numeric}) {
    const Result<MoveSequence> again = parse_moves(format_moves(moves, notation));
    hold(again.ok() && again->moves == moves, "what is written can be read again");
    hold(again->orientation == Symmetry(), "face turns do not turn the whole cube");
  }
  const Result<MoveSequence> rotation = parse_moves(format_rotation(read->orientation));
  hold(rotation.ok() && rotation->moves.empty() && rotation->orientation == read->orientation,
       "a rotation that is written can be read again");
  hold(Cube().after(moves).after(inverse(moves)) == Cube(), "the inverse undoes the moves");
  const Moves shorter = cancelled(moves);
  hold(shorter.size() <= moves.size() && Cube().after(shorter) == Cube().after(moves),
       "cancelling moves changes nothing else");
  return 0;
}

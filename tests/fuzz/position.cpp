#include "halfturn/position.h"

#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

namespace {

/// `text` was read as `position`: what is written of it gives it again.
void hold_position(const Position& position) {
  hold(!position.orientation.is_reflection(), "no text mirrors the cube");
  const Result<Position> facelets = parse_position(format_facelets(position.cube, position.orientation));
  hold(facelets.ok() && facelets->kind == PositionKind::facelets && facelets->cube == position.cube &&
           facelets->orientation == position.orientation,
       "facelets that are written can be read again");
  const Result<Position> pieces = parse_position(format_pieces(position.cube));
  hold(pieces.ok() && pieces->kind == PositionKind::pieces && pieces->cube == position.cube,
       "pieces that are written can be read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const PositionKind kind = recognise_position(text);
  const Result<Position> any = parse_position(text);
  if (any) hold(any->kind == kind, "a position is of the kind that it was taken for");
  for (const Result<Position>& read : {any, parse_facelets(text), parse_pieces(text)}) {
    if (read) {
      hold_position(*read);
    } else {
      fuzz::hold_typed(read.error(), text);
      hold((read.error().line == 0) == (read.error().column == 0), "a place has a line and a column");
    }
  }
  return 0;
}

#include "front/position_input.h"

#include <fmt/core.h>

#include <optional>

#include "base/text.h"
#include "front/without_count.h"
#include "halfturn/notation.h"

namespace halfturn {

namespace {

/// Nobody writes so many moves without a blank, a prime or a number among them.
constexpr std::size_t kFewestCut = 18;

/// A text of one word that has this many letters of faces and nothing else.
std::size_t letters_of_one_word(std::string_view text) {
  base::WordReader words(text);
  const std::optional<base::Word> word = words.next();
  if (!word || words.next()) return 0;
  const bool is_all = word->text.find_first_not_of("URFDLB") == std::string_view::npos;
  return is_all ? word->text.size() : 0;
}

}  // namespace

Result<Position> read_position(std::string_view text, InputKind kind, TextExtent extent) {
  if (kind == InputKind::automatic) {
    if (const std::size_t letters = letters_of_one_word(text);
        letters >= kFewestCut && recognise_position(text) == PositionKind::moves)
      return Error{
          ErrorKind::bad_input,
          fmt::format("{} letters of faces and nothing else: moves, or facelets that were cut off?", letters),
          "facelets are 54; between moves, leave blanks", 1, 1};
    return parse_position(without_count(text), extent);
  }
  if (extent == TextExtent::part && text.starts_with(base::kByteOrderMark))
    return base::never_text_error(base::kByteOrderMarkCode, {});
  switch (kind) {
    case InputKind::facelets:
      return parse_facelets(text);
    case InputKind::pieces:
      return parse_pieces(text);
    default:
      break;
  }
  const Result<MoveSequence> sequence = parse_moves(without_count(text));
  if (!sequence) return sequence.error();
  return Position{sequence->position(), sequence->orientation, PositionKind::moves};
}

}  // namespace halfturn

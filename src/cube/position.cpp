#include "halfturn/position.h"

#include <array>
#include <optional>

#include "base/text.h"
#include "cube/pieces.h"

namespace halfturn {
namespace {

using base::TextReader;
using base::Word;

/// The faces that a word names, one bit each, if it has two or three letters of faces on different axes.
unsigned faces_of_piece(std::string_view word) {
  if (word.size() != 2 && word.size() != 3) return 0;
  unsigned faces = 0;
  unsigned axes = 0;
  for (char letter : word) {
    const auto face = detail::face_of_letter(base::capital(static_cast<unsigned char>(letter)));
    if (!face || (axes >> axis_of(*face) & 1u) != 0) return 0;
    axes |= 1u << axis_of(*face);
    faces |= 1u << static_cast<unsigned>(*face);
  }
  return faces;
}

bool looks_like_pieces(std::string_view text) {
  constexpr int kFewestDifferent = 10;
  std::array<bool, 64> seen{};
  std::size_t words = 0;
  std::size_t pieces = 0;
  int different = 0;
  base::WordReader reader(text);
  for (; const std::optional<Word> word = reader.next(); ++words) {
    const unsigned faces = faces_of_piece(word->text);
    if (faces == 0) continue;
    ++pieces;
    if (!seen[faces]) ++different;
    seen[faces] = true;
  }
  return different >= kFewestDifferent && 4 * pieces >= 3 * words;
}

/// Only letters of colours and unknown facelets, G and O among them several times: no move has those letters.
bool looks_like_colours(std::string_view text) {
  constexpr int kOften = 3;
  int green = 0;
  int orange = 0;
  base::WordReader words(text);
  while (const std::optional<Word> word = words.next())
    for (const char letter : word->text) {
      const char32_t capital = base::capital(static_cast<unsigned char>(letter));
      if (letter != '?' && (capital >= 0x80 || std::string_view("WRGYOB").find(static_cast<char>(capital)) ==
                                                   std::string_view::npos))
        return false;
      green += capital == U'G' ? 1 : 0;
      orange += capital == U'O' ? 1 : 0;
    }
  return green >= kOften && orange >= kOften;
}

bool looks_like_facelets(std::string_view text) {
  if (looks_like_colours(text)) return true;
  constexpr std::size_t kShortest = 30, kLongest = 120, kNearlyFew = 50, kNearlyMany = 58;
  constexpr int kOften = 4, kMostMoveOnly = 3, kManyDoubled = 3;
  std::array<int, 26> of_letter{};
  std::size_t length = 0;
  std::size_t foreign = 0;
  int move_only = 0;  // characters that belong to moves and to nothing else
  int doubled = 0;    // letters that stand beside the same letter: usual in facelets, senseless in moves
  char32_t last = 0;
  base::WordReader words(text);
  while (const std::optional<Word> word = words.next()) {
    for (TextReader reader = base::characters_of(*word); !reader.at_end(); ++length) {
      if (length == kLongest) return false;
      const char32_t code = reader.next();
      const char32_t capital = base::capital(code);
      if (base::is_digit(code) || base::is_prime(code) ||
          (code < 0x80 &&
           std::string_view("()wxyzMES").find(static_cast<char>(code)) != std::string_view::npos)) {
        ++move_only;
      } else if (capital >= U'A' && capital <= U'Z') {
        ++of_letter[capital - U'A'];
        if (capital == last) ++doubled;
      } else {
        ++foreign;
      }
      last = capital;
    }
  }
  if (length < kShortest || move_only > kMostMoveOnly || 4 * foreign > length) return false;
  int often = 0;
  for (int count : of_letter) often += count >= kOften ? 1 : 0;
  const bool has_six_colours = often >= kFaceCount;
  const bool has_doubles = doubled >= kManyDoubled;
  const bool is_nearly_54 = length >= kNearlyFew && length <= kNearlyMany;
  return is_nearly_54 ? has_six_colours || has_doubles : has_six_colours && has_doubles;
}

}  // namespace

PositionKind recognise_position(std::string_view text) {
  if (looks_like_pieces(text)) return PositionKind::pieces;
  if (looks_like_facelets(text)) return PositionKind::facelets;
  return PositionKind::moves;
}

Cube by_colour(const Position& position) {
  return position.cube.seen_through(position.orientation.inverse());
}

Result<Position> parse_position(std::string_view text, TextExtent extent) {
  if (extent == TextExtent::part && text.starts_with(base::kByteOrderMark))
    return base::never_text_error(base::kByteOrderMarkCode, {});
  switch (recognise_position(text)) {
    case PositionKind::facelets:
      return parse_facelets(text);
    case PositionKind::pieces:
      return parse_pieces(text);
    case PositionKind::moves:
      break;
  }
  const Result<MoveSequence> sequence = parse_moves(text);
  if (!sequence) return sequence.error();
  return Position{sequence->position(), sequence->orientation, PositionKind::moves};
}

const char* to_string(PositionKind kind) {
  switch (kind) {
    case PositionKind::facelets:
      return "facelets";
    case PositionKind::pieces:
      return "pieces";
    case PositionKind::moves:
      break;
  }
  return "moves";
}

}  // namespace halfturn

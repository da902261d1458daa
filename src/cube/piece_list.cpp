#include <fmt/core.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "cube/pieces.h"
#include "halfturn/position.h"

namespace halfturn {
namespace {

using base::characters_of;
using base::error_at;
using base::quoted;
using base::TextReader;
using base::Word;
using detail::PieceType;
using detail::ReadPiece;

constexpr std::size_t kListLength = kEdgeCount + kCornerCount;
constexpr const char* kOrder =
    "the places are UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

/// A word of the list: a piece, and its stickers in the order of the word.
struct ListedPiece {
  PieceType type = PieceType::edge;
  std::array<Face, 3> colours{};
};

/// The stickers of a corner, from the order of a name to the order of kCornerFaces, or back.
std::array<Face, 3> other_way_round(const std::array<Face, 3>& colours) {
  std::array<Face, 3> result{};
  for (std::size_t i = 0; i < 3; ++i) result[detail::kCornerNameOrder[i]] = colours[i];
  return result;
}

ReadPiece read_listed(const ListedPiece& piece) {
  if (piece.type == PieceType::edge) return detail::read_edge({piece.colours[0], piece.colours[1]});
  return detail::read_corner(other_way_round(piece.colours));
}

std::optional<Error> check_letters(const Word& word) {
  bool lower_case = false;
  std::string capitals;
  for (TextReader reader = characters_of(word); !reader.at_end();) {
    const char32_t code = reader.next();
    if (base::is_never_text(code)) return base::never_text_error(code, word.place);
    const char32_t capital = base::capital(code);
    if (!detail::face_of_letter(capital))
      return error_at(word.place,
                      fmt::format("{} is no piece: {} is no face", quoted(word.text), base::describe(code)),
                      "a piece is named by its two or three faces out of U R F D L B");
    lower_case = lower_case || capital != code;
    capitals += static_cast<char>(capital);
  }
  if (lower_case)
    return error_at(word.place, fmt::format("the piece {} is in lower case", quoted(word.text)),
                    fmt::format("pieces are written in capital letters: {}", capitals.substr(0, 3)));
  return std::nullopt;
}

/// Reads one word, wherever it is in the list.
Result<ListedPiece> read_word(const Word& word) {
  if (auto error = check_letters(word)) return *std::move(error);
  if (word.text.size() != 2 && word.text.size() != 3)
    return error_at(word.place,
                    fmt::format("{} is no piece: it has {} letter{}", quoted(word.text), word.text.size(),
                                word.text.size() == 1 ? "" : "s"),
                    "an edge has two letters, a corner three; pieces are separated by spaces");
  ListedPiece piece;
  piece.type = word.text.size() == 2 ? PieceType::edge : PieceType::corner;
  for (std::size_t i = 0; i < word.text.size(); ++i)
    piece.colours[i] = *detail::face_of_letter(static_cast<unsigned char>(word.text[i]));
  switch (const ReadPiece read = read_listed(piece); read.fault) {
    case ReadPiece::Fault::none:
      return piece;
    case ReadPiece::Fault::equal:
      return error_at(word.place, fmt::format("{} is no piece: it has a colour twice", quoted(word.text)),
                      "no piece has the same colour twice");
    case ReadPiece::Fault::opposite:
      return error_at(word.place,
                      fmt::format("{} is no piece: it has two opposite colours", quoted(word.text)),
                      "U and D, R and L, F and B lie opposite each other");
    case ReadPiece::Fault::mirror:
      break;
  }
  const std::string right = {word.text[0], word.text[2], word.text[1]};
  return error_at(word.place, fmt::format("{} is the mirror image of a corner", quoted(word.text)),
                  fmt::format("corners are read the same way round as UFR: write {}", right));
}

/// `words`: the first of them, one more than a list has at the most; `count`: of all.
std::optional<Error> check_length(const std::vector<Word>& words, std::size_t count) {
  if (count == kListLength) return std::nullopt;
  base::TextPlace place;
  if (count > kListLength) {
    place = words[kListLength].place;
  } else if (!words.empty()) {
    place = words.back().place;  // the words are plain letters by now: a byte is a column
    place.column += words.back().text.size();
  }
  return error_at(
      place,
      fmt::format("a piece list has 20 pieces, but {} {} written here", count, count == 1 ? "is" : "are"),
      kOrder);
}

/// Puts the pieces of one type, which stand in the list from `first_word` on, in their places.
template <std::size_t Places>
std::optional<Error> place_pieces(PieceType type, const std::vector<Word>& words,
                                  const std::vector<ListedPiece>& listed, std::size_t first_word,
                                  const std::array<int, Places>& order,
                                  std::array<PlacedPiece, Places>& placed) {
  for (std::size_t i = 0; i < Places; ++i) {
    const ListedPiece& piece = listed[first_word + i];
    const Word& word = words[first_word + i];
    if (piece.type != type)
      return error_at(word.place,
                      fmt::format("{} is {}, but stands for the {} place {}", quoted(word.text),
                                  type == PieceType::edge ? "a corner" : "an edge", detail::type_name(type),
                                  detail::piece_name(type, order[i])),
                      "the twelve edges come first, then the eight corners");
    placed[static_cast<std::size_t>(order[i])] = read_listed(piece).placed;
  }
  if (const auto clash = detail::find_clash(type, placed, order)) {
    Error error = detail::clash_error(*clash);
    for (std::size_t i = 0; i < Places; ++i) {
      if (order[i] != clash->second_place) continue;
      error.line = words[first_word + i].place.line;
      error.column = words[first_word + i].place.column;
    }
    return error;
  }
  return std::nullopt;
}

}  // namespace

Result<Position> parse_pieces(std::string_view text) {
  std::vector<Word> words;
  std::vector<ListedPiece> listed;
  std::size_t count = 0;
  base::WordReader reader(text);
  for (; const std::optional<Word> word = reader.next(); ++count) {
    const Result<ListedPiece> piece = read_word(*word);
    if (!piece) return piece.error();
    if (count > kListLength) continue;  // more are only counted, so that a long text needs no memory
    words.push_back(*word);
    listed.push_back(*piece);
  }
  if (auto error = check_length(words, count)) return *std::move(error);

  PlacedCorners corners;
  PlacedEdges edges;
  if (auto error = place_pieces(PieceType::edge, words, listed, 0, detail::kListedEdges, edges))
    return *std::move(error);
  if (auto error =
          place_pieces(PieceType::corner, words, listed, kEdgeCount, detail::kListedCorners, corners))
    return *std::move(error);
  const Result<Cube> cube = Cube::from_pieces(corners, edges);
  if (!cube) return cube.error();
  return Position{*cube, Symmetry(), PositionKind::pieces};
}

std::string format_pieces(const Cube& cube) {
  std::string text;
  for (int place : detail::kListedEdges) {
    const auto [piece, flip] = cube.edge_at(place);
    const auto& colours = kEdgeFaces[static_cast<std::size_t>(piece)];
    if (!text.empty()) text += ' ';
    for (std::size_t k = 0; k < 2; ++k)
      text += detail::letter_of(colours[(k + static_cast<std::size_t>(flip)) % 2]);
  }
  for (int place : detail::kListedCorners) {
    const auto [piece, twist] = cube.corner_at(place);
    const auto& colours = kCornerFaces[static_cast<std::size_t>(piece)];
    text += ' ';
    for (std::size_t k : detail::kCornerNameOrder)
      text += detail::letter_of(colours[(k + 3 - static_cast<std::size_t>(twist)) % 3]);
  }
  return text;
}

}  // namespace halfturn

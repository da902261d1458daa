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

using base::error_at;
using base::TextPlace;
using base::TextReader;
using detail::letter_of;
using detail::PieceType;
using detail::ReadPiece;

/// The facelets as written, and where each was written.
struct WrittenFacelets {
  std::array<Face, kFaceletCount> colour{};
  std::array<TextPlace, kFaceletCount> place{};
};

/// U1 .. U9, R1 .. R9, ..
std::string facelet_name(std::size_t index) {
  return fmt::format("{}{}", letter_of(static_cast<Face>(index / 9)), index % 9 + 1);
}

Error wrong_letter(char32_t code, std::size_t index, TextPlace place) {
  if (base::is_never_text(code)) return base::never_text_error(code, place);
  const std::string what =
      index < kFaceletCount ? fmt::format("facelet {}", facelet_name(index)) : std::string("a facelet");
  if (detail::face_of_letter(base::capital(code)))
    return error_at(place, fmt::format("{} is {}, in lower case", what, base::describe(code)),
                    fmt::format("facelets are capital letters: {}", static_cast<char>(base::capital(code))));
  return error_at(place, fmt::format("{} is {}, which is no face", what, base::describe(code)),
                  "each facelet is one of U R F D L B: the face whose centre has its colour");
}

Result<WrittenFacelets> read_letters(std::string_view text) {
  WrittenFacelets written;
  TextReader reader(text);
  std::size_t count = 0;
  TextPlace behind_last;
  TextPlace first_extra;
  for (reader.skip_blank(); !reader.at_end(); reader.skip_blank()) {
    const TextPlace place = reader.place();
    const char32_t code = reader.next();
    const std::optional<Face> face = detail::face_of_letter(code);
    if (!face) return wrong_letter(code, count, place);
    if (count < kFaceletCount) {
      written.colour[count] = *face;
      written.place[count] = place;
    } else if (count == kFaceletCount) {
      first_extra = place;
    }
    ++count;
    behind_last = reader.place();
  }
  if (count != kFaceletCount)
    return error_at(
        count < kFaceletCount ? behind_last : first_extra,
        fmt::format("a cube has 54 facelets, but {} {} written here", count, count == 1 ? "is" : "are"),
        "nine letters for each face, in the order U R F D L B");
  return written;
}

std::optional<Error> check_colour_counts(const WrittenFacelets& written) {
  std::array<int, kFaceCount> count{};
  for (Face colour : written.colour) ++count[static_cast<std::size_t>(colour)];
  std::string wrong;
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    if (count[f] == 9) continue;
    if (!wrong.empty()) wrong += ", ";
    wrong +=
        fmt::format("{} {} {}", letter_of(static_cast<Face>(f)), count[f], count[f] == 1 ? "time" : "times");
  }
  if (wrong.empty()) return std::nullopt;
  Error error;
  error.message = fmt::format("not every colour is there nine times: {}", wrong);
  error.hint = "each of the six letters must appear nine times";
  return error;
}

/// How the cube is held: the rotation that takes each colour to the face where its centre lies.
Result<Symmetry> read_centres(const WrittenFacelets& written) {
  const auto centre = [](std::size_t face) {
    return static_cast<std::size_t>(centre_facelet(static_cast<Face>(face)));
  };
  FaceMap face_of_colour{};
  std::array<bool, kFaceCount> seen{};
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const Face colour = written.colour[centre(f)];
    const auto c = static_cast<std::size_t>(colour);
    if (seen[c])
      return error_at(written.place[centre(f)],
                      fmt::format("the centres {} and {} both have the colour {}",
                                  facelet_name(centre(static_cast<std::size_t>(face_of_colour[c]))),
                                  facelet_name(centre(f)), letter_of(colour)),
                      "the six centres have six different colours");
    seen[c] = true;
    face_of_colour[c] = static_cast<Face>(f);
  }
  for (std::size_t f = 0; f < 3; ++f) {
    const Face here = written.colour[centre(f)];
    const Face there = written.colour[centre(f + 3)];
    if (there != opposite(here))
      return error_at(
          written.place[centre(f + 3)],
          fmt::format("the centres {} and {} have the colours {} and {}, which do not lie opposite each "
                      "other",
                      facelet_name(centre(f)), facelet_name(centre(f + 3)), letter_of(here),
                      letter_of(there)),
          fmt::format("opposite {} is {}", letter_of(here), letter_of(opposite(here))));
  }
  const Symmetry held = Symmetry::from_images(face_of_colour[0], face_of_colour[1], face_of_colour[2]);
  if (held.is_reflection())
    return error_at(written.place[centre(0)], "the centres are those of a cube's mirror image",
                    "two opposite faces are exchanged; the faces come in the order U R F D L B");
  return held;
}

/// Names one or more facelets: "U9 R1 F3".
template <std::size_t N>
std::string facelet_names(const std::array<std::uint8_t, N>& facelets) {
  std::string names;
  for (std::uint8_t index : facelets) names += (names.empty() ? "" : " ") + facelet_name(index);
  return names;
}

template <std::size_t N>
Error impossible_piece(PieceType type, int place, const ReadPiece& read,
                       const std::array<std::uint8_t, N>& facelets, const WrittenFacelets& written) {
  const std::string what =
      fmt::format("the {} at {}", detail::type_name(type), detail::piece_name(type, place));
  const std::size_t first = facelets[read.first];
  const std::size_t second = facelets[read.second];
  const char first_colour = letter_of(written.colour[first]);
  const char second_colour = letter_of(written.colour[second]);
  switch (read.fault) {
    case ReadPiece::Fault::equal:
      return error_at(written.place[second],
                      fmt::format("{} has the colour {} twice, on {} and {}", what, first_colour,
                                  facelet_name(first), facelet_name(second)),
                      "no piece has the same colour twice");
    case ReadPiece::Fault::opposite:
      return error_at(written.place[second],
                      fmt::format("{} has the opposite colours {} and {}, on {} and {}", what, first_colour,
                                  second_colour, facelet_name(first), facelet_name(second)),
                      fmt::format("no piece has both {} and {}", first_colour, second_colour));
    default:
      break;
  }
  std::string colours;
  for (std::uint8_t index : facelets) colours += letter_of(written.colour[index]);
  const std::string right = {colours[0], colours[2], colours[1]};
  return error_at(
      written.place[first],
      fmt::format("{} is a mirror image: {} clockwise, on {}", what, colours, facelet_names(facelets)),
      fmt::format("the corner with these colours goes {} clockwise", right));
}

/// Reads the pieces of one type. `name_of_colour` takes a written colour to the face on which its centre
/// lies.
template <std::size_t N, std::size_t Places>
std::optional<Error> read_pieces(PieceType type, const WrittenFacelets& written, Symmetry name_of_colour,
                                 const std::array<std::array<std::uint8_t, N>, Places>& facelets,
                                 const std::array<int, Places>& order,
                                 ReadPiece (*read)(const std::array<Face, N>&),
                                 std::array<PlacedPiece, Places>& placed) {
  for (int place : order) {
    const auto& here = facelets[static_cast<std::size_t>(place)];
    std::array<Face, N> colours{};
    for (std::size_t k = 0; k < N; ++k) colours[k] = name_of_colour(written.colour[here[k]]);
    const ReadPiece piece = read(colours);
    if (piece.fault != ReadPiece::Fault::none) return impossible_piece(type, place, piece, here, written);
    placed[static_cast<std::size_t>(place)] = piece.placed;
  }
  if (const auto clash = detail::find_clash(type, placed, order)) {
    Error error = detail::clash_error(*clash, name_of_colour);
    const TextPlace place = written.place[facelets[static_cast<std::size_t>(clash->second_place)][0]];
    error.line = place.line;
    error.column = place.column;
    return error;
  }
  return std::nullopt;
}

}  // namespace

Result<Position> parse_facelets(std::string_view text) {
  const Result<WrittenFacelets> written = read_letters(text);
  if (!written) return written.error();
  if (auto error = check_colour_counts(*written)) return *std::move(error);
  const Result<Symmetry> held = read_centres(*written);
  if (!held) return held.error();

  PlacedCorners corners;
  PlacedEdges edges;
  if (auto error = read_pieces(PieceType::edge, *written, *held, kEdgeFacelets, detail::kListedEdges,
                               detail::read_edge, edges))
    return *std::move(error);
  if (auto error = read_pieces(PieceType::corner, *written, *held, kCornerFacelets, detail::kListedCorners,
                               detail::read_corner, corners))
    return *std::move(error);
  const Result<Cube> cube = Cube::from_pieces(corners, edges);
  if (!cube) return cube.error();
  return Position{*cube, *held, PositionKind::facelets};
}

std::string format_facelets(const Cube& cube, Symmetry orientation) {
  const Symmetry colour_of = orientation.inverse();
  std::string text(kFaceletCount, ' ');
  for (int f = 0; f < kFaceCount; ++f) {
    const Face face = static_cast<Face>(f);
    text[static_cast<std::size_t>(centre_facelet(face))] = letter_of(colour_of(face));
  }
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const auto [piece, twist] = cube.corner_at(static_cast<int>(p));
    const auto& colours = kCornerFaces[static_cast<std::size_t>(piece)];
    for (std::size_t k = 0; k < 3; ++k)
      text[kCornerFacelets[p][(k + static_cast<std::size_t>(twist)) % 3]] = letter_of(colour_of(colours[k]));
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [piece, flip] = cube.edge_at(static_cast<int>(p));
    const auto& colours = kEdgeFaces[static_cast<std::size_t>(piece)];
    for (std::size_t k = 0; k < 2; ++k)
      text[kEdgeFacelets[p][(k + static_cast<std::size_t>(flip)) % 2]] = letter_of(colour_of(colours[k]));
  }
  return text;
}

}  // namespace halfturn

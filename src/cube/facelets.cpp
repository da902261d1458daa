#include <fmt/core.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cube/facelet_completion.h"
#include "cube/facelet_text.h"
#include "cube/pieces.h"
#include "halfturn/position.h"

namespace halfturn {
namespace {

using base::error_at;
using base::TextPlace;
using detail::facelet_name;
using detail::letter_of;
using detail::PieceType;
using detail::ReadPiece;
using detail::WrittenFacelets;

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
  const char first_colour = written.letter(*written.colour[first]);
  const char second_colour = written.letter(*written.colour[second]);
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
  for (std::uint8_t index : facelets) colours += written.letter(*written.colour[index]);
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
    for (std::size_t k = 0; k < N; ++k) colours[k] = name_of_colour(*written.colour[here[k]]);
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

/// The position that complete facelets show.
Result<Position> position_shown(const WrittenFacelets& written, Symmetry held) {
  PlacedCorners corners;
  PlacedEdges edges;
  if (auto error = read_pieces(PieceType::edge, written, held, kEdgeFacelets, detail::kListedEdges,
                               detail::read_edge, edges))
    return *std::move(error);
  if (auto error = read_pieces(PieceType::corner, written, held, kCornerFacelets, detail::kListedCorners,
                               detail::read_corner, corners))
    return *std::move(error);
  const Result<Cube> cube = Cube::from_pieces(corners, edges);
  if (!cube) return cube.error();
  return Position{*cube, held, PositionKind::facelets};
}

Result<Position> position_of(WrittenFacelets written) {
  if (auto error = check_colour_counts(written)) return *std::move(error);
  const Result<Symmetry> held = read_centres(written);
  if (!held) return held.error();
  if (written.has_unknown())
    if (auto error = fill_in_unknown(written, *held)) return *std::move(error);
  return position_shown(written, *held);
}

/// Where each facelet of a face was before the face's reading is turned clockwise by a quarter.
constexpr std::array<std::size_t, 9> kBeforeQuarter = {6, 3, 0, 7, 4, 1, 8, 5, 2};

WrittenFacelets with_face_turned(const WrittenFacelets& written, std::size_t face, int quarters) {
  WrittenFacelets turned = written;
  for (; quarters > 0; --quarters) {
    const WrittenFacelets before = turned;
    for (std::size_t i = 0; i < 9; ++i)
      turned.colour[9 * face + i] = before.colour[9 * face + kBeforeQuarter[i]];
  }
  return turned;
}

/// Readings that differ from the one written by what a camera or a person gets wrong, and what that is.
class Repairs {
 public:
  explicit Repairs(const WrittenFacelets& written) : written_(written) {}

  /// All that differ by one mistake; if there is none, those that differ by the fewest turned faces.
  std::vector<FaceletRepair> find() {
    turn_faces(1);
    change_one();
    exchange_two();
    for (int faces = 2; found_.empty() && faces <= kFaceCount; ++faces) turn_faces(faces);
    return std::move(found_);
  }

 private:
  static bool is_centre(std::size_t index) { return index % 9 == 4; }

  void note(const WrittenFacelets& changed, std::string what) {
    if (Result<Position> position = position_of(changed))
      found_.push_back({.what = std::move(what), .position = *position});
  }

  /// Tries all ways to turn the reading of so many faces.
  void turn_faces(int faces) {
    constexpr int kWays = 4 * 4 * 4 * 4 * 4 * 4;
    for (int way = 1; way < kWays; ++way) {
      int turned = 0;
      for (int rest = way; rest != 0; rest /= 4) turned += rest % 4 != 0 ? 1 : 0;
      if (turned != faces) continue;
      WrittenFacelets changed = written_;
      std::string what;
      for (int f = 0, rest = way; f < kFaceCount; ++f, rest /= 4) {
        if (rest % 4 == 0) continue;
        changed = with_face_turned(changed, static_cast<std::size_t>(f), rest % 4);
        what += fmt::format("{}turn the {} face's reading by a {}", what.empty() ? "" : ", ",
                            letter_of(static_cast<Face>(f)),
                            rest % 4 == 1   ? "quarter clockwise"
                            : rest % 4 == 2 ? "half"
                                            : "quarter counter-clockwise");
      }
      note(changed, what);
    }
  }

  /// If one colour is there ten times and another eight times.
  void change_one() {
    const std::array<int, kFaceCount> counts = written_.counts();
    for (std::size_t i = 0; i < kFaceletCount; ++i) {
      if (is_centre(i) || !written_.colour[i] || counts[static_cast<std::size_t>(*written_.colour[i])] != 10)
        continue;
      for (std::size_t c = 0; c < kFaceCount; ++c) {
        if (counts[c] != 8) continue;
        WrittenFacelets changed = written_;
        changed.colour[i] = static_cast<Face>(c);
        note(changed, fmt::format("make {} {}", facelet_name(i), written_.letter(static_cast<Face>(c))));
      }
    }
  }

  void exchange_two() {
    for (std::size_t i = 0; i < kFaceletCount; ++i)
      for (std::size_t k = i + 1; k < kFaceletCount; ++k) {
        if (is_centre(i) || is_centre(k) || written_.colour[i] == written_.colour[k]) continue;
        WrittenFacelets changed = written_;
        std::swap(changed.colour[i], changed.colour[k]);
        note(changed, fmt::format("exchange {} and {}", facelet_name(i), facelet_name(k)));
      }
  }

  const WrittenFacelets& written_;
  std::vector<FaceletRepair> found_;
};

}  // namespace

Result<Position> parse_facelets(std::string_view text) {
  const Result<WrittenFacelets> written = detail::read_facelet_text(text);
  if (!written) return written.error();
  Result<Position> position = position_of(*written);
  if (position || written->has_unknown()) return position;
  // With more, as for a flipped edge, the hint says better what all have in common.
  constexpr std::size_t kFew = 3;
  const std::vector<FaceletRepair> repairs = Repairs(*written).find();
  if (repairs.empty() || repairs.size() > kFew) return position;
  Error error = position.error();
  error.hint += "; possible would be: ";
  for (std::size_t i = 0; i < repairs.size(); ++i) error.hint += (i > 0 ? ", or " : "") + repairs[i].what;
  return error;
}

std::vector<FaceletRepair> nearest_positions(std::string_view text) {
  const Result<WrittenFacelets> written = detail::read_facelet_text(text);
  if (!written || written->has_unknown() || position_of(*written)) return {};
  return Repairs(*written).find();
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

#include <fmt/core.h>

#include <algorithm>
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

/// Whether facelets, named by the faces of the centres, show a possible cube. Quick, because a search for
/// repairs asks thousands of times.
bool is_possible(const std::array<Face, kFaceletCount>& colours) {
  PlacedCorners corners;
  PlacedEdges edges;
  int flips = 0;
  int twists = 0;
  unsigned seen = 0;
  for (std::size_t place = 0; place < kEdgeCount; ++place) {
    const auto& here = kEdgeFacelets[place];
    const ReadPiece read = detail::read_edge({colours[here[0]], colours[here[1]]});
    if (read.fault != ReadPiece::Fault::none) return false;
    edges[place] = read.placed;
    flips += read.placed.turn;
    seen |= 1U << static_cast<unsigned>(read.placed.piece);
  }
  if (seen != (1U << kEdgeCount) - 1 || flips % 2 != 0) return false;
  seen = 0;
  for (std::size_t place = 0; place < kCornerCount; ++place) {
    const auto& here = kCornerFacelets[place];
    const ReadPiece read = detail::read_corner({colours[here[0]], colours[here[1]], colours[here[2]]});
    if (read.fault != ReadPiece::Fault::none) return false;
    corners[place] = read.placed;
    twists += read.placed.turn;
    seen |= 1U << static_cast<unsigned>(read.placed.piece);
  }
  return seen == (1U << kCornerCount) - 1 && twists % 3 == 0 &&
         detail::takes_odd_swaps(corners) == detail::takes_odd_swaps(edges);
}

/// Where each facelet of a face was before the face's reading is turned clockwise by a quarter.
constexpr std::array<std::size_t, 9> kBeforeQuarter = {6, 3, 0, 7, 4, 1, 8, 5, 2};

/// Readings that differ from the one written by what a camera or a person gets wrong, and what that is.
class Repairs {
 public:
  /// `written` without unknown facelets, and how its centres say that it is held.
  Repairs(const WrittenFacelets& written, Symmetry held) : written_(written), held_(held) {
    for (std::size_t i = 0; i < kFaceletCount; ++i) named_[i] = held(*written.colour[i]);
  }

  /// All that differ by one mistake; if there is none, those that differ by the fewest turned faces.
  std::vector<FaceletRepair> find() {
    if (std::ranges::any_of(written_.counts(), [](int count) { return count != 9; })) {
      change_one();
      return std::move(found_);
    }
    turn_faces(1);
    exchange_two();
    for (int faces = 2; found_.empty() && faces <= kFaceCount; ++faces) turn_faces(faces);
    return std::move(found_);
  }

 private:
  using Colours = std::array<Face, kFaceletCount>;

  static bool is_centre(std::size_t index) { return index % 9 == 4; }

  void note(const Colours& colours, std::string what) {
    WrittenFacelets repaired = written_;
    for (std::size_t i = 0; i < kFaceletCount; ++i) repaired.colour[i] = held_.inverse()(colours[i]);
    if (Result<Position> position = position_shown(repaired, held_))
      found_.push_back({.what = std::move(what), .position = *position});
  }

  static void turn(Colours& colours, std::size_t face, int quarters) {
    for (; quarters > 0; --quarters) {
      const Colours before = colours;
      for (std::size_t i = 0; i < 9; ++i) colours[9 * face + i] = before[9 * face + kBeforeQuarter[i]];
    }
  }

  /// Tries all ways to turn the reading of so many faces.
  void turn_faces(int faces) {
    constexpr int kWays = 4 * 4 * 4 * 4 * 4 * 4;
    for (int way = 1; way < kWays; ++way) {
      int turned = 0;
      for (int rest = way; rest != 0; rest /= 4) turned += rest % 4 != 0 ? 1 : 0;
      if (turned != faces) continue;
      Colours colours = named_;
      for (int f = 0, rest = way; f < kFaceCount; ++f, rest /= 4)
        turn(colours, static_cast<std::size_t>(f), rest % 4);
      if (is_possible(colours)) note(colours, name_of_turns(way));
    }
  }

  static std::string name_of_turns(int way) {
    constexpr std::array<const char*, 4> kTurns = {"", "quarter clockwise", "half",
                                                   "quarter counter-clockwise"};
    std::string name;
    for (int f = 0; f < kFaceCount; ++f, way /= 4)
      if (way % 4 != 0)
        name += fmt::format("{}turn the {} face's reading by a {}", name.empty() ? "" : ", ",
                            letter_of(static_cast<Face>(f)), kTurns[static_cast<std::size_t>(way % 4)]);
    return name;
  }

  /// If one colour is there ten times and another eight times.
  void change_one() {
    const std::array<int, kFaceCount> counts = written_.counts();
    for (std::size_t i = 0; i < kFaceletCount; ++i) {
      if (is_centre(i) || counts[static_cast<std::size_t>(*written_.colour[i])] != 10) continue;
      for (std::size_t c = 0; c < kFaceCount; ++c) {
        if (counts[c] != 8) continue;
        Colours colours = named_;
        colours[i] = held_(static_cast<Face>(c));
        if (is_possible(colours))
          note(colours, fmt::format("make {} {}", facelet_name(i), written_.letter(static_cast<Face>(c))));
      }
    }
  }

  void exchange_two() {
    for (std::size_t i = 0; i < kFaceletCount; ++i)
      for (std::size_t k = i + 1; k < kFaceletCount; ++k) {
        if (is_centre(i) || is_centre(k) || named_[i] == named_[k]) continue;
        Colours colours = named_;
        std::swap(colours[i], colours[k]);
        if (is_possible(colours))
          note(colours, fmt::format("exchange {} and {}", facelet_name(i), facelet_name(k)));
      }
  }

  const WrittenFacelets& written_;
  Symmetry held_;
  Colours named_{};
  std::vector<FaceletRepair> found_;
};

/// The possible cubes near facelets that are not possible.
std::vector<FaceletRepair> repairs_of(WrittenFacelets written) {
  if (written.has_unknown()) return {};
  const Result<Symmetry> held = read_centres(written);
  return held ? Repairs(written, *held).find() : std::vector<FaceletRepair>();
}

}  // namespace

Result<Position> parse_facelets(std::string_view text) {
  const Result<WrittenFacelets> written = detail::read_facelet_text(text);
  if (!written) return written.error();
  Result<Position> position = position_of(*written);
  if (position) return position;
  // With more, as for a flipped edge, the hint says better what all have in common.
  constexpr std::size_t kFew = 3;
  const std::vector<FaceletRepair> repairs = repairs_of(*written);
  if (repairs.empty() || repairs.size() > kFew) return position;
  Error error = position.error();
  error.hint += "; possible would be: ";
  for (std::size_t i = 0; i < repairs.size(); ++i) error.hint += (i > 0 ? ", or " : "") + repairs[i].what;
  return error;
}

std::vector<FaceletRepair> nearest_positions(std::string_view text) {
  const Result<WrittenFacelets> written = detail::read_facelet_text(text);
  if (!written || position_of(*written)) return {};
  return repairs_of(*written);
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

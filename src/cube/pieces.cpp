#include "cube/pieces.h"

#include <fmt/core.h>

#include <algorithm>

namespace halfturn::detail {
namespace {

template <std::size_t N, std::size_t Places>
ReadPiece read_piece(const std::array<std::array<Face, N>, Places>& pieces,
                     const std::array<Face, N>& colours) {
  using Fault = ReadPiece::Fault;
  for (std::size_t j = 1; j < N; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (colours[i] == colours[j]) return {Fault::equal, i, j, {}};
      if (colours[i] == opposite(colours[j])) return {Fault::opposite, i, j, {}};
    }
  }
  // N colours of N different axes: there is such a piece.
  std::uint8_t piece = 0;
  std::uint8_t offset = 0;
  locate(pieces, colours, piece, offset);
  const std::size_t turn = (N - offset) % N;
  for (std::size_t k = 0; k < N; ++k)
    if (colours[(k + turn) % N] != pieces[piece][k]) return {Fault::mirror, 0, 0, {}};
  return {Fault::none, 0, 0, {piece, static_cast<int>(turn)}};
}

std::string colour_name(PieceType type, int piece, Symmetry orientation) {
  const SymmetryAction& action = action_of(orientation.inverse());
  const auto q = static_cast<std::size_t>(piece);
  return piece_name(type, type == PieceType::edge ? action.edge_place[q] : action.corner_place[q]);
}

}  // namespace

std::string piece_name(PieceType type, int place) {
  const auto p = static_cast<std::size_t>(place);
  std::string name;
  if (type == PieceType::edge) {
    for (Face face : kEdgeFaces[p]) name += letter_of(face);
  } else {
    for (std::size_t k : kCornerNameOrder) name += letter_of(kCornerFaces[p][k]);
  }
  return name;
}

ReadPiece read_edge(const std::array<Face, 2>& colours) {
  return read_piece(kEdgeFaces, colours);
}
ReadPiece read_corner(const std::array<Face, 3>& colours) {
  return read_piece(kCornerFaces, colours);
}

bool takes_odd_swaps(std::span<const PlacedPiece> placed) {
  unsigned seen = 0;
  bool odd = false;
  for (std::size_t start = 0; start < placed.size(); ++start) {
    // A cycle of n pieces takes n - 1 swaps.
    for (std::size_t p = start; (seen >> p & 1u) == 0;) {
      seen |= 1u << p;
      p = static_cast<std::size_t>(placed[p].piece);
      if (p != start) odd = !odd;
    }
  }
  return odd;
}

std::optional<PieceClash> find_clash(PieceType type, std::span<const PlacedPiece> placed,
                                     std::span<const int> order) {
  constexpr int kNowhere = -1;
  std::array<int, kEdgeCount> place_of{};
  place_of.fill(kNowhere);
  std::optional<PieceClash> clash;
  for (int place : order) {
    const int piece = placed[static_cast<std::size_t>(place)].piece;
    int& known = place_of[static_cast<std::size_t>(piece)];
    if (known != kNowhere && !clash) clash = PieceClash{type, piece, known, place, {}};
    if (known == kNowhere) known = place;
  }
  if (clash) {
    for (int piece : order)
      if (place_of[static_cast<std::size_t>(piece)] == kNowhere) clash->missing.push_back(piece);
  }
  return clash;
}

Error clash_error(const PieceClash& clash, Symmetry orientation) {
  const char* type = type_name(clash.type);
  std::string missing;
  for (std::size_t i = 0; i < clash.missing.size(); ++i) {
    if (i > 0) missing += i + 1 == clash.missing.size() ? " and " : ", ";
    missing += colour_name(clash.type, clash.missing[i], orientation);
  }
  const bool one = clash.missing.size() == 1;
  Error error;
  error.message = fmt::format(
      "the {} {} is there twice, at {} and at {}, and the {}{} {} {} missing", type,
      colour_name(clash.type, clash.piece, orientation), piece_name(clash.type, clash.first_place),
      piece_name(clash.type, clash.second_place), type, one ? "" : "s", missing, one ? "is" : "are");
  error.hint = "every piece is there exactly once; one of the two places is misread";
  return error;
}

}  // namespace halfturn::detail

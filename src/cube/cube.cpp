#include "halfturn/cube.h"

#include <fmt/core.h>

#include <span>

#include "cube/pieces.h"

namespace halfturn {
namespace {

using detail::PieceType;

Result<void> check_ranges(PieceType type, std::span<const PlacedPiece> placed) {
  const int turns = type == PieceType::edge ? 2 : 3;
  const int count = static_cast<int>(placed.size());
  for (int p = 0; p < count; ++p) {
    const auto [piece, turn] = placed[static_cast<std::size_t>(p)];
    const char* name = detail::type_name(type);
    Error error;
    if (piece < 0 || piece >= count) {
      error.message = fmt::format("the {} at {} has number {}", name, detail::piece_name(type, p), piece);
      error.hint = fmt::format("{}s are numbered 0 to {}", name, count - 1);
      return error;
    }
    if (turn < 0 || turn >= turns) {
      error.message = fmt::format("the {} at {} is turned by {}", name, detail::piece_name(type, p), turn);
      error.hint = fmt::format("{} goes from 0 to {}",
                               type == PieceType::edge ? "an edge's flip" : "a corner's twist", turns - 1);
      return error;
    }
  }
  return {};
}

int sum_of_turns(std::span<const PlacedPiece> placed) {
  int sum = 0;
  for (const PlacedPiece& p : placed) sum += p.turn;
  return sum;
}

Error law_error(std::string message, std::string hint) {
  Error error;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return error;
}

/// The three things that turning faces never changes.
Result<void> check_laws(const PlacedCorners& corners, const PlacedEdges& edges) {
  if (sum_of_turns(edges) % 2 != 0)
    return law_error(
        "an edge is flipped: the number of flipped edges is odd, which no turning of faces can do",
        "flip any one edge in its place, or look for an edge that is misread");
  if (const int twist = sum_of_turns(corners) % 3; twist != 0) {
    const char* way = twist == 1 ? "clockwise" : "counter-clockwise";
    const char* back = twist == 1 ? "counter-clockwise" : "clockwise";
    return law_error(
        fmt::format("a corner is twisted: the corners together are one third of a turn {} off, which no "
                    "turning of faces can do",
                    way),
        fmt::format("twist any one corner {} in its place, or look for a corner that is misread", back));
  }
  if (detail::takes_odd_swaps(corners) != detail::takes_odd_swaps(edges))
    return law_error("two pieces are swapped, which no turning of faces can do",
                     "swap any two edges or any two corners, or look for two pieces that are misread");
  return {};
}

std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xD6E8FEB86659FD93;
  word ^= word >> 29;
  word *= 0x9E3779B97F4A7C15;
  return word ^ word >> 32;
}

}  // namespace

Result<Cube> Cube::from_pieces(const PlacedCorners& corners, const PlacedEdges& edges) {
  if (auto fine = check_ranges(PieceType::edge, edges); !fine) return fine.error();
  if (auto fine = check_ranges(PieceType::corner, corners); !fine) return fine.error();
  if (const auto clash = find_clash(PieceType::edge, edges, detail::kListedEdges)) return clash_error(*clash);
  if (const auto clash = find_clash(PieceType::corner, corners, detail::kListedCorners))
    return clash_error(*clash);
  if (auto fine = check_laws(corners, edges); !fine) return fine.error();

  Cube cube;
  for (std::size_t p = 0; p < kCornerCount; ++p) cube.corners_[p] = pack(corners[p].piece, corners[p].turn);
  for (std::size_t p = 0; p < kEdgeCount; ++p) cube.edges_[p] = pack(edges[p].piece, edges[p].turn);
  return cube;
}

Cube Cube::after(const Moves& moves) const {
  Cube cube = *this;
  for (Move move : moves) cube.apply(move);
  return cube;
}

std::uint64_t Cube::hash() const {
  // Assembled by shifts, so that the order of bytes in memory does not matter.
  const auto word = [](std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 0;
    for (std::uint8_t byte : bytes) sum = sum << 8 | byte;
    return sum;
  };
  const std::span<const std::uint8_t> edges(edges_);
  std::uint64_t hash = mixed(word(corners_) + 0x9E3779B97F4A7C15);
  hash = mixed(hash ^ word(edges.first(8)));
  return mixed(hash + word(edges.subspan(8)));
}

}  // namespace halfturn

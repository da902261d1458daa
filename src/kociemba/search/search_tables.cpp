#include "kociemba/search/search_tables.h"

#include <algorithm>

#include "kociemba/tables/arrangement.h"

namespace halfturn {

CornerFilter::CornerFilter(const Phase2Coordinates& coordinates) {
  std::vector<std::uint8_t> distance(kArrangements, kFarthest);
  std::vector<std::uint16_t> frontier = {0};
  distance[0] = 0;
  std::vector<bool> seen(kArrangements);
  seen[0] = true;
  for (std::uint8_t depth = 1; !frontier.empty(); ++depth) {
    std::vector<std::uint16_t> next;
    for (std::uint16_t corners : frontier) {
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
        const std::uint16_t neighbour = coordinates.after({corners, 0, 0}, left.first()).corners;
        if (seen[neighbour]) continue;
        seen[neighbour] = true;
        distance[neighbour] = depth;
        next.push_back(neighbour);
      }
    }
    frontier = std::move(next);
  }
  for (auto& words : bits_) words.resize(kCornerKeys / 64);
  for (std::size_t c = 0; c < kArrangements; ++c) {
    PieceBytes bytes{};
    std::ranges::copy(pieces_of(static_cast<std::uint16_t>(c)), bytes.byte.begin() + 16);
    const std::size_t key = corner_key<PortableBytes>(bytes);
    for (std::size_t k = distance[c]; k < bits_.size(); ++k)
      bits_[k][key / 64] |= std::uint64_t{1} << key % 64;
  }
}

SearchTables::SearchTables(const Phase1Table& p1, const Phase2Table& p2)
    : phase1(p1),
      phase2(p2),
      endings(p1.coordinates(), EndingRule::first_entry),
      corners(p2.coordinates()),
      move_pieces{} {
  for (std::size_t m = 0; m < kMoveCount; ++m) move_pieces[m] = PieceBytes::of(Cube::of(kAllMoves[m]));
}

}  // namespace halfturn

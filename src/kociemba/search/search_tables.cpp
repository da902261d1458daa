#include "kociemba/search/search_tables.h"

#include <algorithm>

#include "kociemba/tables/arrangement.h"

namespace halfturn {

namespace {

/// The distance of every corner arrangement within H, by levels.
std::vector<std::uint8_t> corner_distances(const Phase2Coordinates& coordinates, Metric metric) {
  constexpr std::uint8_t kUnreached = 255;
  std::vector<std::uint8_t> distance(kArrangements, kUnreached);
  // Moves of cost two look ahead to the level after the next.
  std::vector<std::vector<std::uint16_t>> levels = {{0}};
  for (std::size_t depth = 0; depth < levels.size(); ++depth) {
    for (const std::uint16_t corners : std::vector<std::uint16_t>(levels[depth])) {
      if (distance[corners] != kUnreached) continue;
      distance[corners] = static_cast<std::uint8_t>(depth);
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
        const std::uint16_t neighbour = coordinates.after({corners, 0, 0}, left.first()).corners;
        if (distance[neighbour] != kUnreached) continue;
        const std::size_t there = depth + static_cast<std::size_t>(cost(left.first(), metric));
        if (levels.size() <= there) levels.resize(there + 1);
        levels[there].push_back(neighbour);
      }
    }
  }
  return distance;
}

}  // namespace

CornerFilter::CornerFilter(const Phase2Coordinates& coordinates, Metric metric) {
  const std::vector<std::uint8_t> distance = corner_distances(coordinates, metric);
  bits_.resize(*std::ranges::max_element(distance) + std::size_t{1});
  for (auto& words : bits_) words.resize(kCornerKeys / 64);
  for (std::size_t c = 0; c < kArrangements; ++c) {
    PieceBytes bytes{};
    std::ranges::copy(pieces_of(static_cast<std::uint16_t>(c)), bytes.byte.begin() + 16);
    const std::size_t key = corner_key<PortableBytes>(bytes);
    for (std::size_t k = distance[c]; k < bits_.size(); ++k)
      bits_[k][key / 64] |= std::uint64_t{1} << key % 64;
  }
}

SearchTables::SearchTables(Metric turns, const Phase1Coordinates& p1, const Phase2Coordinates& p2)
    : metric(turns), cosets(p1), endings(p1, turns), corners(p2, turns), move_pieces{} {
  for (std::size_t m = 0; m < kMoveCount; ++m) move_pieces[m] = PieceBytes::of(Cube::of(kAllMoves[m]));
}

SearchTables::SearchTables(const Phase1Table& p1, const Phase2Table& p2)
    : SearchTables(p1.metric(), p1.coordinates(), p2.coordinates()) {
  phase1 = &p1;
  phase2 = &p2;
}

SearchTables::SearchTables(const CompactPhase1Table& p1, const CompactPhase2Table& p2)
    : SearchTables(p1.metric(), p1.coordinates(), p2.coordinates()) {
  compact1 = &p1;
  compact2 = &p2;
}

int SearchTables::distance(Phase1Coset coset) const {
  return is_compact() ? compact1->distance(coset) : phase1->distance(coset);
}

MoveMask SearchTables::moves(Phase1Coset coset, int togo) const {
  return is_compact() ? compact1->moves(coset, compact1->distance(coset), togo)
                      : phase1->distance_and_moves(coset, togo).moves;
}

void SearchTables::prefetch(Phase1Coset coset) const {
  if (!is_compact()) phase1->prefetch_at(cosets.reduced_index(coset).position);
}

}  // namespace halfturn

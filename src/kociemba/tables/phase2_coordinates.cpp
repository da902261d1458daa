#include <algorithm>
#include <utility>

#include "halfturn/phase2.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {

static_assert(kArrangements == kArrangementCount);

namespace {

constexpr EightPieces kSamePieces = {0, 1, 2, 3, 4, 5, 6, 7};

/// Where a move takes the piece at each place. Moves of H keep the outer edges in their eight places.
EightPieces corner_places_after(Move move) {
  EightPieces to{};
  for (int p = 0; p < kCornerCount; ++p)
    to[static_cast<std::size_t>(Cube::of(move).corner_at(p).piece)] = static_cast<std::uint8_t>(p);
  return to;
}

EightPieces edge_places_after(Move move) {
  EightPieces to{};
  for (int p = 0; p < kFirstSliceEdge; ++p)
    to[static_cast<std::size_t>(Cube::of(move).edge_at(p).piece)] = static_cast<std::uint8_t>(p);
  return to;
}

bool takes_odd_swaps(const EightPieces& pieces) {
  bool odd = false;
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (std::size_t q = p + 1; q < pieces.size(); ++q) odd ^= pieces[q] < pieces[p];
  return odd;
}

std::array<std::uint8_t, 4> slice_edges(const Cube& cube) {
  std::array<std::uint8_t, 4> pieces{};
  for (int i = 0; i < 4; ++i)
    pieces[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(cube.edge_at(kFirstSliceEdge + i).piece);
  return pieces;
}

}  // namespace

std::unique_ptr<const Phase2Coordinates> Phase2Coordinates::make() {
  return std::unique_ptr<const Phase2Coordinates>(new Phase2Coordinates);
}

Phase2Coordinates::Phase2Coordinates() {
  const auto scratch = std::make_unique<ArrangementMap>();
  for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
    const Move move = left.first();
    const std::size_t m = h_index(move);
    map_arrangements(corner_places_after(move), kSamePieces, *scratch);
    for (std::size_t i = 0; i < kArrangements; ++i) corners_after_[i][m] = (*scratch)[i];
    map_arrangements(edge_places_after(move), kSamePieces, *scratch);
    for (std::size_t i = 0; i < kArrangements; ++i) edges_after_[i][m] = (*scratch)[i];

    std::array<std::uint8_t, 4> order = {0, 1, 2, 3};
    for (std::size_t o = 0; o < slice_after_.size(); ++o) {
      std::array<std::uint8_t, 4> after{};
      for (std::size_t p = 0; p < 4; ++p)
        after[p] = order[static_cast<std::size_t>(
            Cube::of(move).edge_at(kFirstSliceEdge + static_cast<int>(p)).piece - kFirstSliceEdge)];
      slice_after_[o][m] = order_of(after);
      std::ranges::next_permutation(order);
    }
  }

  for (std::size_t s = 0; s < kUdSymmetryCount; ++s) {
    const detail::SymmetryAction& action = detail::action_of(Symmetry::from_index(static_cast<int>(s)));
    map_arrangements(action.corner_place, action.corner_place, corners_seen_[s]);
    EightPieces outer_edges{};
    std::copy_n(action.edge_place.begin(), outer_edges.size(), outer_edges.begin());
    map_arrangements(outer_edges, outer_edges, edges_seen_[s]);
  }

  std::size_t classes = 0;
  for (std::size_t c = 0; c < kArrangements; ++c) {
    odd_[c] = takes_odd_swaps(pieces_of(static_cast<std::uint16_t>(c)));
    std::size_t best = 0;
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      if (corners_seen_[s][c] < corners_seen_[best][c]) best = s;
    const std::size_t smallest = corners_seen_[best][c];
    if (smallest == c) {
      representative_[classes] = static_cast<std::uint16_t>(c);
      corner_class_[c].index = static_cast<std::uint16_t>(classes++);
    }
    corner_class_[c] = {corner_class_[smallest].index, static_cast<std::uint8_t>(best)};
  }
}

std::optional<Phase2Position> Phase2Coordinates::position_of(const Cube& cube) const {
  EightPieces corners{};
  EightPieces edges{};
  for (int p = 0; p < kCornerCount; ++p) {
    const PlacedPiece corner = cube.corner_at(p);
    const PlacedPiece edge = cube.edge_at(p);
    if (corner.turn != 0 || edge.turn != 0 || edge.piece >= kFirstSliceEdge) return std::nullopt;
    corners[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(corner.piece);
    edges[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(edge.piece);
  }
  for (int p = kFirstSliceEdge; p < kEdgeCount; ++p)
    if (cube.edge_at(p).turn != 0) return std::nullopt;
  return Phase2Position{arrangement_of(corners), arrangement_of(edges), order_of(slice_edges(cube))};
}

}  // namespace halfturn

#include "kociemba/tables/phase1_rows.h"

namespace halfturn {

static_assert(Phase1RowSearch::kEntries == Phase1Table::kEntries);

Phase1RowMap::Phase1RowMap(const Phase1Coordinates& coordinates, Move move, std::size_t symmetry) {
  for (std::size_t f = 0; f < kFlipCount; ++f) {
    const std::uint16_t after = coordinates.after({0, static_cast<std::uint16_t>(f), 0}, move).flip;
    flip_[f] = coordinates.flip_seen(symmetry, after, 0);
  }
  for (std::size_t i = 0; i < kSliceCount; ++i) {
    const std::uint16_t after = coordinates.after({0, 0, static_cast<std::uint16_t>(i)}, move).slice;
    slice_[i] = coordinates.slice_seen(symmetry, after);
    flip_change_[i] = coordinates.flip_seen(symmetry, 0, after);
  }
}

std::vector<Phase1RowMap> phase1_row_maps(const Phase1Coordinates& coordinates) {
  std::vector<Phase1RowMap> maps;
  maps.reserve(std::size_t{kMoveCount} * kUdSymmetryCount);
  for (Move move : kAllMoves)
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s) maps.emplace_back(coordinates, move, s);
  return maps;
}

Phase1RowSearch::Links phase1_links(const Phase1Coordinates& coordinates,
                                    const std::vector<Phase1RowMap>& maps, MoveMask moves) {
  Phase1RowSearch::Links links;
  for (std::size_t row = 0; row < kTwistClasses; ++row) {
    for (MoveMask left = moves; !left.empty(); left = left.without_first()) {
      const Move move = left.first();
      const std::uint16_t twist =
          coordinates.after({coordinates.representative(static_cast<int>(row)), 0, 0}, move).twist;
      const auto [target, symmetry] = coordinates.twist_class(twist);
      const Phase1RowMap* of_move = &maps[static_cast<std::size_t>(move.index()) * kUdSymmetryCount];
      links.out[row].push_back({target, of_move + symmetry});
      for (std::size_t s = 0; s < kUdSymmetryCount; ++s) {
        const Symmetry seen = Symmetry::from_index(static_cast<int>(s));
        if (coordinates.seen_through({twist, 0, 0}, seen).twist == coordinates.representative(target))
          links.in[target].push_back({row, of_move + s});
      }
    }
  }
  return links;
}

}  // namespace halfturn

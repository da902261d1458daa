#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/phase2.h"
#include "table/row_search.h"

namespace halfturn {

/// The links of a space with a row for each class of corner arrangements. `maps`: for each move of H, in the
/// order of h_index(), a map for each symmetry. Refers to them.
template <class Space>
typename RowSearch<Space>::Links corner_class_links(Metric metric, const Phase2Coordinates& coordinates,
                                                    const std::vector<typename Space::Map>& maps) {
  typename RowSearch<Space>::Links links;
  for (std::size_t row = 0; row < kCornerClasses; ++row) {
    for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
      const Move move = left.first();
      const std::uint16_t corners =
          coordinates.after({coordinates.representative(static_cast<int>(row)), 0, 0}, move).corners;
      const auto [target, symmetry] = coordinates.corner_class(corners);
      const auto move_cost = static_cast<std::size_t>(cost(move, metric));
      const typename Space::Map* of_move = &maps[Phase2Coordinates::h_index(move) * kUdSymmetryCount];
      links.out[row].push_back({target, of_move + symmetry, move_cost});
      for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
        if (coordinates.corners_seen(s, corners) == coordinates.representative(target))
          links.in[target].push_back({row, of_move + s, move_cost});
    }
  }
  return links;
}

}  // namespace halfturn

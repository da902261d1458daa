#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "halfturn/phase1.h"
#include "optimal/placed_pieces.h"

namespace halfturn::optimal {

/// A second lower bound: how far a position is from Kociemba's group H, along each of the three axes.
///
/// The cosets of the search say little about positions that differ from solved by flips of whole slices, such
/// as superflip; for H these are far. Elsewhere it excludes less than the cosets do, at a higher price.
class HViews {
 public:
  /// `back`, then the position, then `turn` is the position as the axis sees it, held with the axis upright.
  struct View {
    PlacedPieces back;
    PlacedPieces turn;
  };

  explicit HViews(std::shared_ptr<const Phase1Table> phase1)
      : phase1_(std::move(phase1)), views_(make_views()) {}

  static std::array<View, 3> make_views();
  const View& view(std::size_t axis) const { return views_[axis]; }
  const Phase1Coordinates& coordinates() const { return phase1_->coordinates(); }
  std::size_t position(Phase1Coset coset) const { return coordinates().reduced_index(coset).position; }
  void prefetch(std::size_t position) const { phase1_->prefetch_at(position); }

  /// A lower bound for the distance from solved, from the positions of the three axes in the table. The last
  /// move of a solution lies in the group H of some axis; so that one is nearer than the whole solution is
  /// long, and three equal distances mean at least one move more.
  int bound(const std::array<std::size_t, 3>& positions) const {
    const std::array<int, 3> distance = {phase1_->distance_at(positions[0]),
                                         phase1_->distance_at(positions[1]),
                                         phase1_->distance_at(positions[2])};
    const int most = std::max({distance[0], distance[1], distance[2]});
    const bool equal = most != 0 && distance[0] == distance[1] && distance[1] == distance[2];
    return most + (equal ? 1 : 0);
  }
  /// For more moves than this, nearly nothing is excluded.
  int most_moves() const { return phase1_->metric() == Metric::half ? 10 : 11; }

 private:
  std::shared_ptr<const Phase1Table> phase1_;
  std::array<View, 3> views_;
};

}  // namespace halfturn::optimal

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/search/short_endings.h"

namespace halfturn {

/// For each corner arrangement, by corner key, whether moves of H of length k can solve the corners. Rejects
/// most of the positions in which phase 1 ends, at the cost of one read from the second-level cache.
class CornerFilter {
 public:
  explicit CornerFilter(const Phase2Coordinates& coordinates, Metric metric = Metric::half);

  /// No arrangement of the corners is farther from solved within H.
  int farthest() const { return static_cast<int>(bits_.size()) - 1; }

  /// A bit set, 64 keys to a word: bit `key` is set if k can do it. `k` must not be negative.
  const std::uint64_t* within(int k) const {
    const auto at = static_cast<std::size_t>(k);
    return bits_[at < bits_.size() ? at : bits_.size() - 1].data();
  }

 private:
  std::vector<std::vector<std::uint64_t>> bits_;
};

/// All tables that a two-phase search reads. Immutable; refers to the two large ones, which must be of the
/// same metric.
struct SearchTables {
  SearchTables(const Phase1Table& p1, const Phase2Table& p2);

  const Phase1Table& phase1;
  const Phase2Table& phase2;
  Metric metric;
  ShortEndings endings;
  CornerFilter corners;
  std::array<PieceBytes, kMoveCount> move_pieces;
};

}  // namespace halfturn

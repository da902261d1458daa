#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/search/short_endings.h"

namespace halfturn {

/// For each corner arrangement, by corner key, whether k moves of H can solve the corners. Rejects most of
/// the positions in which phase 1 ends, at the cost of one read from the second-level cache.
class CornerFilter {
 public:
  explicit CornerFilter(const Phase2Coordinates& coordinates);

  static constexpr int kFarthest = 13;  ///< no arrangement of the corners is farther from solved within H

  /// A bit set, 64 keys to a word: bit `key` is set if k moves can do it. `k` must not be negative.
  const std::uint64_t* within(int k) const {
    return bits_[static_cast<std::size_t>(k < kFarthest ? k : kFarthest)].data();
  }

 private:
  std::array<std::vector<std::uint64_t>, kFarthest + 1> bits_;
};

/// All tables that a two-phase search reads. Immutable; refers to the two large ones.
struct SearchTables {
  SearchTables(const Phase1Table& p1, const Phase2Table& p2);

  const Phase1Table& phase1;
  const Phase2Table& phase2;
  ShortEndings endings;
  CornerFilter corners;
  std::array<PieceBytes, kMoveCount> move_pieces;
};

}  // namespace halfturn

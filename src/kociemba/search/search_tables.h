#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/search/short_endings.h"
#include "kociemba/tables/compact_phase1.h"
#include "kociemba/tables/compact_phase2.h"

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

/// All tables that a two-phase search reads. Immutable; refers to the large ones, which must be of the same
/// metric, and either both full or both compact.
struct SearchTables {
  SearchTables(const Phase1Table& p1, const Phase2Table& p2);
  SearchTables(const CompactPhase1Table& p1, const CompactPhase2Table& p2);

  // The two of one kind; the others are null.
  const Phase1Table* phase1 = nullptr;
  const Phase2Table* phase2 = nullptr;
  const CompactPhase1Table* compact1 = nullptr;
  const CompactPhase2Table* compact2 = nullptr;

  bool is_compact() const { return compact1 != nullptr; }

  // For the beginning of a search; its inner loops read the tables themselves.
  int distance(Phase1Coset coset) const;              ///< to H
  MoveMask moves(Phase1Coset coset, int togo) const;  ///< after which `togo - 1` can still reach H
  void prefetch(Phase1Coset coset) const;             ///< for a distance() soon

  Metric metric;
  const Phase1Coordinates& cosets;
  ShortEndings endings;
  CornerFilter corners;
  std::array<PieceBytes, kMoveCount> move_pieces;

 private:
  SearchTables(Metric turns, const Phase1Coordinates& p1, const Phase2Coordinates& p2);
};

}  // namespace halfturn

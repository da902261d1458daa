#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfturn/metric.h"
#include "optimal/corner_distances.h"
#include "optimal/coset_space.h"
#include "optimal/h_views.h"

namespace halfturn::optimal {

/// How near a coset is to solved, in two bits: 3 if it lies within the first of three limits, 2 within the
/// second, 1 within the third, 0 if it is farther.
using Nearness = std::uint8_t;
inline constexpr Nearness kNearest = 3;

/// What a table of nearness says, and how it is laid out. By line, then by the parity of the position if it
/// counts, then by flip; 2^fold flips share an entry, which says how near the nearest of them is.
struct TableLayout {
  Metric metric = Metric::half;
  int fold = 0;
  bool by_parity = false;  ///< always in the quarter metric, where the parity fixes that of the distance
  int first_limit = 9;     ///< the other limits are one move apart; in the quarter metric two
  CornerDetail corners = CornerDetail::tetrad;

  std::uint64_t entries() const {
    return corner_label_classes(corners) * kRowEntries >> fold << (by_parity ? 1 : 0);
  }
  std::uint64_t entry(CosetIndex coset, unsigned parity) const {
    const std::uint64_t part = by_parity ? std::uint64_t{coset.line} * 2 + parity : coset.line;
    return (part << (9 - fold)) + (coset.flip >> fold);
  }
  /// The least nearness that a position within `moves` moves of solved can have. In the quarter metric the
  /// first limit is even, and stands for the next odd number too.
  Nearness needed(int moves) const {
    const int above = metric == Metric::half ? moves - first_limit : (moves - first_limit) / 2;
    return static_cast<Nearness>(moves < first_limit ? kNearest : above > kNearest ? 0 : kNearest - above);
  }
  /// From this many moves on, the table excludes nothing.
  int useless_from() const { return first_limit + (metric == Metric::half ? 3 : 6); }
};

/// A table of nearness, open.
struct NearnessReader {
  TableLayout layout;
  std::span<const std::byte> content;
  const CosetSpace::KernelTables* cosets = nullptr;  ///< of the layout's corners

  std::uint64_t entry(CosetIndex coset, unsigned parity) const { return layout.entry(coset, parity); }
  /// Into the second cache: the first is full of what the search works on.
  void prefetch(std::uint64_t entry) const { __builtin_prefetch(content.data() + entry / 4, 0, 2); }
  Nearness at(std::uint64_t entry) const {
    return static_cast<Nearness>(static_cast<unsigned>(content[entry / 4]) >> entry % 4 * 2 & 3U);
  }
};

/// What the search reads.
struct SearchTables {
  /// The largest first; the limits of each end where those of the one before begin, or just below.
  std::vector<NearnessReader> readers;
  const CornerDistances* corners = nullptr;
  /// A second opinion where the cosets exclude too little; may be missing.
  const HViews* h_views = nullptr;

  Metric metric() const { return readers.front().layout.metric; }
  /// The table that judges whether a position is within `moves` moves.
  const NearnessReader& reader_for(int moves) const {
    std::size_t i = 0;
    while (i + 1 < readers.size() && moves < readers[i + 1].layout.useless_from()) ++i;
    return readers[i];
  }
};

}  // namespace halfturn::optimal

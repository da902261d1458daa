#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/pages.h"
#include "halfturn/phase1.h"
#include "kociemba/tables/perfect_hash.h"

namespace halfturn {

/// Where in the phase-1 table the cosets are that are at most so far from H, ascending. Reads all of the
/// table.
std::vector<std::uint32_t> positions_within(const Phase1Table& table, int distance);

/// The entries of the phase-1 table for cosets close to H, once more: 5 MB, which stay in the third-level
/// cache, where the whole table has 681 MB. Most nodes of a search are that close to its end.
///
/// Who asks must know that the coset is that close: the place of any other leads to some other entry.
/// Immutable; any number of threads may read.
class NearEntries {
 public:
  static constexpr int kFarthest = 7;  ///< with one move more there would be ten times as many

  /// `positions`: those within kFarthest.
  NearEntries(const Phase1Table& table, std::span<const std::uint32_t> positions);

  /// Where the entry is that the table has at this position.
  std::uint32_t place_of(std::size_t position) const { return hash_.place_of(position); }
  const std::uint32_t* entries() const { return entries_.data(); }

 private:
  PerfectHash hash_;
  std::vector<std::uint32_t, base::PageAllocator<std::uint32_t>> entries_;
};

}  // namespace halfturn

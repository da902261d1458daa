#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "optimal/canonical_entry.h"
#include "optimal/coset_levels.h"

namespace halfturn::optimal {

struct ClassCount {
  std::uint64_t classes = 0;
  std::uint64_t incomplete = 0;  ///< entries that are set although the least of their equivalent ones is not
};

/// How many classes of cosets a plane holds: those entries that are the least of their equivalent ones, all
/// of which must have the same bit.
inline ClassCount count_classes(const CosetSpace& space, const CosetBits& plane) {
  std::vector<ClassCount> counts(space.rows());
  base::parallel_for(0, space.rows(), {}, [&](int, std::size_t row) {
    const std::span<const std::uint64_t> words = plane.row(row);
    const bool symmetric = space.stabilizer(row).size() > 1;
    ClassCount& count = counts[row];
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (words[w] == 0) continue;
      if (!symmetric) {
        count.classes += static_cast<std::uint64_t>(std::popcount(words[w]));
        continue;
      }
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        const std::uint64_t entry =
            (row * kRowWords + w) * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
        const std::uint64_t least = canonical_entry(space, entry);
        count.classes += least == entry ? 1U : 0U;
        count.incomplete += plane.has(least) ? 0U : 1U;
      }
    }
  });
  ClassCount sum;
  for (const ClassCount& count : counts) {
    sum.classes += count.classes;
    sum.incomplete += count.incomplete;
  }
  return sum;
}

}  // namespace halfturn::optimal

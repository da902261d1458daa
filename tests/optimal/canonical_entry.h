#pragma once

#include <algorithm>
#include <cstdint>

#include "optimal/coset_space.h"

namespace halfturn::optimal {

/// The least of the equivalent indices of a coset: the same for all that is the same up to symmetry.
inline std::uint64_t canonical_entry(const CosetSpace& space, std::uint64_t entry) {
  const std::size_t row = entry / (kEdgeArrangements * kFlipClasses);
  if (space.stabilizer(row).size() == 1) return entry;
  const EdgeLabels labels =
      space.labels_of(static_cast<std::uint32_t>(entry / kFlipClasses % kEdgeArrangements),
                      static_cast<std::uint32_t>(entry % kFlipClasses));
  std::uint64_t least = entry;
  for (std::uint16_t frame : space.stabilizer(row))
    least = std::min(least, space.entry_of(row, space.through(labels, frame)));
  return least;
}

}  // namespace halfturn::optimal

#pragma once

#include <cstddef>
#include <vector>

#include "optimal/coset_space.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// How near a coset is, for the last moves of all: whatever its flips, in half turns. 5.5 MB.
inline constexpr TableLayout kLastFewMoves = {
    .metric = Metric::half, .fold = 9, .by_parity = false, .first_limit = 3};

/// The content of that table. Made in some milliseconds, since few cosets are that near.
std::vector<std::byte> last_few_moves(const CosetSpace& space);

}  // namespace halfturn::optimal

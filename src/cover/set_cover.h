#pragma once

#include <cstdint>
#include <vector>

#include "halfturn/run.h"

/// The plain problem of set cover: choose sets so that every demand is met by one of them, cheaply.
namespace halfturn {

struct SetCover {
  std::vector<std::int64_t> costs;                     ///< by set
  std::vector<std::vector<std::uint16_t>> demands_of;  ///< by set
  std::vector<std::vector<std::uint16_t>> members_of;  ///< by demand: the sets that meet it

  /// Returns the number of the new set.
  std::uint16_t add(std::int64_t cost, std::vector<std::uint16_t> demands);
};

/// By set: whether it is chosen. Sets beyond the end are not.
using SetChoice = std::vector<bool>;

/// A cheap choice of sets that meets all demands. Empty where a stop was requested.
///
/// Begins with `start`, made complete in the greedy way, and exchanges sets: drops the one that is worth
/// least for its cost, and meets what is unmet then with those that are worth most, as long as that is
/// cheaper than the best so far. Every demand has a weight, which rises whenever it stays unmet, so that the
/// search does not fail at the same demands again and again. In integers: the result depends on the seed and
/// the number of exchanges alone.
SetChoice search_set_cover(const SetCover& problem, const SetChoice& start, std::uint64_t seed,
                           std::uint64_t exchanges, const Run& run);

}  // namespace halfturn

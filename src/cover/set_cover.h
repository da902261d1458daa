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

/// Where a search begins.
struct SetCoverStart {
  SetChoice choice;                   ///< made complete in the greedy way
  std::vector<std::int64_t> weights;  ///< by demand, above zero; all the same if there are none
  /// Of so many chosen sets, picked at random, the one that is worth least is dropped. Few enough to be quick
  /// and to bring in chance; of groups all would be some 450 to 2,000.
  int compared = 100;
};

/// A cheap choice of sets that meets all demands. Empty where a stop was requested.
///
/// Exchanges sets: drops the one that is worth
/// least for its cost, and meets what is unmet then with those that are worth most, as long as that is
/// cheaper than the best so far. Every demand has a weight, which rises whenever it stays unmet, so that the
/// search does not fail at the same demands again and again. The weights that it begins with decide more than
/// anything else what it finds. In integers: the result depends on the start, the seed and the number of
/// exchanges alone.
SetChoice search_set_cover(const SetCover& problem, const SetCoverStart& start, std::uint64_t seed,
                           std::uint64_t exchanges, const Run& run);

}  // namespace halfturn

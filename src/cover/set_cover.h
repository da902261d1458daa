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

/// How to search.
struct SetCoverOptions {
  std::uint64_t seed = 1;
  std::uint64_t exchanges = 0;
  std::vector<std::int64_t>
      weights;  ///< by demand, above zero, to begin with; all the same if there are none
  /// Of so many chosen sets, picked at random, the one that is worth least is dropped. Few enough to be quick
  /// and to bring in chance: of groups of classes some 450 to 2,000 are chosen.
  int sample_size = 100;
};

/// A cheap choice of sets that meets all demands. Empty where a stop was requested.
///
/// Begins with a greedy choice and exchanges sets: drops the one that is worth least for its cost, and meets
/// what is unmet then with those that are worth most, as long as that is cheaper than the best so far. Every
/// demand has a weight, which rises whenever it stays unmet, so that the search does not fail at the same
/// demands again and again. In integers: the result depends on the problem and the options alone.
SetChoice search_set_cover(const SetCover& problem, const SetCoverOptions& options, const Run& run);

}  // namespace halfturn

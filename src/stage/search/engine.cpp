#include "stage/search/engine.h"

#include <algorithm>
#include <numeric>

namespace halfturn::stage {

int ViewSearch::distance(int lookup) {
  int& known = distance_[static_cast<std::size_t>(lookup)];
  if (known < 0) known = engine_.kernel.distance(engine_.tables.book().lookup(lookup), state_);
  return known;
}

Bounds ViewSearch::bounds_of(const PlannedGoal& goal) {
  Bounds bounds{};
  for (std::size_t i = 0; i < goal.numbers.size(); ++i)
    bounds[i] = static_cast<std::uint8_t>(distance(goal.numbers[i]));
  return bounds;
}

std::optional<int> ViewSearch::shortest(const PlannedStage& stage, const std::stop_token& stop) {
  struct Candidate {
    std::size_t goal;
    Bounds bounds;
    int sum;  // of the bounds: the smaller, the likelier a short way
  };
  std::vector<Candidate> candidates;
  int length = kMostDistance;
  for (std::size_t g = stage.first; g < stage.end; ++g) {
    const PlannedGoal& goal = engine_.goals[g];
    const Bounds bounds = bounds_of(goal);
    int least = *std::ranges::max_element(bounds);
    for (const std::size_t weaker : goal.weaker) least = std::max(least, least_[weaker]);
    least_[g] = std::max(least_[g], least);
    length = std::min(length, least_[g]);
    candidates.push_back({g, bounds, std::accumulate(bounds.begin(), bounds.end(), 0)});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::sum);
  for (; length <= kMostDistance; ++length)
    for (const Candidate& candidate : candidates) {
      int& least = least_[candidate.goal];
      if (least > length) continue;
      const std::vector<const Lookup*>& lookups = engine_.goals[candidate.goal].lookups;
      // A single lookup covers the whole goal: what it says is the distance.
      const bool found = lookups.size() == 1 ||
                         engine_.kernel.exists(lookups, state_, candidate.bounds, length, stop, work_);
      if (found) return length;
      if (stop.stop_requested()) return std::nullopt;
      least = length + 1;
    }
  if (candidates.empty()) return std::nullopt;  // the stage was not planned
  // Every position is so near: one of the tables that were asked is wrong.
  const Lookup& asked = *engine_.goals[candidates.front().goal].lookups.front();
  throw_damaged(asked.space->pattern().name);
}

}  // namespace halfturn::stage

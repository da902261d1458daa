#include "stage/search/engine.h"

#include <algorithm>

namespace halfturn::stage {

int ViewSearch::distance(int reader) {
  int& known = distance_[static_cast<std::size_t>(reader)];
  if (known < 0) known = engine_.kernel.distance(engine_.tables.planner().reader(reader), state_);
  return known;
}

Bounds ViewSearch::bounds_of(const PlannedGoal& goal) {
  Bounds bounds{};
  for (std::size_t i = 0; i < goal.numbers.size(); ++i)
    bounds[i] = static_cast<std::uint8_t>(distance(goal.numbers[i]));
  return bounds;
}

std::optional<int> ViewSearch::shortest(const PlannedStage& stage, const std::stop_token& stop,
                                        SlotSet slots) {
  std::vector<OpenGoal> goals;
  goals.reserve(stage.end - stage.first);
  for (std::size_t g = stage.first; g < stage.end; ++g) {
    const PlannedGoal& goal = engine_.goals[g];
    if (!goal.definition->is_within(slots)) continue;
    const Goal& definition = goal.definition->goal;
    OpenGoal& open = goals.emplace_back(
        OpenGoal{goal.readers, bounds_of(goal), least_[g], pieces_with_orientation(definition), g});
    open.least = std::max<int>(open.least, *std::ranges::max_element(open.bounds));
    for (const std::size_t weaker : goal.weaker) open.least = std::max(open.least, least_[weaker]);
  }
  if (goals.empty()) return std::nullopt;  // the stage was not planned, or takes more slots
  const Nearest nearest = nearest_goal(engine_.kernel, state_, goals, kMostDistance + 1, stop, work_);
  for (const OpenGoal& goal : goals) least_[goal.number] = goal.least;
  if (nearest.found) return nearest.length;
  if (nearest.length <= kMostDistance) return std::nullopt;  // stopped
  // No position is that far: one of the tables is damaged.
  throw_damaged(goals.front().readers.front()->space->pattern().name);
}

Nearest nearest_goal(const SearchKernel& kernel, const PieceState& state, std::span<OpenGoal> goals, int end,
                     const std::stop_token& stop, SearchWork& work) {
  int length = kMostDistance + 1;
  for (const OpenGoal& goal : goals) length = std::min(length, goal.least);
  for (; length < end; ++length) {
    // A single table reader covers the whole goal: its distance is exact.
    if (std::ranges::any_of(
            goals,
            [length](const OpenGoal& goal) { return goal.least <= length && goal.readers.size() == 1; }) ||
        kernel.exists(goals, state, length, stop, work))
      return {true, length};
    if (stop.stop_requested()) return {false, length};
    for (OpenGoal& goal : goals) goal.least = std::max(goal.least, length + 1);
  }
  return {false, length};
}

}  // namespace halfturn::stage

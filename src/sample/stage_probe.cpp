#include "sample/stage_probe.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "stage/pattern/exact_table.h"
#include "stage/pattern/goals.h"

namespace halfturn::stage {

namespace {

/// The patterns of these stages' goals, if every goal has a small one of its own.
std::optional<std::vector<Pattern>> own_patterns(std::span<const Stage> stages) {
  std::vector<Pattern> patterns;
  for (const Stage stage : stages)
    for (const StageGoal& goal : goals_of(stage)) {
      if (std::ranges::any_of(patterns,
                              [&](const Pattern& p) { return same_up_to_symmetry(goal.goal, p.goal); }))
        continue;
      std::optional<Pattern> found = pattern_of(goal.goal);
      if (!found || found->large) return std::nullopt;
      patterns.push_back(std::move(*found));
    }
  return patterns;
}

/// The least n such that the lengths from n on are all wanted, or all unwanted.
int decided_from(LengthSet wanted) {
  const auto is_decided = [wanted](int least) {
    const LengthSet left = ~LengthSet{0} << least & ((LengthSet{2} << kMostStageMoves) - 1);
    return (left & wanted) == 0 || (left & ~wanted) == 0;
  };
  int least = 0;
  while (!is_decided(least)) ++least;
  return least;
}

}  // namespace

Result<StageProbe> StageProbe::open(const TableStore& store, std::span<const Stage> stages,
                                    Residency residency, const Run& run, InstructionSet set) {
  std::optional<std::vector<Pattern>> own = own_patterns(stages);
  const std::vector<Pattern> patterns = own ? std::move(*own) : patterns_at_hand(store);
  StageProbe probe(patterns);
  probe.kernel_ = kernel_for(set);
  BoundPlanner& planner = probe.tables_->planner();
  probe.stages_.resize(all_stages().size());
  for (const Stage stage : stages) {
    Planned& planned = probe.stages_[stage.index()];
    planned.exact = true;
    for (const StageGoal& goal : goals_of(stage)) {
      const std::vector<int> numbers = planner.readers_for(goal.goal);
      if (numbers.empty()) return not_covered(stage);
      planned.exact = planned.exact && numbers.size() == 1 &&
                      same_up_to_symmetry(goal.goal, patterns[planner.table_of(numbers.front())].goal);
      std::vector<const TableReader*> readers;
      for (const int number : numbers) readers.push_back(&planner.reader(number));
      planned.goals.push_back({std::move(readers), &goal});
    }
  }
  // Copying gigabytes does not pay for a few positions.
  if (const Result<void> opened = probe.tables_->open(store, residency, Residency::mapped, run); !opened)
    return opened.error();
  return probe;
}

int StageProbe::length(Stage stage, SlotSet slots, const PieceState& state, LengthSet wanted,
                       const std::stop_token& stop) const {
  const Planned& plan = planned(stage);
  if (!plan.exact) return search(plan, slots, state, wanted, stop);
  const int least_wanted = std::countr_zero(wanted);
  int length = kMostStageMoves + 1;
  for (const PlannedGoal& goal : plan.goals) {
    if (!goal.definition->is_within(slots)) continue;
    length = std::min(length, kernel_.distance(*goal.readers.front(), state));
    if (length < least_wanted) break;  // it can only decrease
  }
  return length;
}

int StageProbe::search(const Planned& stage, SlotSet slots, const PieceState& state, LengthSet wanted,
                       const std::stop_token& stop) const {
  const int end = decided_from(wanted);
  std::vector<OpenGoal> goals;
  for (const auto& [readers, definition] : stage.goals) {
    if (!definition->is_within(slots)) continue;
    OpenGoal goal{.readers = readers, .with_orientation = pieces_with_orientation(definition->goal)};
    // A goal that is too far to matter is not searched, so it needs no further bounds.
    for (std::size_t i = 0; i < readers.size() && goal.least < end; ++i) {
      const int bound = kernel_.distance(*readers[i], state);
      goal.bounds[i] = static_cast<std::uint8_t>(bound);
      goal.least = std::max(goal.least, bound);
    }
    goals.push_back(goal);
  }
  SearchWork work;
  return nearest_goal(kernel_, state, goals, end, stop, work).length;
}

double StageProbe::cost(Stage stage) const {
  constexpr double kSearch = 1000;  // relative to a read
  const Planned& plan = planned(stage);
  return static_cast<double>(plan.goals.size()) * (plan.exact ? 1 : kSearch);
}

}  // namespace halfturn::stage

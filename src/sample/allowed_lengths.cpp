#include "sample/allowed_lengths.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "sample/condition_parse.h"
#include "stage/pattern/goals.h"

namespace halfturn {

namespace stage {

namespace {

LengthSet from(int least) {
  return kEveryLength & ~((LengthSet{1} << least) - 1);
}
LengthSet up_to(int most) {
  return kEveryLength & ((LengthSet{2} << most) - 1);
}
int least(LengthSet lengths) {
  return std::countr_zero(lengths);
}
int greatest(LengthSet lengths) {
  return static_cast<int>(std::bit_width(lengths)) - 1;
}

/// Whether every position that has reached `stronger` has reached `weaker`.
bool contains(const StageBySlots& stronger, const StageBySlots& weaker) {
  return std::ranges::all_of(goals_of(stronger.stage), [&](const StageGoal& goal) {
    return !goal.is_within(stronger.slots) ||
           std::ranges::any_of(goals_of(weaker.stage), [&](const StageGoal& other) {
             return other.is_within(weaker.slots) && implies(goal.goal, kBottomSymmetries[0], other.goal);
           });
  });
}

StageBySlots subject_of(const Condition& condition) {
  return {condition.stage, condition.slots};
}

/// What a condition implies for each single view: if the least of several is at least n, each is; likewise
/// for the greatest.
LengthSet each_of(const Condition& condition) {
  if (condition.views.size() == 1) return condition.lengths;
  return condition.worst ? up_to(greatest(condition.lengths)) : from(least(condition.lengths));
}

}  // namespace

AllowedLengths::AllowedLengths(std::span<const Condition> conditions) : conditions_(conditions) {
  std::vector<StageBySlots> stages = {{*stage_of_name("cross")}, {*stage_of_name("xcross")}};
  for (const Condition& condition : conditions) stages.push_back(subject_of(condition));
  for (const StageBySlots& subject : stages)
    for (Cell& cell : cells_[subject]) cell.lengths = up_to(subject.stage.most_moves());
  for (std::size_t i = 0; i < conditions.size() && !contradiction_; ++i) take(i);
  std::vector<std::pair<StageBySlots, StageBySlots>> orders;  // weaker, stronger
  for (const auto& [weaker, ours] : cells_)
    for (const auto& [stronger, theirs] : cells_)
      if (weaker != stronger && contains(stronger, weaker)) orders.emplace_back(weaker, stronger);
  // All pairs that contain one another are listed, so one pass would do but for gaps in the sets; the second
  // pass closes them.
  for (int pass = 0; pass < 2; ++pass)
    for (const auto& [weaker, stronger] : orders)
      if (!contradiction_) spread(weaker, stronger);
  if (!contradiction_) check_groups();
}

LengthSet AllowedLengths::lengths(Stage stage, View view) const {
  const auto found = cells_.find({stage});
  return found == cells_.end() ? kEveryLength : found->second[view].lengths;
}

void AllowedLengths::take(std::size_t index) {
  const Condition& condition = conditions_[index];
  if ((condition.lengths & up_to(condition.stage.most_moves())) == 0) {
    contradiction_ = Error{ErrorKind::bad_input, fmt::format("{} cannot hold", condition.text),
                           fmt::format("{} never takes more than {} moves and never fewer than 0",
                                       condition.stage.name(), condition.stage.most_moves())};
    return;
  }
  const LengthSet each = each_of(condition);
  for (const View view : condition.views) {
    Cell& cell = cells_[subject_of(condition)][view];
    const LengthSet both = cell.lengths & each;
    if (both == 0) {
      const auto before = conditions_.first(index);
      const auto blamed = std::ranges::find_if(before, [&](const Condition& other) {
        return subject_of(other) == subject_of(condition) && other.views.has(view) &&
               (each_of(other) & each) == 0;
      });
      if (blamed != before.end())
        contradiction_ = clash(static_cast<int>(blamed - before.begin()), static_cast<int>(index),
                               condition.stage, condition.stage);
      else
        contradiction_ =
            Error{ErrorKind::bad_input, fmt::format("{} cannot hold with the others", condition.text),
                  "together they leave no length over"};
      return;
    }
    if (least(both) > least(cell.lengths)) cell.low_source = static_cast<int>(index);
    if (greatest(both) < greatest(cell.lengths)) cell.high_source = static_cast<int>(index);
    cell.lengths = both;
  }
}

void AllowedLengths::spread(const StageBySlots& weaker, const StageBySlots& stronger) {
  for (const View view : kAllViews) {
    Cell& low = cells_[weaker][view];
    Cell& high = cells_[stronger][view];
    const LengthSet lower = low.lengths & up_to(greatest(high.lengths));
    const LengthSet upper = high.lengths & from(least(low.lengths));
    if (lower == 0 || upper == 0) {
      contradiction_ = clash(low.low_source, high.high_source, weaker.stage, stronger.stage);
      return;
    }
    if (greatest(lower) < greatest(low.lengths)) low.high_source = high.high_source;
    if (least(upper) > least(high.lengths)) high.low_source = low.low_source;
    low.lengths = lower;
    high.lengths = upper;
  }
}

/// Checks the conditions on several views: if their least length is at most n, that of some view is.
void AllowedLengths::check_groups() {
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    const Condition& condition = conditions_[i];
    // The range that the least, or the greatest, of the views can be in.
    int low = condition.worst ? 0 : kMostStageMoves;
    int high = low;
    for (const View view : condition.views) {
      const LengthSet lengths = cells_[subject_of(condition)][view].lengths;
      low = condition.worst ? std::max(low, least(lengths)) : std::min(low, least(lengths));
      high = condition.worst ? std::max(high, greatest(lengths)) : std::min(high, greatest(lengths));
    }
    if ((condition.lengths & from(low) & up_to(high)) != 0) continue;
    contradiction_ =
        Error{ErrorKind::bad_input, fmt::format("{} cannot hold with the others", condition.text),
              fmt::format("by them it is from {} to {} moves", low, high)};
    return;
  }
}

Error AllowedLengths::clash(int first, int second, Stage stage, Stage other_stage) const {
  const auto condition = [&](int source) -> const Condition& {
    return conditions_[static_cast<std::size_t>(source)];
  };
  const auto text = [&](int source) { return condition(source).text; };
  if (first == kKnown || second == kKnown) {
    const int source = first == kKnown ? second : first;
    return {ErrorKind::bad_input, fmt::format("{} cannot hold", text(source)),
            fmt::format("{} never takes more than {} moves", other_stage.name(), other_stage.most_moves())};
  }
  return {ErrorKind::bad_input, fmt::format("{} and {} cannot both hold", text(first), text(second)),
          stage == other_stage && condition(first).slots == condition(second).slots
              ? std::string("the two leave no length over")
              : fmt::format("{} never takes more moves than {}", name_of(subject_of(condition(first))),
                            name_of(subject_of(condition(second))))};
}

}  // namespace stage

Result<Where> without_impossible(Where where) {
  if (where.alternatives.empty())
    return Error{ErrorKind::bad_input, "there is no condition", "as in cross(W)=4 and xcross(any)>=8"};
  std::optional<Error> first;
  std::erase_if(where.alternatives, [&](const Conditions& conditions) {
    const stage::AllowedLengths allowed(conditions);
    if (allowed.contradiction() && !first) first = allowed.contradiction();
    return allowed.contradiction().has_value();
  });
  if (where.alternatives.empty()) return *first;
  return where;
}

}  // namespace halfturn

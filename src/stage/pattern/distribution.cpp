#include "halfturn/distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/nearest_name.h"
#include "stage/pattern/any_slot.h"
#include "stage/pattern/best_of_crosses.h"
#include "stage/pattern/cross_pairs.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/opposite_xcrosses.h"
#include "stage/pattern/patterns.h"
#include "stage/pattern/shipped_counts.h"
#include "table/file_header.h"

namespace halfturn {

namespace {

using stage::names_of_slots;
using stage::StageGoal;

/// A goal of a stage, with its pattern.
struct Choice {
  const StageGoal* goal;
  stage::Pattern pattern;
};

/// The goals of a stage that have a pattern, one of each that are equal up to symmetry.
std::vector<Choice> choices_of(Stage of) {
  std::vector<Choice> choices;
  for (const StageGoal& goal : stage::goals_of(of)) {
    std::optional<stage::Pattern> found = stage::pattern_of(goal.goal);
    if (!found) continue;
    const bool known = std::ranges::any_of(
        choices, [&](const Choice& choice) { return choice.pattern.name == found->name; });
    if (!known) choices.push_back({&goal, std::move(*found)});
  }
  return choices;
}

/// What a goal holds fixed, for people.
std::string fixed_in(const StageGoal& goal) {
  std::string text = "one colour";
  const auto plural = [](stage::SlotMask slots) { return std::popcount(slots) > 1 ? "s" : ""; };
  const bool pseudo = goal.bottom_may_be_off;
  if (goal.edges != 0 && goal.edges == goal.corners && !pseudo)
    text += fmt::format(", the slot{} {}", plural(goal.edges), names_of_slots(goal.edges));
  else if (goal.edges != 0)
    text += fmt::format(", the edge{} {} and the corner{} of {}", plural(goal.edges),
                        names_of_slots(goal.edges), plural(goal.corners), names_of_slots(goal.corners));
  if (goal.pair_edge >= 0 && pseudo)
    text += fmt::format(", a pair of the edge {} and the corner of {}", names_of_slots(1u << goal.pair_edge),
                        names_of_slots(1u << goal.pair_corner));
  else if (goal.pair_edge >= 0)
    text += fmt::format(", the pair of the slot {}", names_of_slots(1u << goal.pair_edge));
  if (goal.goal.oriented_axis != 0)
    text += goal.goal.oriented_axis == 2 ? ", edges oriented for F and B" : ", edges oriented for R and L";
  return text;
}

template <class Counts>
StageDistribution distribution(Stage stage, std::string fixed, const Counts& counts) {
  StageDistribution result{.stage = std::string(stage.name()), .fixed = std::move(fixed)};
  result.counts.assign(counts.begin(), counts.end());
  while (!result.counts.empty() && result.counts.back() == 0) result.counts.pop_back();
  for (const PositionCount count : result.counts) result.positions += count;
  return result;
}

Error no_distribution(std::string message) {
  return {
      ErrorKind::bad_input, std::move(message),
      fmt::format("there are exact ones for {}, and with the large tables for {}; for any other stage count "
                  "random positions",
                  fmt::join(stages_with_distribution(false), ", "),
                  fmt::join(stages_with_distribution(true), ", "))};
}

Error no_best_of(Stage wanted) {
  return {
      .kind = ErrorKind::bad_input,
      .message = fmt::format("{} in the best of several colours cannot be counted exactly", wanted.name()),
      .hint =
          "several colours go with cross and pseudo_cross, two opposite ones with xcross; for others name "
          "one, or "
          "count random positions",
      .remedy = Remedy::sample_positions};
}

/// Whether the stage is the cross alone, so that nothing is open but the colour.
bool is_cross(const std::vector<Choice>& choices) {
  return choices.size() == 1 && choices.front().goal->goal.pieces == stage::kCrossEdges &&
         choices.front().goal->goal.oriented_axis == 0;
}

/// The table of a choice, with the numbering of its positions.
struct Counted {
  stage::PatternSpace space;
  TableData data;
  std::uint64_t checksum = 0;  // of the table

  static Result<Counted> open(const TableStore& store, const Choice& choice, const Run& run) {
    const TableKind kind = stage::kind_of(choice.pattern);
    Result<TableData> data = store.open_or_build(kind, Residency::mapped, run);
    if (!data) return data.error();
    const Result<std::uint64_t> checksum = store.checksum(kind);
    return Counted{stage::PatternSpace(choice.pattern), std::move(*data), checksum ? *checksum : 0};
  }
};

bool are_opposite(ViewSet views) {
  return views.size() == 2 && bottom_of(*views.begin()) == opposite(bottom_of(*++views.begin()));
}

std::string fixed_in(ViewSet views) {
  if (views.size() < 2) return "one colour";
  const std::vector<View> chosen(views.begin(), views.end());
  if (chosen.size() == 2)
    return fmt::format("the better of two {} colours, {} and {}",
                       are_opposite(views) ? "opposite" : "neighbouring", colour_of(chosen[0]),
                       colour_of(chosen[1]));
  std::string names;
  for (const View view : chosen) names += colour_of(view);
  return fmt::format("the best of {} colours, {}", chosen.size(), names);
}

using Counts = std::vector<PositionCount>;

template <class Found>
Counts as_counts(const Found& counts) {
  return Counts(counts.begin(), counts.end());
}

Result<Counts> unless_stopped(const std::optional<std::array<PositionCount, stage::kCounts>>& counts,
                              const stage::CountRecord& record) {
  if (!counts)
    return Error{ErrorKind::stopped, "stopped while counting",
                 record.exists() ? "the next count goes on where this one was" : ""};
  return as_counts(*counts);
}

/// Where a count that takes long is kept until it is complete: in the folder .counting beside the tables.
stage::CountRecord record_of(const TableStore& store, Stage stage, ViewSet views, const Counted& table) {
  std::string name(stage.name());
  for (const View view : views) name += fmt::format("{}{}", name == stage.name() ? "-" : "", colour_of(view));
  const std::string what = fmt::format("{}, format 1, table {:016x}", name, table.checksum);
  return {store.directory() / ".counting" / name, hash_of(std::as_bytes(std::span(what)))};
}

/// One colour, or the best of several crosses.
Result<Counts> count_crosses(const Counted& table, ViewSet views, const stage::CountRecord& record,
                             const Run& run) {
  const std::span<const std::byte> content = table.data.bytes();
  if (views.size() < 2) return as_counts(stage::counts_of(content));
  if (views.size() > 2)
    return unless_stopped(stage::best_of_crosses(table.space, content, views, record, run), record);
  const View first = *views.begin();
  const View second = *++views.begin();
  const auto crosses = [&](View view) { return stage::crosses_of(table.space, content, view, ~0u); };
  return as_counts(stage::better_of_two(crosses(first), first, crosses(second), second));
}

/// The cross with any slot, of one colour or of two opposite ones.
Result<Counts> count_slots(const Counted& table, ViewSet views, const stage::CountRecord& record,
                           const Run& run) {
  if (views.size() < 2)
    return unless_stopped(stage::any_slot(table.space, table.data.bytes(), record, run), record);
  return unless_stopped(stage::opposite_xcrosses(table.space, table.data.bytes(), record, run), record);
}

}  // namespace

std::string to_string(PositionCount count) {
  return fmt::format("{}", count);
}

double StageDistribution::mean() const {
  double sum = 0;
  for (std::size_t d = 0; d < counts.size(); ++d)
    sum += static_cast<double>(d) * static_cast<double>(counts[d]);
  return positions == 0 ? 0 : sum / static_cast<double>(positions);
}

std::vector<std::string> stages_with_distribution(bool large) {
  std::vector<std::string> names;
  for (const Stage stage : all_stages()) {
    const std::vector<Choice> choices = choices_of(stage);
    const bool has_small =
        std::ranges::any_of(choices, [](const Choice& choice) { return !choice.pattern.large; });
    if (!choices.empty() && has_small != large) names.emplace_back(stage.name());
  }
  return names;
}

Result<std::optional<StageDistribution>> whole_distribution(const TableStore& store, Stage wanted,
                                                            ViewSet views, const Run& run,
                                                            Counting counting) {
  const std::vector<Choice> choices = choices_of(wanted);
  const bool of_slots = wanted.name() == "xcross" && (views.size() < 2 || are_opposite(views));
  if (!of_slots && !is_cross(choices)) return std::optional<StageDistribution>();
  const std::string fixed = fixed_in(views) + (of_slots ? ", any slot" : "");
  if (counting == Counting::shipped)
    if (const auto shipped = stage::shipped_counts(wanted, views); !shipped.empty())
      return std::optional(distribution(wanted, fixed, shipped));
  const Result<Counted> table = Counted::open(store, choices.front(), run);
  if (!table) return table.error();
  const stage::CountRecord record = record_of(store, wanted, views, *table);
  const Result<Counts> counts =
      of_slots ? count_slots(*table, views, record, run) : count_crosses(*table, views, record, run);
  if (!counts) return counts.error();
  return std::optional(distribution(wanted, fixed, *counts));
}

Result<std::vector<StageDistribution>> exact_distributions(const TableStore& store, std::string_view name,
                                                           ViewSet views, const Run& run, Counting counting) {
  const std::optional<Stage> found = stage_of_name(name);
  if (!found) {
    std::vector<std::string> names;
    for (const Stage stage : all_stages()) names.emplace_back(stage.name());
    return no_distribution(
        fmt::format("there is no stage named '{}'{}", name, base::did_you_mean(name, names)));
  }
  const Stage wanted = *found;
  const std::vector<Choice> choices = choices_of(wanted);
  if (views.size() > 1 || is_cross(choices)) {
    const auto whole = whole_distribution(store, wanted, views, run, counting);
    if (!whole) return whole.error();
    if (!*whole) return no_best_of(wanted);
    return std::vector{**whole};
  }
  if (choices.empty())
    return no_distribution(fmt::format("there is no table with the exact distances of {}", wanted.name()));
  std::vector<StageDistribution> distributions;
  for (const Choice& choice : choices) {
    const TableKind kind = stage::kind_of(choice.pattern);
    if (choice.pattern.large && store.status(kind).state != TableState::ready) continue;
    Result<TableData> data = store.open_or_build(kind, Residency::mapped, run);
    if (!data) return data.error();
    distributions.push_back(distribution(wanted, fixed_in(*choice.goal), stage::counts_of(data->bytes())));
  }
  if (distributions.empty())
    return Error{
        .kind = ErrorKind::missing,
        .message = fmt::format("the distribution of {} is in the table {}, which is not in {}", wanted.name(),
                               choices.front().pattern.name, store.directory().string()),
        .hint = "build it",
        .remedy = Remedy::build_table,
        .table = choices.front().pattern.name};
  const auto whole = whole_distribution(store, wanted, views, run, counting);
  if (!whole) return whole.error();
  if (*whole) distributions.push_back(**whole);
  return distributions;
}

}  // namespace halfturn

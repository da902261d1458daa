#include "front/statistics.h"

#include <limits>
#include <string_view>

#include "front/json.h"
#include "halfturn/distribution.h"

namespace halfturn {

namespace {

using Json = nlohmann::ordered_json;
using stats::Distribution;
using stats::StageStatistics;
using stats::Subset;

/// [low, high]; null if there is none.
Json json_of(const std::optional<stats::Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json(nullptr);
}

Json json_of(const StageStatistics& stage, Subset subset,
             const std::vector<stats::ExactDistribution>& exact_distributions) {
  const Distribution all = stage.distribution(subset);
  const auto known = [&all](auto value) { return all.empty() ? Json(nullptr) : Json(value); };
  Json json = {{"subset", name_of(subset)},
               {"n", all.count()},
               {"min", known(all.min())},
               {"max", known(all.max())},
               {"mean", known(all.mean())},
               {"deviation", all.count() < 2 ? Json(nullptr) : Json(all.deviation())},
               {"standard_error", all.count() < 2 ? Json(nullptr) : Json(all.standard_error())},
               {"mean_interval", json_of(all.mean_interval())},
               {"p10", known(all.percentile(10))},
               {"p50", known(all.percentile(50))},
               {"p90", known(all.percentile(90))},
               {"p99", known(all.percentile(99))},
               {"mode", known(all.mode())},
               {"mode_share", known(all.share(all.mode()))},
               {"mode_share_interval", all.empty() ? Json(nullptr) : json_of(all.interval(all.mode()))},
               {"saved_against_white", or_null(stage.saved_against_white(subset))}};
  Json counts = Json::array();
  for (int moves = 0; !all.empty() && moves <= all.max(); ++moves) counts.push_back(all.count_of(moves));
  json["counts"] = counts;
  Json intervals = Json::array();
  for (int moves = 0; !all.empty() && moves <= all.max(); ++moves)
    intervals.push_back(json_of(all.interval(moves)));
  json["share_intervals"] = intervals;
  if (const Distribution* exact = exact_among(exact_distributions, stage.name(), subset); exact != nullptr) {
    Json exact_counts = Json::array();
    for (int moves = 0; moves <= exact->max(); ++moves) exact_counts.push_back(exact->count_of(moves));
    json["exact"] = {{"positions", exact->count()}, {"mean", exact->mean()}, {"counts", exact_counts}};
  }
  return json;
}

Json json_of(const std::optional<stats::SymmetryCheck>& check) {
  if (!check) return nullptr;
  Json means = Json::object();
  for (std::size_t i = 0; i < check->subsets.size(); ++i)
    means[std::string(name_of(check->subsets[i]))] = check->means[i];
  return {{"means", means},
          {"standard_error", check->standard_error},
          {"spread", check->spread},
          {"expected_spread", check->expected_spread},
          {"largest_ordinary_spread", check->largest_ordinary},
          {"ordinary", check->ordinary()}};
}

Json json_of(const StageStatistics& stage, const std::vector<stats::ExactDistribution>& exact,
             const StatsView& view) {
  const std::string_view variant = stats::variant_of(stage.name());
  Json json = {{"stage", stage.name()},
               {"variant", variant == stats::kOtherVariant ? Json(nullptr) : Json(variant)},
               {"complete_rows", stage.complete_rows()},
               {"subsets", Json::array()}};
  for (const Subset subset : view.subsets) json["subsets"].push_back(json_of(stage, subset, exact));
  if (!view.between_subsets) return json;
  Json steps = Json::array();
  for (const stats::NeutralityStep& step : stage.neutrality())
    steps.push_back({{"colours", step.colours},
                     {"mean", step.mean},
                     {"mean_interval", json_of(step.mean_interval)},
                     {"saved", step.saved},
                     {"saved_interval", json_of(step.saved_interval)},
                     {"step", step.step}});
  json["neutrality"] = steps;
  json["symmetry"] = {{"single", json_of(stage.single_symmetry())},
                      {"pairs", json_of(stage.pair_symmetry())}};
  return json;
}

Json json_of(const stats::IncrementStatistics& increment, const StatsView& view) {
  Json subsets = Json::array();
  for (const Subset subset : view.subsets) {
    const std::uint64_t count = increment.count(subset);
    subsets.push_back({{"subset", name_of(subset)},
                       {"n", count},
                       {"mean", count == 0 ? Json(nullptr) : Json(increment.mean(subset))},
                       {"deviation", count < 2 ? Json(nullptr) : Json(increment.deviation(subset))}});
  }
  return {{"from", increment.from()}, {"to", increment.to()}, {"subsets", subsets}};
}

bool fits(PositionCount count) {
  return count <= std::numeric_limits<std::uint64_t>::max();
}

/// JSON has no larger whole numbers here: then the nearest that a double can be.
Json number_json(PositionCount count) {
  return fits(count) ? Json(static_cast<std::uint64_t>(count)) : Json(static_cast<double>(count));
}

stats::Distribution counts_of(const StageDistribution& exact) {
  stats::Distribution distribution;
  for (std::size_t moves = 0; moves < exact.counts.size(); ++moves)
    distribution.add(static_cast<int>(moves), static_cast<std::uint64_t>(exact.counts[moves]));
  return distribution;
}

ViewSet views_of(Subset subset) {
  return *parse_views(name_of(subset), ViewLetters::colours);
}

}  // namespace

Json statistics_json(const stats::Statistics& statistics, const std::vector<stats::ExactDistribution>& exact,
                     const StatsView& view) {
  Json stages = Json::array();
  for (const StageStatistics* stage : statistics.stages()) stages.push_back(json_of(*stage, exact, view));
  Json increments = Json::array();
  for (const stats::IncrementStatistics* increment : statistics.increments())
    increments.push_back(json_of(*increment, view));
  return {{"rows", statistics.rows},
          {"error_rows", statistics.error_rows},
          {"bad_rows", statistics.bad_rows},
          {"stages", stages},
          {"increments", increments}};
}

nlohmann::ordered_json distributions_json(const std::vector<StageDistribution>& distributions) {
  Json rows = Json::array();
  for (const StageDistribution& distribution : distributions) {
    Json counts = Json::array();
    for (const PositionCount count : distribution.counts) counts.push_back(number_json(count));
    rows.push_back({{"stage", distribution.stage},
                    {"fixed", distribution.fixed},
                    {"positions", number_json(distribution.positions)},
                    {"counts", counts},
                    {"mean", distribution.mean()}});
  }
  return rows;
}

Result<KnownDistributions> exact_distributions_of(const stats::Statistics& statistics,
                                                  const TableStore& store, const Run& run) {
  KnownDistributions found;
  for (const StageStatistics* stage : statistics.stages()) {
    const std::optional<Stage> wanted = stage_of_name(stage->name());
    bool any = false;
    for (const Subset subset : stats::kAllSubsets) {
      if (!wanted) break;
      const auto whole = whole_distribution(store, *wanted, views_of(subset), run);
      if (!whole) return whole.error();
      if (!*whole || !fits((*whole)->positions)) continue;
      found.known.push_back({stage->name(), subset, counts_of(**whole)});
      any = true;
    }
    if (!any) found.unknown.push_back(stage->name());
  }
  return found;
}

const Distribution* exact_among(const std::vector<stats::ExactDistribution>& distributions,
                                const std::string& stage, Subset subset) {
  for (const stats::ExactDistribution& known : distributions)
    if (known.stage == stage && known.subset == subset) return &known.distribution;
  return nullptr;
}

}  // namespace halfturn

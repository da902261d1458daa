// The statistics for programs: JSON and CSV.

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "cli/shared/json.h"
#include "cli/shared/result_output.h"
#include "cli/shared/terminal.h"
#include "cli/stats/stats_output.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;
using stats::Distribution;
using stats::StageStatistics;
using stats::Subset;

/// [low, high]; null if there is none.
Json json_of(const std::optional<stats::Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json(nullptr);
}

Json json_of(const DataSet& data, const StageStatistics& stage, Subset subset) {
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
  if (const Distribution* exact = data.exact_of(stage.name(), subset); exact != nullptr) {
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

Json json_of(const DataSet& data, const StageStatistics& stage, const StatsView& view) {
  const std::string_view variant = stats::variant_of(stage.name());
  Json json = {{"stage", stage.name()},
               {"variant", variant == stats::kOtherVariant ? Json(nullptr) : Json(variant)},
               {"complete_rows", stage.complete_rows()},
               {"subsets", Json::array()}};
  for (const Subset subset : view.subsets) json["subsets"].push_back(json_of(data, stage, subset));
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

/// "4.5,5.5", the interval of the mean; "," if there is none.
std::string mean_fields(const Distribution& distribution) {
  const std::optional<stats::Interval> interval = distribution.mean_interval();
  return interval ? fmt::format("{},{}", interval->low, interval->high) : ",";
}

std::string csv_row(const stats::Statistics& statistics, const StageStatistics& stage, Subset subset,
                    int most) {
  const Distribution all = stage.distribution(subset);
  std::string row = fmt::format("{},{},{},", csv_field(shown(stage.name(), foreign_text_for(STDOUT_FILENO))),
                                name_of(subset), all.count());
  const bool several = all.count() > 1;
  if (all.empty())
    row += ",,,,,,,,,,,,,,";
  else
    row += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}", all.min(), all.max(), all.mean(),
                       several ? fmt::format("{}", all.deviation()) : "",
                       several ? fmt::format("{}", all.standard_error()) : "", mean_fields(all),
                       all.percentile(10), all.percentile(50), all.percentile(90), all.percentile(99),
                       all.mode(), all.share(all.mode()), all.interval(all.mode()).low,
                       all.interval(all.mode()).high);
  const std::optional<double> saved = stage.saved_against_white(subset);
  row += saved ? fmt::format(",{}", *saved) : ",";
  const auto increments = statistics.increments();
  const auto into = std::ranges::find(increments, stage.name(), &stats::IncrementStatistics::to);
  const bool known = into != increments.end() && (*into)->count(subset) > 0;
  row += known ? fmt::format(",{}", (*into)->mean(subset)) : ",";
  for (int moves = 0; moves <= most; ++moves) row += fmt::format(",{}", all.count_of(moves));
  return row;
}

/// What all positions take; empty fields if it is not known.
std::string exact_fields(const Distribution* exact, int most) {
  if (exact == nullptr) return std::string(static_cast<std::size_t>(most) + 3, ',');
  std::string fields = fmt::format(",{},{}", exact->count(), exact->mean());
  for (int moves = 0; moves <= most; ++moves) fields += fmt::format(",{}", exact->count_of(moves));
  return fields;
}

}  // namespace

void print_stats_json(const Session& session, const DataSet& data, const StatsView& view) {
  Json stages = Json::array();
  for (const StageStatistics* stage : data.statistics.stages()) stages.push_back(json_of(data, *stage, view));
  Json increments = Json::array();
  for (const stats::IncrementStatistics* increment : data.statistics.increments())
    increments.push_back(json_of(*increment, view));
  Json json = {{"files", data.files}};
  if (!data.by.empty()) json.update(Json{{"by", data.by}, {"group", data.group}});
  json.update(Json{{"rows", data.statistics.rows},
                   {"error_rows", data.statistics.error_rows},
                   {"bad_rows", data.statistics.bad_rows},
                   {"stages", stages},
                   {"increments", increments}});
  // Names come from files, and may hold any bytes.
  print_result(session, json);
}

void print_stats_csv(std::span<const DataSet> sets, const StatsView& view) {
  int most = 0;
  for (const DataSet& data : sets)
    for (const StageStatistics* stage : data.statistics.stages())
      for (const Subset subset : view.subsets) most = std::max(most, stage->distribution(subset).max());
  // A group stands before its stages, under the name of its column.
  const ForeignText foreign = foreign_text_for(STDOUT_FILENO);
  const std::string& by = sets.front().by;
  if (!by.empty()) fmt::print("{},", csv_field(shown(by, foreign)));
  fmt::print(
      "stage,subset,n,min,max,mean,deviation,standard_error,mean_low,mean_high,p10,p50,p90,p99,mode,mode_"
      "share,"
      "mode_share_low,mode_share_high,saved_against_white,increment");
  for (int moves = 0; moves <= most; ++moves) fmt::print(",count_{}", moves);
  int most_exact = 0;
  bool has_exact = false;
  for (const DataSet& data : sets)
    for (const stats::ExactDistribution& exact : data.exact) {
      has_exact = true;
      most_exact = std::max(most_exact, exact.distribution.max());
    }
  if (has_exact) {
    fmt::print(",exact_positions,exact_mean");
    for (int moves = 0; moves <= most_exact; ++moves) fmt::print(",exact_count_{}", moves);
  }
  fmt::print("\n");
  for (const DataSet& data : sets)
    for (const StageStatistics* stage : data.statistics.stages())
      for (const Subset subset : view.subsets) {
        if (!by.empty()) fmt::print("{},", csv_field(shown(data.group, foreign)));
        fmt::print("{}{}\n", csv_row(data.statistics, *stage, subset, most),
                   has_exact ? exact_fields(data.exact_of(stage->name(), subset), most_exact) : "");
      }
}

}  // namespace halfturn::cli

// The statistics for programs: JSON and CSV.

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "cli/shared/result_output.h"
#include "cli/shared/terminal.h"
#include "cli/stats/stats_output.h"
#include "front/statistics.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;
using stats::Distribution;
using stats::StageStatistics;
using stats::Subset;

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
  Json json = {{"files", data.files}};
  if (!data.by.empty()) json.update(Json{{"by", data.by}, {"group", data.group}});
  json.update(statistics_json(data.statistics, data.exact, view));
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

// The comparison of two data sets as text, JSON and CSV.

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "cli/shared/result_output.h"
#include "cli/shared/session.h"
#include "cli/shared/terminal.h"
#include "cli/shared/text_table.h"
#include "cli/stats/stats_output.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;
using stats::Distribution;
using stats::MeanDifference;
using stats::StageStatistics;
using stats::Subset;

/// One subset of one stage in both data sets.
struct Pair {
  Subset subset;
  Distribution first;
  Distribution second;

  bool both() const { return !first.empty() && !second.empty(); }
  bool has_error() const { return first.count() > 1 && second.count() > 1; }  // a deviation needs two
  MeanDifference difference() const { return difference_of(first, second); }
};

struct SharedStage {
  std::string name;
  std::vector<Pair> pairs;
};

std::vector<SharedStage> shared_stages(const DataSet& first, const DataSet& second, const StatsView& view) {
  std::vector<SharedStage> shared;
  for (const StageStatistics* stage : first.statistics.stages()) {
    const StageStatistics* other = second.statistics.find(stage->name());
    if (other == nullptr) continue;
    SharedStage& both = shared.emplace_back(SharedStage{stage->name(), {}});
    for (const Subset subset : view.subsets)
      both.pairs.push_back({subset, stage->distribution(subset), other->distribution(subset)});
  }
  return shared;
}

/// The least and the most moves in either; low > high if there are none.
struct MoveRange {
  int low = stats::kMostMoves;
  int high = 0;
};

MoveRange range_of(const std::vector<Pair>& pairs) {
  MoveRange range;
  for (const Pair& pair : pairs)
    for (const Distribution* distribution : {&pair.first, &pair.second}) {
      if (distribution->empty()) continue;
      range.low = std::min(range.low, distribution->min());
      range.high = std::max(range.high, distribution->max());
    }
  return range;
}

std::string mean_text(const Distribution& distribution) {
  return distribution.empty() ? "-" : fmt::format("{:.4f}", distribution.mean());
}

std::string range_text(const Distribution& distribution) {
  return distribution.empty() ? "-" : fmt::format("{}..{}", distribution.min(), distribution.max());
}

void print_stage(const SharedStage& stage) {
  fmt::print("\n{} ({})\n", base::printable(stage.name), stats::variant_of(stage.name));
  TextTable means;
  means.add({"colours", "n A", "n B", "mean A", "mean B", "B - A", "+- 95 %", "range A", "range B"});
  for (const Pair& pair : stage.pairs) {
    const MeanDifference difference = pair.difference();
    means.add({std::string(name_of(pair.subset)), grouped(pair.first.count()), grouped(pair.second.count()),
               mean_text(pair.first), mean_text(pair.second),
               pair.both() ? fmt::format("{:+.4f}", difference.difference) : "-",
               difference.interval ? fmt::format("{:.4f}", difference.interval->half()) : "-",
               range_text(pair.first), range_text(pair.second)});
  }
  means.print();
  const MoveRange range = range_of(stage.pairs);
  if (range.low > range.high) return;
  fmt::print("\n");
  TextTable shares;
  std::vector<std::string> heading = {"% at", ""};
  for (int moves = range.low; moves <= range.high; ++moves) heading.push_back(std::to_string(moves));
  shares.add(heading);
  for (const Pair& pair : stage.pairs)
    for (const bool first : {true, false}) {
      const Distribution& distribution = first ? pair.first : pair.second;
      std::vector<std::string> row = {first ? std::string(name_of(pair.subset)) : "", first ? "A" : "B"};
      for (int moves = range.low; moves <= range.high; ++moves)
        row.push_back(distribution.empty() ? "-" : fmt::format("{:.2f}", 100 * distribution.share(moves)));
      shares.add(row);
    }
  shares.print();
}

Json json_of(const Distribution& distribution) {
  const auto known = [&distribution](auto value) {
    return distribution.empty() ? Json(nullptr) : Json(value);
  };
  Json shares = Json::array();
  for (int moves = 0; !distribution.empty() && moves <= distribution.max(); ++moves)
    shares.push_back(distribution.share(moves));
  return {{"n", distribution.count()},
          {"mean", known(distribution.mean())},
          {"deviation", distribution.count() < 2 ? Json(nullptr) : Json(distribution.deviation())},
          {"min", known(distribution.min())},
          {"max", known(distribution.max())},
          {"shares", shares}};
}

Json json_of(const DataSet& data) {
  return {{"files", data.files},
          {"rows", data.statistics.rows},
          {"error_rows", data.statistics.error_rows},
          {"bad_rows", data.statistics.bad_rows}};
}

/// ",5.8", or "," if the value is not known.
template <class T>
std::string field(bool known, T value) {
  return known ? fmt::format(",{}", value) : ",";
}

}  // namespace

void print_comparison_text(const DataSet& first, const DataSet& second, const StatsView& view) {
  fmt::print("A  {}: {}\nB  {}: {}\n", base::printable(first.name), counted(first.statistics.rows, "row"),
             base::printable(second.name), counted(second.statistics.rows, "row"));
  for (const SharedStage& stage : shared_stages(first, second, view)) print_stage(stage);
}

void print_comparison_json(const Session& session, const DataSet& first, const DataSet& second,
                           const StatsView& view) {
  Json stages = Json::array();
  for (const SharedStage& stage : shared_stages(first, second, view)) {
    Json subsets = Json::array();
    for (const Pair& pair : stage.pairs) {
      const MeanDifference difference = pair.difference();
      subsets.push_back(
          {{"subset", name_of(pair.subset)},
           {"a", json_of(pair.first)},
           {"b", json_of(pair.second)},
           {"difference", pair.both() ? Json(difference.difference) : Json(nullptr)},
           {"standard_error", pair.has_error() ? Json(difference.standard_error) : Json(nullptr)},
           {"difference_interval", difference.interval
                                       ? Json::array({difference.interval->low, difference.interval->high})
                                       : Json(nullptr)}});
    }
    stages.push_back({{"stage", stage.name}, {"subsets", subsets}});
  }
  const Json json = {{"a", json_of(first)}, {"b", json_of(second)}, {"stages", stages}};
  print_result(session, json);
}

void print_comparison_csv(const DataSet& first, const DataSet& second, const StatsView& view) {
  const std::vector<SharedStage> stages = shared_stages(first, second, view);
  int most = 0;
  for (const SharedStage& stage : stages) most = std::max(most, range_of(stage.pairs).high);
  fmt::print(
      "stage,subset,n_a,n_b,mean_a,mean_b,difference,standard_error,difference_low,difference_high,min_a,max_"
      "a,min_b,max_b");
  for (int moves = 0; moves <= most; ++moves) fmt::print(",share_a_{0},share_b_{0}", moves);
  fmt::print("\n");
  for (const SharedStage& stage : stages)
    for (const Pair& pair : stage.pairs) {
      const bool a = !pair.first.empty();
      const bool b = !pair.second.empty();
      std::string row =
          fmt::format("{},{},{},{}", csv_field(shown(stage.name, foreign_text_for(STDOUT_FILENO))),
                      name_of(pair.subset), pair.first.count(), pair.second.count());
      row += field(a, pair.first.mean()) + field(b, pair.second.mean());
      row += field(a && b, pair.difference().difference) +
             field(pair.has_error(), pair.difference().standard_error);
      const stats::Interval interval = pair.difference().interval.value_or(stats::Interval{});
      row += field(pair.has_error(), interval.low) + field(pair.has_error(), interval.high);
      row += field(a, pair.first.min()) + field(a, pair.first.max());
      row += field(b, pair.second.min()) + field(b, pair.second.max());
      for (int moves = 0; moves <= most; ++moves)
        row += field(a, pair.first.share(moves)) + field(b, pair.second.share(moves));
      fmt::print("{}\n", row);
    }
}

}  // namespace halfturn::cli

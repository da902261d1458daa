#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "cli/shared/session.h"
#include "cli/shared/text_table.h"
#include "cli/stats/stats_output.h"

namespace halfturn::cli {

namespace {

using stats::Distribution;
using stats::StageStatistics;
using stats::Subset;

using Row = std::vector<std::string>;

/// Four decimals, and no -0.0000.
std::string moves_text(double moves) {
  return fmt::format("{:.4f}", std::abs(moves) < 0.00005 ? 0.0 : moves);
}

std::string percent(double share) {
  return fmt::format("{:.2f} %", 100 * share);
}

/// The figures of one subset; dashes where no row has its cells.
Row figures_row(const StageStatistics& stage, Subset subset) {
  const Distribution all = stage.distribution(subset);
  Row row = {std::string(name_of(subset)), grouped(all.count())};
  if (all.empty()) {
    row.resize(15, "-");
    return row;
  }
  for (const int value : {all.min(), all.max()}) row.push_back(std::to_string(value));
  row.push_back(fmt::format("{:.4f}", all.mean()));
  const std::optional<stats::Interval> interval = all.mean_interval();
  row.push_back(interval ? fmt::format("{:.4f}", interval->half()) : "-");
  row.push_back(all.count() < 2 ? "-" : fmt::format("{:.4f}", all.deviation()));
  for (const int value : {10, 50, 90, 99}) row.push_back(std::to_string(all.percentile(value)));
  row.push_back(std::to_string(all.mode()));
  row.push_back(percent(all.share(all.mode())));
  const stats::Interval share = all.interval(all.mode());
  row.push_back(fmt::format("{:.2f}..{:.2f}", 100 * share.low, 100 * share.high));
  const std::optional<double> saved = stage.saved_against_white(subset);
  row.push_back(saved && subset != Subset::W ? moves_text(*saved) : "-");
  return row;
}

/// The shares of this stage's rows beside those of all positions, for the colours where these are known.
void print_exact(const DataSet& data, const StageStatistics& stage, const StatsView& view) {
  TextTable table;
  int low = stats::kMostMoves;
  int high = 0;
  std::vector<Subset> known;
  for (const Subset subset : view.subsets) {
    const Distribution* exact = data.exact_of(stage.name(), subset);
    const Distribution seen = stage.distribution(subset);
    if (exact == nullptr || seen.empty()) continue;
    known.push_back(subset);
    low = std::min({low, exact->min(), seen.min()});
    high = std::max({high, exact->max(), seen.max()});
  }
  if (known.empty()) return;
  fmt::print("\n");
  Row heading = {"% at", ""};
  for (int moves = low; moves <= high; ++moves) heading.push_back(std::to_string(moves));
  heading.emplace_back("mean");
  table.add(heading);
  for (const Subset subset : known) {
    const auto add = [&](const Distribution& shown, std::string colours, const char* what) {
      Row row = {std::move(colours), what};
      for (int moves = low; moves <= high; ++moves)
        row.push_back(fmt::format("{:.3f}", 100 * shown.share(moves)));
      row.push_back(fmt::format("{:.4f}", shown.mean()));
      table.add(row);
    };
    add(stage.distribution(subset), std::string(name_of(subset)), "rows");
    add(*data.exact_of(stage.name(), subset), "", "exact");
  }
  table.print();
}

void print_stage(const StageStatistics& stage, const StatsView& view) {
  fmt::print("\n{} ({})\n", base::printable(stage.name()), stats::variant_of(stage.name()));
  TextTable figures;
  figures.add({"colours", "n", "min", "max", "mean", "+-", "sd", "p10", "p50", "p90", "p99", "mode", "share",
               "95 %", "saved"});
  int low = stats::kMostMoves;
  int high = 0;
  for (const Subset subset : view.subsets) {
    figures.add(figures_row(stage, subset));
    const Distribution all = stage.distribution(subset);
    if (all.empty()) continue;
    low = std::min(low, all.min());
    high = std::max(high, all.max());
  }
  figures.print();
  if (low > high) return;
  fmt::print("\n");
  TextTable counts;
  Row heading = {"moves"};
  for (int moves = low; moves <= high; ++moves) heading.push_back(std::to_string(moves));
  counts.add(heading);
  for (const Subset subset : view.subsets) {
    const Distribution all = stage.distribution(subset);
    Row row = {std::string(name_of(subset))};
    for (int moves = low; moves <= high; ++moves) row.push_back(grouped(all.count_of(moves)));
    counts.add(row);
  }
  counts.print();
}

void print_increments(const stats::Statistics& statistics, const StatsView& view) {
  if (statistics.increments().empty()) return;
  fmt::print("\nHow much longer a stage is than the one before it, mean\n");
  TextTable table;
  Row heading = {"stage"};
  for (const Subset subset : view.subsets) heading.emplace_back(name_of(subset));
  table.add(heading);
  for (const stats::IncrementStatistics* increment : statistics.increments()) {
    Row row = {increment->to()};
    for (const Subset subset : view.subsets)
      row.push_back(increment->count(subset) == 0 ? "-" : fmt::format("{:+.4f}", increment->mean(subset)));
    table.add(row);
  }
  table.print();
}

void print_neutrality(const stats::Statistics& statistics) {
  fmt::print("\nMean with 1, 2, 4 and 6 colours to choose from, and what each step saves\n");
  TextTable table;
  table.add({"stage", "1", "2", "4", "6", "1 to 2", "2 to 4", "4 to 6", "1 to 6", "+-"});
  for (const StageStatistics* stage : statistics.stages()) {
    Row row = {base::printable(stage->name())};
    const std::vector<stats::NeutralityStep> steps = stage->neutrality();
    for (const stats::NeutralityStep& step : steps) row.push_back(fmt::format("{:.4f}", step.mean));
    for (std::size_t i = 1; i < steps.size(); ++i) row.push_back(fmt::format("{:.4f}", steps[i].step));
    if (!steps.empty()) row.push_back(fmt::format("{:.4f}", steps.back().saved));
    if (!steps.empty() && steps.back().saved_interval)
      row.push_back(fmt::format("{:.4f}", steps.back().saved_interval->half()));
    row.resize(10, "-");
    table.add(row);
  }
  table.print();
}

void print_symmetry(const stats::Statistics& statistics, const char* title, Row heading,
                    std::optional<stats::SymmetryCheck> (StageStatistics::*check_of)() const) {
  fmt::print("\n{}\n", title);
  TextTable table;
  const std::size_t subsets = heading.size();
  heading.insert(heading.begin(), "stage");
  for (const char* name : {"std error", "spread", "expected", "95 % limit", "the spread is"})
    heading.emplace_back(name);
  table.add(heading);
  for (const StageStatistics* stage : statistics.stages()) {
    const std::optional<stats::SymmetryCheck> check = (stage->*check_of)();
    Row row = {base::printable(stage->name())};
    if (check) {
      for (const double mean : check->means) row.push_back(fmt::format("{:.4f}", mean));
      row.push_back(fmt::format("{:.5f}", check->standard_error));
      row.push_back(fmt::format("{:.5f}", check->spread));
      row.push_back(fmt::format("{:.5f}", check->expected_spread));
      row.push_back(fmt::format("{:.5f}", check->largest_ordinary));
      row.emplace_back(check->ordinary() ? "ordinary" : "large");
    }
    row.resize(subsets + 6, "-");
    table.add(row);
  }
  table.print();
}

}  // namespace

void print_stats_text(const DataSet& data, const StatsView& view) {
  fmt::print("{}: {}", base::printable(data.name), counted(data.statistics.rows, "row"));
  if (data.statistics.error_rows > 0)
    fmt::print(", {} of them with an error", grouped(data.statistics.error_rows));
  if (data.statistics.bad_rows > 0)
    fmt::print("; {} more could not be read", grouped(data.statistics.bad_rows));
  fmt::print("\n+-: 95 % confidence interval of the mean; 95 %: that of the share of the mode\n");
  for (const StageStatistics* stage : data.statistics.stages()) {
    print_stage(*stage, view);
    print_exact(data, *stage, view);
  }
  print_increments(data.statistics, view);
  if (!view.between_subsets) return;
  print_neutrality(data.statistics);
  print_symmetry(data.statistics,
                 "Means of the six colours, the same but for chance where nothing prefers a colour",
                 {"W", "Y", "O", "R", "G", "B"}, &StageStatistics::single_symmetry);
  print_symmetry(data.statistics, "Means of the three pairs of opposite colours", {"WY", "BG", "OR"},
                 &StageStatistics::pair_symmetry);
}

}  // namespace halfturn::cli

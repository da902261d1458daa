#include <fmt/core.h>

#include <algorithm>

#include "stats/chart.h"
#include "stats/figure_list.h"

namespace halfturn::stats {

namespace {

constexpr const char* kMovesName = "moves";
constexpr const char* kShareName = "share of all rows, %";

/// "51.24"; "<0.01" for a share that would be rounded to zero; empty for zero.
std::string percent_text(double share, int decimals) {
  const double percent = 100 * share;
  if (share == 0) return "";
  const double least = decimals == 2 ? 0.005 : 0.05;
  if (percent < least) return decimals == 2 ? "<0.01" : "<0.1";
  return fmt::format("{:.{}f}", percent, decimals);
}

std::string described(const std::string& source, const Distribution& distribution) {
  return fmt::format("{}: n = {}, mean {:.4f}, standard deviation {:.4f}, median {}, 99th percentile {}",
                     source, grouped(distribution.count()), distribution.mean(), distribution.deviation(),
                     distribution.percentile(50), distribution.percentile(99));
}

std::string with_mean(std::string_view name, double mean) {
  return fmt::format("{} (mean {:.3f})", name, mean);
}

/// Some subsets of one stage side by side.
std::string draw_subsets(const StageStatistics& stage, const std::string& title, const std::string& source,
                         const std::vector<Subset>& subsets) {
  std::vector<NamedDistribution> distributions;
  for (const Subset subset : subsets)
    distributions.push_back(
        {with_mean(name_of(subset), stage.complete(subset).mean()), stage.complete(subset)});
  return draw_distributions(title, fmt::format("{}: n = {}", source, grouped(stage.complete_rows())),
                            distributions);
}

std::string title_of(const VariantStages& variant) {
  return variant.variant == kOtherVariant ? "Other stages" : "Stages of the variant " + variant.variant;
}

/// All stages of a variant, with all six colours to choose from.
std::string draw_stages(const VariantStages& variant, const std::string& source) {
  LinePlot plot{.x_name = kMovesName, .y_name = kShareName, .filled = true};
  std::vector<LegendEntry> legend;
  int low = kMostMoves;
  int high = 0;
  for (const StageStatistics* stage : variant.stages) {
    const Distribution& distribution = stage->complete(Subset::BGORWY);
    low = std::min(low, distribution.min());
    high = std::max(high, distribution.max());
    legend.push_back({with_mean(stage->name(), distribution.mean()), legend.size()});
    LineSeries line;
    for (int moves = distribution.min(); moves <= distribution.max(); ++moves)
      line.points.push_back({static_cast<double>(moves), 100 * distribution.share(moves)});
    line.peak_label = percent_text(distribution.share(distribution.mode()), 1) + " %";
    plot.series.push_back(std::move(line));
  }
  for (int moves = low; moves <= high; ++moves) plot.x_ticks.push_back(moves);
  Sheet sheet(title_of(variant) + ", best of the colours BGORWY",
              fmt::format("{}: {}", source, rows_text(variant.stages)), legend, true);
  draw_lines(sheet.svg, sheet.body, plot);
  return std::move(sheet.svg).finish();
}

/// The means by the number of colours to choose from, and beside them the moves saved.
std::string draw_neutrality(const VariantStages& variant, const std::string& source) {
  LinePlot means{.x_name = "colours to choose from",
                 .y_name = "mean, moves",
                 .x_ticks = {1, 2, 4, 6},
                 .from_zero = false};
  LinePlot saved{.x_name = "colours to choose from",
                 .y_name = "saved against one colour, moves",
                 .x_ticks = {1, 2, 4, 6}};
  std::vector<LegendEntry> legend;
  for (const StageStatistics* stage : variant.stages) {
    LineSeries mean_line, saved_line;
    const std::vector<NeutralityStep> steps = stage->neutrality();
    for (const NeutralityStep& step : steps) {
      mean_line.points.push_back({static_cast<double>(step.colours), step.mean});
      saved_line.points.push_back({static_cast<double>(step.colours), step.saved});
    }
    mean_line.first_label = fmt::format("{:.2f}", steps.front().mean);
    mean_line.last_label = fmt::format("{:.2f}", steps.back().mean);
    saved_line.last_label = fmt::format("{:.3f}", steps.back().saved);
    means.series.push_back(std::move(mean_line));
    saved.series.push_back(std::move(saved_line));
    legend.push_back({stage->name(), legend.size()});
  }
  Sheet sheet(title_of(variant) + ", and what colour neutrality saves",
              fmt::format("{}: {}; means over all choices of 1, 2 (opposite), 4 and 6 colours", source,
                          rows_text(variant.stages)),
              legend, true);
  constexpr double kGap = 26;
  const double half = (sheet.body.width - kGap) / 2;
  draw_lines(sheet.svg, {sheet.body.x, sheet.body.y, half, sheet.body.height}, means);
  draw_lines(sheet.svg, {sheet.body.x + half + kGap, sheet.body.y, half, sheet.body.height}, saved);
  return std::move(sheet.svg).finish();
}

}  // namespace

void FigureList::add(const std::string& name, std::string svg) {
  std::string plain;
  for (const char c : name) {
    const bool safe =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    plain += safe ? c : '_';
  }
  constexpr std::size_t kLongest = 100;
  if (plain.size() > kLongest) plain.resize(kLongest);
  // Names may differ only in replaced characters, or only in case, which some file systems ignore.
  const auto lower = [](std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  std::string unique = plain + ".svg";
  // A number that was tried once is not tried again, so that many equal names take no more time than others.
  int& number = next_number_.try_emplace(lower(plain), 2).first->second;
  while (!taken_.insert(lower(unique)).second) unique = fmt::format("{}-{}.svg", plain, number++);
  figures_.push_back({std::move(unique), std::move(svg)});
}

std::string rows_text(const std::vector<const StageStatistics*>& stages) {
  const auto [least, most] = std::ranges::minmax(stages, {}, &StageStatistics::complete_rows);
  const std::string first = "n = " + grouped(least->complete_rows());
  return least->complete_rows() == most->complete_rows() ? first
                                                         : first + " to " + grouped(most->complete_rows());
}

std::vector<VariantStages> by_variant(const Statistics& statistics) {
  constexpr std::size_t kMostTogether = 10;
  std::vector<VariantStages> variants;
  for (const StageStatistics* stage : statistics.stages()) {
    if (stage->complete_rows() == 0) continue;
    const std::string_view variant = variant_of(stage->name());
    if (variants.empty() || variants.back().variant != variant ||
        variants.back().stages.size() == kMostTogether)
      variants.push_back({std::string(variant), {}});
    variants.back().stages.push_back(stage);
  }
  return variants;
}

std::string draw_distributions(const std::string& title, const std::string& subtitle,
                               const std::vector<NamedDistribution>& distributions) {
  BarPlot plot{.x_name = kMovesName, .y_name = kShareName};
  std::vector<LegendEntry> legend;
  int low = kMostMoves;
  int high = 0;
  for (const auto& [name, distribution] : distributions) {
    legend.push_back({name, legend.size()});
    if (distribution.empty()) continue;
    low = std::min(low, distribution.min());
    high = std::max(high, distribution.max());
  }
  for (int moves = std::min(low, high); moves <= high; ++moves)
    plot.categories.push_back(std::to_string(moves));
  for (const auto& [name, distribution] : distributions) {
    BarSeries bars;
    for (int moves = std::min(low, high); moves <= high; ++moves) {
      bars.values.push_back(100 * distribution.share(moves));
      bars.labels.push_back(percent_text(distribution.share(moves), distributions.size() == 1 ? 2 : 1));
    }
    plot.series.push_back(std::move(bars));
  }
  Sheet sheet(title, subtitle, legend);
  draw_bars(sheet.svg, sheet.body, plot);
  return std::move(sheet.svg).finish();
}

std::vector<Figure> draw_statistics(const Statistics& statistics, const std::string& source) {
  FigureList figures;
  for (const StageStatistics* stage : statistics.stages()) {
    const std::string& name = stage->name();
    for (const Subset subset : {Subset::W, Subset::BGORWY}) {
      const Distribution distribution = stage->distribution(subset);
      if (distribution.empty()) continue;
      figures.add(
          fmt::format("{}_{}", name, name_of(subset)),
          draw_distributions(
              subset == Subset::W ? name + ", bottom colour W" : name + ", best of the colours BGORWY",
              described(source, distribution), {{std::string(name_of(subset)), distribution}}));
    }
    if (stage->complete_rows() == 0) continue;
    figures.add(name + "_colours",
                draw_subsets(*stage, name + ", with one, two and six colours to choose from", source,
                             {Subset::W, Subset::WY, Subset::BGORWY}));
    figures.add(name + "_pairs", draw_subsets(*stage, name + ", the three pairs of opposite colours", source,
                                              {Subset::WY, Subset::BG, Subset::OR}));
  }
  for (const VariantStages& variant : by_variant(statistics)) {
    figures.add(variant.variant + "_stages_BGORWY", draw_stages(variant, source));
    figures.add(variant.variant + "_neutrality", draw_neutrality(variant, source));
  }
  return figures.take();
}

}  // namespace halfturn::stats

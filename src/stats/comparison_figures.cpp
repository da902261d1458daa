#include <fmt/core.h>

#include <algorithm>

#include "stats/chart.h"
#include "stats/distribution_figure.h"
#include "stats/figure_list.h"
#include "stats/words.h"

namespace halfturn::stats {

namespace {

/// Of the two data sets, short enough for a picture.
struct Names {
  std::string first;
  std::string second;
};

/// A stage that both data sets have.
struct SharedStage {
  const StageStatistics* first;
  const StageStatistics* second;
};

/// "n = 1,200 and 300. Data: all.csv and hard.csv".
std::string origin_of_both(const std::string& rows, const Names& names) {
  return fmt::format("{}. Data: {} and {}", rows, names.first, names.second);
}

/// The mean of each stage of a variant in both data sets, with the difference of the means below.
std::string draw_means(const std::string& variant, const std::vector<SharedStage>& stages, const Names& names,
                       const PictureOptions& options) {
  BarPlot plot{.x_name = "stage, and how much more the second takes", .y_name = "mean, moves"};
  plot.series.resize(2);
  std::vector<const StageStatistics*> firsts, seconds;
  const auto add = [](BarSeries& series, const Distribution& distribution) {
    const std::optional<Interval> interval = distribution.mean_interval();
    const double mean = distribution.mean();
    series.values.push_back(mean);
    series.labels.push_back(fmt::format("{:.3f}", mean));
    series.ranges.push_back(interval ? Range{std::max(0.0, interval->low), interval->high}
                                     : Range{mean, mean});
  };
  for (const SharedStage& stage : stages) {
    const Distribution& a = stage.first->complete(Subset::BGORWY);
    const Distribution& b = stage.second->complete(Subset::BGORWY);
    const MeanDifference difference = difference_of(a, b);
    firsts.push_back(stage.first);
    seconds.push_back(stage.second);
    plot.categories.push_back(words_of_stage(stage.first->name()));
    plot.notes.push_back(difference.interval ? fmt::format("{:+.3f} \u00B1 {:.3f}", difference.difference,
                                                           difference.interval->half())
                                             : fmt::format("{:+.3f}", difference.difference));
    add(plot.series[0], a);
    add(plot.series[1], b);
  }
  Sheet sheet(
      titled({fmt::format("{} and {}: {}", names.first, names.second, words_of_variant(variant)),
              "Mean moves with the best of the six bottom colours",
              origin_of_both(fmt::format("{} and {}", rows_text(firsts), rows_text(seconds)), names),
              "Thin lines, where long enough to be seen, and \u00B1: 95 % confidence intervals of the means "
              "(Student) and of their differences (Welch)."},
             options),
      {{names.first, 0}, {names.second, 1}});
  draw_bars(sheet.svg, sheet.body, plot);
  return std::move(sheet.svg).finish();
}

std::string draw_stage(const SharedStage& stage, const Names& names, const PictureOptions& options) {
  const Distribution& a = stage.first->complete(Subset::BGORWY);
  const Distribution& b = stage.second->complete(Subset::BGORWY);
  const MeanDifference difference = difference_of(a, b);
  return draw_distributions(
      {fmt::format("{} and {}: {}", names.first, names.second, words_of_stage(stage.first->name())),
       fmt::format("Moves with the best of the six bottom colours; the means differ by {:+.4f}{}",
                   difference.difference,
                   difference.interval ? fmt::format(" \u00B1 {:.4f}", difference.interval->half()) : ""),
       fmt::format("{} and {}", names.first, names.second)},
      {{with_mean(names.first, a), a}, {with_mean(names.second, b), b}}, options);
}

}  // namespace

std::vector<Figure> draw_comparison(const Statistics& first, const std::string& first_name,
                                    const Statistics& second, const std::string& second_name,
                                    const PictureOptions& options) {
  FigureList figures;
  const Names names{shortened(first_name, kLongestOfTwo), shortened(second_name, kLongestOfTwo)};
  for (const VariantStages& variant : by_variant(first)) {
    std::vector<SharedStage> shared;
    for (const StageStatistics* stage : variant.stages) {
      const StageStatistics* other = second.find(stage->name());
      if (other != nullptr && other->complete_rows() > 0) shared.push_back({stage, other});
    }
    if (shared.empty()) continue;
    figures.add("compare_means_" + variant.variant, draw_means(variant.variant, shared, names, options));
    for (const SharedStage& stage : shared)
      figures.add(fmt::format("compare_{}_BGORWY", stage.first->name()), draw_stage(stage, names, options));
  }
  return figures.take();
}

}  // namespace halfturn::stats

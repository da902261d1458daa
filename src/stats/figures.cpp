#include <fmt/core.h>

#include <algorithm>

#include "stats/chart.h"
#include "stats/distribution_figure.h"
#include "stats/figure_list.h"
#include "stats/words.h"

namespace halfturn::stats {

namespace {

constexpr const char* kMeansNote =
    "Thin lines, where long enough to be seen: 95 % confidence intervals (Student).";

/// The exact distribution for these colours, if it was given; else an empty one.
Distribution exact_of(const PictureOptions& options, const std::string& stage, Subset subset) {
  for (const ExactDistribution& exact : options.exact)
    if (exact.stage == stage && exact.subset == subset) return exact.distribution;
  return {};
}

std::string described(Subset subset, const Distribution& distribution) {
  const std::optional<Interval> interval = distribution.mean_interval();
  return fmt::format(
      "Moves {}: mean {:.4f}{}, standard deviation {:.4f}, median {}, 99th percentile {}",
      subset == Subset::W ? "with white at the bottom" : "with the best of the six bottom colours",
      distribution.mean(), interval ? fmt::format(" \u00B1 {:.4f}", interval->half()) : "",
      distribution.deviation(), distribution.percentile(50), distribution.percentile(99));
}

/// Some subsets of one stage side by side.
std::string draw_subsets(const StageStatistics& stage, const char* what, const std::string& source,
                         const std::vector<Subset>& subsets, const PictureOptions& options) {
  std::vector<NamedDistribution> distributions;
  for (const Subset subset : subsets) {
    const Distribution& distribution = stage.complete(subset);
    distributions.push_back(
        {with_mean(words_of(subset), distribution), distribution, exact_of(options, stage.name(), subset)});
  }
  return draw_distributions({fmt::format("{}, {}", words_of_stage(stage.name()), what),
                             "Moves with the best of the bottom colours to choose from", source},
                            distributions, options);
}

/// "Standard stages".
std::string title_of(const VariantStages& variant) {
  std::string title(words_of_variant(variant.variant));
  if (title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

/// All stages of a variant, with all six colours to choose from.
std::string draw_stages(const VariantStages& variant, const std::string& source,
                        const PictureOptions& options) {
  LinePlot plot{.x_name = moves_name(options),
                .y_name = share_name(options),
                .logarithmic = options.scale == Scale::logarithmic,
                .filled = options.scale == Scale::linear && !options.cumulative};
  std::vector<LegendEntry> legend;
  std::vector<NamedDistribution> distributions;
  int low = kMostMoves;
  int high = 0;
  for (const StageStatistics* stage : variant.stages) {
    const Distribution& distribution = stage->complete(Subset::BGORWY);
    low = std::min(low, distribution.min());
    high = std::max(high, distribution.max());
    legend.push_back({with_mean(words_of_stage(stage->name()), distribution), legend.size(), Sign::line});
    distributions.push_back({stage->name(), distribution});
    LineSeries line = line_of(distribution, distribution.min(), distribution.max(), options);
    line.labels.resize(line.points.size());
    const auto peak = static_cast<std::size_t>(distribution.mode() - distribution.min());
    if (!options.cumulative)
      line.labels[peak] = percent_text(distribution.share(distribution.mode()), 1) + " %";
    plot.series.push_back(std::move(line));
  }
  for (int moves = low; moves <= high; ++moves) plot.x_ticks.push_back(moves);
  Sheet sheet(titled({title_of(variant) + ", any colour", "Moves with the best of the six bottom colours",
                      origin_text(rows_text(variant.stages), source), shares_note(distributions, options)},
                     options),
              legend);
  draw_lines(sheet.svg, sheet.body, plot);
  return std::move(sheet.svg).finish();
}

/// The means by the number of colours to choose from, and beside them the moves saved.
std::string draw_neutrality(const VariantStages& variant, const std::string& source,
                            const PictureOptions& options) {
  // What stages save is nearly the same, and their thin lines would cover each other.
  const double apart = std::min(5.0, 24 / static_cast<double>(variant.stages.size()));
  LinePlot means{.x_name = "colours to choose from",
                 .y_name = "mean, moves",
                 .x_ticks = {1, 2, 4, 6},
                 .from_zero = false};
  LinePlot saved{.x_name = "colours to choose from",
                 .y_name = "saved against one colour, moves",
                 .x_ticks = {1, 2, 4, 6},
                 .apart = apart};
  std::vector<LegendEntry> legend;
  for (const StageStatistics* stage : variant.stages) {
    LineSeries mean_line, saved_line;
    const std::vector<NeutralityStep> steps = stage->neutrality();
    const auto range = [](double value, const std::optional<Interval>& interval) {
      return interval ? Range{interval->low, interval->high} : Range{value, value};
    };
    for (const NeutralityStep& step : steps) {
      mean_line.points.push_back({static_cast<double>(step.colours), step.mean});
      mean_line.ranges.push_back(range(step.mean, step.mean_interval));
      saved_line.points.push_back({static_cast<double>(step.colours), step.saved});
      saved_line.ranges.push_back(range(step.saved, step.saved_interval));
    }
    mean_line.first_label = fmt::format("{:.2f}", steps.front().mean);
    mean_line.last_label = fmt::format("{:.2f}", steps.back().mean);
    saved_line.last_label = fmt::format("{:.3f}", steps.back().saved);
    means.series.push_back(std::move(mean_line));
    saved.series.push_back(std::move(saved_line));
    legend.push_back({words_of_stage(stage->name()), legend.size(), Sign::line});
  }
  Sheet sheet(titled({title_of(variant) + ", and what colour neutrality saves",
                      "Means over all choices of 1, 2 (opposite), 4 and 6 bottom colours",
                      origin_text(rows_text(variant.stages), source), kMeansNote},
                     options),
              legend);
  constexpr double kGap = 26;
  const double half = (sheet.body.width - kGap) / 2;
  draw_lines(sheet.svg, {sheet.body.x, sheet.body.y, half, sheet.body.height}, means);
  draw_lines(sheet.svg, {sheet.body.x + half + kGap, sheet.body.y, half, sheet.body.height}, saved);
  return std::move(sheet.svg).finish();
}

}  // namespace

std::vector<Figure> draw_statistics(const Statistics& statistics, const std::string& source_name,
                                    const PictureOptions& options) {
  FigureList figures;
  const std::string source = shortened(source_name, kLongestSource);
  for (const StageStatistics* stage : statistics.stages()) {
    const std::string& name = stage->name();
    for (const Subset subset : {Subset::W, Subset::BGORWY}) {
      const Distribution distribution = stage->distribution(subset);
      if (distribution.empty()) continue;
      figures.add(
          fmt::format("{}_{}", name, name_of(subset)),
          draw_distributions({fmt::format("{}, {}", words_of_stage(name), words_of(subset)),
                              described(subset, distribution), source},
                             {{"these rows", distribution, exact_of(options, name, subset)}}, options));
    }
    if (stage->complete_rows() == 0) continue;
    figures.add(name + "_colours", draw_subsets(*stage, "with one, two and six colours to choose from",
                                                source, {Subset::W, Subset::WY, Subset::BGORWY}, options));
    figures.add(name + "_pairs", draw_subsets(*stage, "the three pairs of opposite colours", source,
                                              {Subset::WY, Subset::BG, Subset::OR}, options));
  }
  for (const VariantStages& variant : by_variant(statistics)) {
    figures.add(variant.variant + "_stages_BGORWY", draw_stages(variant, source, options));
    figures.add(variant.variant + "_neutrality", draw_neutrality(variant, source, options));
  }
  return figures.take();
}

}  // namespace halfturn::stats

#include <fmt/core.h>

#include "stats/chart.h"
#include "stats/figure_list.h"

namespace halfturn::stats {

namespace {

struct Names {
  const std::string& first;
  const std::string& second;
};

/// A stage that both data sets have.
struct SharedStage {
  const StageStatistics* first;
  const StageStatistics* second;
};

/// The mean and range of each stage of a variant in both data sets, with the difference of the means below.
std::string draw_means(const std::string& variant, const std::vector<SharedStage>& stages,
                       const Names& names) {
  BarPlot plot{.x_name = "stage, and how much more the second takes",
               .y_name = "mean, moves (line: least to most)"};
  plot.series.resize(2);
  std::vector<const StageStatistics*> firsts, seconds;
  const auto add = [](BarSeries& series, const Distribution& distribution) {
    series.values.push_back(distribution.mean());
    series.labels.push_back(fmt::format("{:.3f}", distribution.mean()));
    series.ranges.emplace_back(distribution.min(), distribution.max());
  };
  for (const SharedStage& stage : stages) {
    const Distribution& a = stage.first->complete(Subset::BGORWY);
    const Distribution& b = stage.second->complete(Subset::BGORWY);
    firsts.push_back(stage.first);
    seconds.push_back(stage.second);
    plot.categories.push_back(stage.first->name());
    plot.notes.push_back(fmt::format("{:+.3f}", difference_of(a, b).difference));
    add(plot.series[0], a);
    add(plot.series[1], b);
  }
  Sheet sheet(variant == kOtherVariant
                  ? fmt::format("{} and {}: other stages", names.first, names.second)
                  : fmt::format("{} and {}: stages of the variant {}", names.first, names.second, variant),
              fmt::format("best of the colours BGORWY; {} and {}", rows_text(firsts), rows_text(seconds)),
              {{names.first, 0}, {names.second, 1}});
  draw_bars(sheet.svg, sheet.body, plot);
  return std::move(sheet.svg).finish();
}

std::string draw_stage(const SharedStage& stage, const Names& names) {
  const Distribution& a = stage.first->complete(Subset::BGORWY);
  const Distribution& b = stage.second->complete(Subset::BGORWY);
  return draw_distributions(
      fmt::format("{} and {}: {}", names.first, names.second, stage.first->name()),
      fmt::format("best of the colours BGORWY; n = {} and {}; means differ by {:+.4f}", grouped(a.count()),
                  grouped(b.count()), difference_of(a, b).difference),
      {{fmt::format("{} (mean {:.3f})", names.first, a.mean()), a},
       {fmt::format("{} (mean {:.3f})", names.second, b.mean()), b}});
}

}  // namespace

std::vector<Figure> draw_comparison(const Statistics& first, const std::string& first_name,
                                    const Statistics& second, const std::string& second_name) {
  FigureList figures;
  const Names names{first_name, second_name};
  for (const VariantStages& variant : by_variant(first)) {
    std::vector<SharedStage> shared;
    for (const StageStatistics* stage : variant.stages) {
      const StageStatistics* other = second.find(stage->name());
      if (other != nullptr && other->complete_rows() > 0) shared.push_back({stage, other});
    }
    if (shared.empty()) continue;
    figures.add("compare_means_" + variant.variant, draw_means(variant.variant, shared, names));
    for (const SharedStage& stage : shared)
      figures.add(fmt::format("compare_{}_BGORWY", stage.first->name()), draw_stage(stage, names));
  }
  return figures.take();
}

}  // namespace halfturn::stats

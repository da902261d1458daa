#include "stats/distribution_figure.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"

namespace halfturn::stats {

namespace {

/// In percent.
double wanted_share(const Distribution& distribution, int moves, const PictureOptions& options) {
  return 100 * (options.cumulative ? distribution.share_up_to(moves) : distribution.share(moves));
}

Range wanted_range(const Distribution& distribution, int moves, const PictureOptions& options) {
  const Interval interval =
      options.cumulative ? distribution.interval_up_to(moves) : distribution.interval(moves);
  return {100 * interval.low, 100 * interval.high};
}

/// The least and the most moves in any of them, exact ones too.
std::pair<int, int> moves_in(const std::vector<NamedDistribution>& distributions) {
  int low = kMostMoves;
  int high = 0;
  for (const NamedDistribution& named : distributions)
    for (const Distribution* distribution : {&named.distribution, &named.exact}) {
      if (distribution->empty()) continue;
      low = std::min(low, distribution->min());
      high = std::max(high, distribution->max());
    }
  return {std::min(low, high), high};
}

BarPlot bars_of(const std::vector<NamedDistribution>& distributions, const PictureOptions& options) {
  const auto [low, high] = moves_in(distributions);
  BarPlot plot{.x_name = moves_name(options), .y_name = share_name(options)};
  for (int moves = low; moves <= high; ++moves) plot.categories.push_back(std::to_string(moves));
  for (const NamedDistribution& named : distributions) {
    BarSeries bars;
    for (int moves = low; moves <= high; ++moves) {
      const double share = wanted_share(named.distribution, moves, options);
      bars.values.push_back(share);
      bars.labels.push_back(percent_text(share / 100, distributions.size() == 1 ? 2 : 1));
      // Where nothing was seen there is nothing to put an interval around.
      bars.ranges.push_back(share > 0 ? wanted_range(named.distribution, moves, options) : Range{0, 0});
      if (!named.exact.empty()) bars.marks.push_back(wanted_share(named.exact, moves, options));
    }
    plot.series.push_back(std::move(bars));
  }
  return plot;
}

LinePlot lines_of(const std::vector<NamedDistribution>& distributions, const PictureOptions& options) {
  const auto [low, high] = moves_in(distributions);
  LinePlot plot{.x_name = moves_name(options),
                .y_name = share_name(options),
                .logarithmic = options.scale == Scale::logarithmic,
                .apart = 9};
  for (int moves = low; moves <= high; ++moves) plot.x_ticks.push_back(moves);
  for (const NamedDistribution& named : distributions) {
    LineSeries line = line_of(named.distribution, low, high, options);
    for (const Point& point : line.points)
      line.labels.push_back(distributions.size() == 1 ? percent_text(point.y / 100, 2) : "");
    for (int moves = low; !named.exact.empty() && moves <= high; ++moves)
      line.marks.push_back({static_cast<double>(moves), wanted_share(named.exact, moves, options)});
    plot.series.push_back(std::move(line));
  }
  return plot;
}

std::string rows_of(const std::vector<NamedDistribution>& distributions) {
  std::string text = "n = ";
  const bool same = std::ranges::all_of(distributions, [&](const NamedDistribution& named) {
    return named.distribution.count() == distributions.front().distribution.count();
  });
  for (std::size_t i = 0; i < (same ? std::min<std::size_t>(1, distributions.size()) : distributions.size());
       ++i)
    text += (i > 0 ? " and " : "") + base::grouped(distributions[i].distribution.count());
  return text;
}

}  // namespace

std::string moves_name(const PictureOptions& options) {
  return options.cumulative ? "at most so many moves" : "moves";
}

std::string share_name(const PictureOptions& options) {
  return fmt::format("share of all rows, %{}",
                     options.scale == Scale::logarithmic ? " (logarithmic scale)" : "");
}

std::string percent_text(double share, int decimals) {
  const double percent = 100 * share;
  if (share == 0) return "";
  const double least = decimals == 2 ? 0.005 : 0.05;
  if (percent < least) return decimals == 2 ? "<0.01" : "<0.1";
  return fmt::format("{:.{}f}", percent, decimals);
}

std::string with_mean(std::string_view name, const Distribution& distribution) {
  const std::optional<Interval> interval = distribution.mean_interval();
  return fmt::format("{} (mean {:.3f}{})", name, distribution.mean(),
                     interval ? fmt::format(" \u00B1 {:.3f}", interval->half()) : "");
}

std::string origin_text(const std::string& rows, std::string_view source) {
  return fmt::format("{}. Data: {}", rows, source);
}

std::string shares_note(const std::vector<NamedDistribution>& distributions, const PictureOptions& options) {
  double widest = 0;
  for (const NamedDistribution& named : distributions) {
    for (int moves = 0; !named.distribution.empty() && moves <= named.distribution.max(); ++moves) {
      if (wanted_share(named.distribution, moves, options) == 0) continue;
      const auto [low, high] = wanted_range(named.distribution, moves, options);
      widest = std::max(widest, (high - low) / 2);
    }
  }
  return fmt::format(
      "Thin lines, where long enough to be seen: 95 % confidence intervals (Wilson), at most \u00B1 {} "
      "percentage points.",
      widest < 0.005 ? "0.01" : fmt::format("{:.2f}", widest));
}

SheetWords titled(SheetWords words, const PictureOptions& options) {
  if (options.title.empty()) return words;
  words.subtitle = words.subtitle.empty() ? words.title : words.title + ". " + words.subtitle;
  words.title = options.title;
  return words;
}

LineSeries line_of(const Distribution& distribution, int low, int high, const PictureOptions& options) {
  LineSeries line;
  for (int moves = low; moves <= high; ++moves) {
    const double share = wanted_share(distribution, moves, options);
    line.points.push_back({static_cast<double>(moves), share});
    line.ranges.push_back(share > 0 ? wanted_range(distribution, moves, options) : Range{0, 0});
  }
  return line;
}

std::string draw_distributions(const Caption& caption, const std::vector<NamedDistribution>& distributions,
                               const PictureOptions& options) {
  const bool as_lines = options.scale == Scale::logarithmic;
  std::vector<LegendEntry> legend;
  for (const NamedDistribution& named : distributions)
    legend.push_back({named.name, legend.size(), as_lines ? Sign::line : Sign::bar});
  const bool exact =
      std::ranges::any_of(distributions, [](const NamedDistribution& named) { return !named.exact.empty(); });
  if (exact) legend.push_back({"exact, from all positions", 0, Sign::hollow_mark});
  Sheet sheet(titled({caption.title, caption.subtitle, origin_text(rows_of(distributions), caption.source),
                      shares_note(distributions, options)},
                     options),
              legend);
  if (as_lines)
    draw_lines(sheet.svg, sheet.body, lines_of(distributions, options));
  else
    draw_bars(sheet.svg, sheet.body, bars_of(distributions, options));
  return std::move(sheet.svg).finish();
}

}  // namespace halfturn::stats

#include "stats/chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace halfturn::stats {

namespace {

constexpr double kWidth = 900;
constexpr double kHeight = 576;
constexpr double kFoot = 36;  // two lines of small letters
constexpr double kMargin = 24;
constexpr double kBesideAxis = 72;  // room for the marks of the y axis, and its name before them
constexpr double kMarkRoom = 46;
constexpr double kMarkRadius = 5;  // of a hollow mark

/// A round distance between about `marks` marks on an axis.
double round_step(double range, int marks) {
  const double raw = std::max(range, 1e-9) / marks;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power) return factor * power;
  return 10 * power;
}

std::string mark_text(double value, double step) {
  const int decimals = step >= 0.999 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  return fmt::format("{:.{}f}", value, decimals);
}

/// Maps values to heights on the y axis.
struct Heights {
  Box plot;
  double low = 0;  // more than 0 if logarithmic
  double high = 1;
  bool logarithmic = false;

  double at(double value) const {
    const auto measure = [this](double x) { return logarithmic ? std::log10(x) : x; };
    const double within = logarithmic ? std::max(value, low) : value;
    return plot.bottom() - (measure(within) - measure(low)) / (measure(high) - measure(low)) * plot.height;
  }
};

/// A value on the y axis and how it is written.
struct Mark {
  double value;
  std::string text;
};

std::vector<Mark> marks_of(const Heights& heights) {
  std::vector<Mark> marks;
  if (heights.logarithmic) {
    // Powers of ten, and not all of them if there are many.
    const auto first = std::llround(std::ceil(std::log10(heights.low) - 1e-9));
    const auto last = std::llround(std::floor(std::log10(heights.high) + 1e-9));
    const auto every = std::max(1LL, (last - first + 7) / 8);
    for (auto power = first; power <= last; power += every) {
      const double value = std::pow(10.0, static_cast<double>(power));
      marks.push_back(
          {value, power < -6 ? fmt::format("{:g}", value) : mark_text(value, std::min(value, 1.0))});
    }
    return marks;
  }
  const double step = round_step(heights.high - heights.low, 6);
  const auto first = std::llround(std::ceil(heights.low / step - 1e-6));
  for (auto i = first; static_cast<double>(i) * step <= heights.high + 1e-6 * step; ++i) {
    const double mark = static_cast<double>(i) * step;
    marks.push_back({mark, mark_text(mark, step)});
  }
  return marks;
}

/// Grid, marks and names around heights.plot.
void draw_axes(Svg& svg, const Heights& heights, const std::string& x_name, const std::string& y_name,
               double x_name_y) {
  const Box& plot = heights.plot;
  for (const auto& [value, text] : marks_of(heights)) {
    const double y = heights.at(value);
    svg.line({plot.x, y}, {plot.right(), y}, kGridInk);
    svg.text_within(kMarkRoom, {plot.x - 8, y + 4}, text, {.size = 12, .anchor = Anchor::end});
  }
  svg.line({plot.x, plot.y}, {plot.x, plot.bottom()}, kInk);
  svg.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, kInk);
  svg.text_within(plot.width, {plot.x + plot.width / 2, x_name_y}, x_name, {.anchor = Anchor::middle});
  svg.text_within(plot.height, {plot.x - kBesideAxis + 13, plot.y + plot.height / 2}, y_name,
                  {.anchor = Anchor::middle, .upwards = true});
}

/// A thin line from a low to a high value, unless it would be too short to be seen. The height of its top, or
/// `top` if that is higher.
double draw_range(Svg& svg, const Heights& heights, double x, const Range& range, double top) {
  constexpr double kSeen = 3;
  const auto [low, high] = range;
  if (heights.at(low) - heights.at(high) < kSeen) return top;
  svg.whisker(x, heights.at(low), heights.at(high));
  return std::min(top, heights.at(high));
}

constexpr double kLabelSize = 12;
constexpr double kLeast = 9;  // smaller letters are not legible

/// The style of the labels on bars, which run upwards if they would be too wide.
struct LabelStyle {
  double size = kLabelSize;
  bool upwards = false;
  double height = 0;  // room above a bar; 0 if labels are left out
};

LabelStyle label_style(const BarPlot& plot, double room) {
  double widest = 0;
  for (const BarSeries& series : plot.series)
    for (const std::string& label : series.labels) widest = std::max(widest, text_width(label, 1));
  if (widest == 0 || room < kLeast) return {};
  constexpr double kBetween = 3;
  const double fitting = (room - kBetween) / widest;
  if (fitting >= kLeast + 0.5) return {std::min(kLabelSize, fitting), false, kLabelSize + 6};
  const double size = std::clamp(room - 1, kLeast, 11.0);
  return {size, true, widest * size + 10};
}

/// Every how many marks can be labelled if labels need `need` times the room between marks.
std::size_t every_so_many(double need) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(need - 1e-9)));
}

double highest_of(const BarPlot& plot) {
  double highest = 0;
  for (const BarSeries& series : plot.series) {
    for (const double value : series.values) highest = std::max(highest, value);
    for (const auto& [low, high] : series.ranges) highest = std::max(highest, high);
    for (const double mark : series.marks) highest = std::max(highest, mark);
  }
  return highest > 0 ? highest : 1;
}

/// Moves labels as little as possible from their wanted heights so that none covers another.
std::vector<double> spread_apart(const std::vector<double>& wanted, const Box& within) {
  constexpr double kGap = 15;
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  // Labels that would touch form a block, placed at the average of their wanted places.
  struct Block {
    double sum = 0;  // of the wanted places, each less its distance from the block's first
    std::size_t size = 0;
    double first(const Box& box) const {
      const double last_offset = kGap * static_cast<double>(size - 1);
      return std::max(std::min(sum / static_cast<double>(size), box.bottom() - last_offset), box.y);
    }
  };
  std::vector<Block> blocks;
  for (const std::size_t i : order) {
    blocks.push_back({wanted[i], 1});
    while (blocks.size() > 1) {
      const Block last = blocks.back();
      Block& before = blocks[blocks.size() - 2];
      const double offset = kGap * static_cast<double>(before.size);
      if (before.first(within) + offset <= last.first(within)) break;
      before.sum += last.sum - offset * static_cast<double>(last.size);
      before.size += last.size;
      blocks.pop_back();
    }
  }
  std::vector<double> placed(wanted.size());
  std::size_t next = 0;
  for (const Block& block : blocks)
    for (std::size_t i = 0; i < block.size; ++i)
      placed[order[next++]] = block.first(within) + kGap * static_cast<double>(i);
  return placed;
}

/// The y axis of a plot of lines, around all that is drawn in it.
Heights heights_of(const LinePlot& plot, const Box& area) {
  std::vector<double> values;
  const auto add = [&](double value) {
    if (!plot.logarithmic || value > 0) values.push_back(value);
  };
  for (const LineSeries& series : plot.series) {
    for (const Point& point : series.points) add(point.y);
    for (const Point& mark : series.marks) add(mark.y);
  }
  if (values.empty()) return {area, plot.logarithmic ? 0.1 : 0, 1, plot.logarithmic};
  auto [low, high] = std::ranges::minmax(values);
  // Ranges make room above; those that reach far below the lowest point on a logarithmic scale are cut.
  for (const LineSeries& series : plot.series)
    for (const auto& [from, to] : series.ranges) {
      high = std::max(high, to);
      if (!plot.logarithmic) low = std::min(low, from);
    }
  if (plot.logarithmic) return {area, std::pow(10.0, std::floor(std::log10(low) - 1e-9)), high * 2, true};
  if (plot.from_zero) low = std::min(0.0, low);
  const double range = std::max(high - low, 1e-6);
  return {area, plot.from_zero && low == 0 ? 0 : low - 0.08 * range, high + 0.12 * range};
}

/// Draws a line through the points, broken where a logarithmic scale has no place for one.
void draw_path(Svg& svg, const LineSeries& series, const std::vector<Point>& path, bool logarithmic,
               std::size_t number) {
  std::vector<Point> part;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!logarithmic || series.points[i].y > 0) part.push_back(path[i]);
    const bool ends = i + 1 == path.size() || (logarithmic && series.points[i + 1].y <= 0);
    if (!ends) continue;
    if (part.size() > 1) svg.polyline(part, colour_number(number), 2);
    for (const Point& point : part) svg.marker(point, number, colour_number(number));
    part.clear();
  }
}

}  // namespace

std::string_view colour_number(std::size_t index) {
  constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                                        "#cc79a7", "#56b4e9", "#555555"};
  return kColours[index % kColours.size()];
}

Sheet::Sheet(const SheetWords& words, const std::vector<LegendEntry>& legend)
    : svg(kWidth, kHeight, words.title) {
  constexpr double kSign = 14;
  constexpr double kRow = 22;
  const double width = kWidth - 2 * kMargin;
  svg.text_within(width, {kMargin, 36}, words.title, {.size = 19, .bold = true});
  svg.text_within(width, {kMargin, 58}, words.subtitle, {.size = 13, .colour = kPaleInk});
  svg.text_within(width, {kMargin, kHeight - 26}, words.origin, {.size = 12, .colour = kPaleInk});
  svg.text_within(width, {kMargin, kHeight - 10}, words.note, {.size = 12, .colour = kPaleInk});
  double y = 72;
  if (legend.size() > 1 || (!legend.empty() && legend.front().sign != Sign::bar)) {
    double x = kMargin;
    for (const LegendEntry& entry : legend) {
      const double wide = std::min(kSign + 8 + text_width(entry.name, 13), width);
      if (x > kMargin && x + wide > kWidth - kMargin) {
        x = kMargin;
        y += kRow;
      }
      const std::string_view colour = colour_number(entry.number);
      const Point middle{x + kSign / 2 + 1, y + 8};
      if (entry.sign == Sign::hollow_mark) {
        svg.hollow_mark(middle, kMarkRadius, kInk, "#ffffff");
      } else if (entry.sign == Sign::line) {
        svg.line({x, middle.y}, {x + kSign + 2, middle.y}, colour, 2);
        svg.marker(middle, entry.number, colour);
      } else {
        svg.bar({x, y + 1, kSign, kSign}, colour, entry.number);
      }
      svg.text_within(wide - kSign - 8, {x + kSign + 8, y + 13}, entry.name, {.size = 13});
      x += wide + 24;
    }
    y += kRow;
  }
  body = {kMargin, y + 6, width, kHeight - kFoot - y - 6 - kMargin / 2};
}

void draw_bars(Svg& svg, const Box& box, const BarPlot& plot) {
  const double below = plot.notes.empty() ? 46 : 64;
  const Box area{box.x + kBesideAxis, box.y + 4, box.width - kBesideAxis, box.height - below - 4};
  const auto groups = static_cast<double>(plot.categories.size());
  const auto per_group = static_cast<double>(plot.series.size());
  const double slot = area.width / groups;
  const double bar = std::min(0.92 * slot / per_group, 64.0);
  const LabelStyle label = label_style(plot, per_group == 1 ? slot : bar);
  const Heights heights{area, 0, highest_of(plot) * area.height / (area.height - label.height - 4)};
  draw_axes(svg, heights, plot.x_name, plot.y_name, area.bottom() + below - 6);

  double name_size = 13;
  for (const std::string& name : plot.categories)
    name_size = std::min(name_size, (slot - 4) / std::max(text_width(name, 1), 0.1));
  // If there is no room for all names even in small letters: of many (numbers), label only every n-th; of
  // few (words), label all, but cut.
  constexpr std::size_t kFew = 20;
  const bool cut = name_size < kLeast && plot.categories.size() <= kFew;
  const std::size_t every = cut ? 1 : every_so_many(kLeast / std::max(name_size, 0.1));
  name_size = cut ? 12 : std::max(name_size, kLeast);
  for (std::size_t c = 0; c < plot.categories.size(); ++c) {
    const double middle = area.x + (static_cast<double>(c) + 0.5) * slot;
    if (c % every == 0)
      svg.text_within(cut ? slot - 4 : slot * static_cast<double>(every), {middle, area.bottom() + 18},
                      plot.categories[c], {.size = name_size, .anchor = Anchor::middle});
    if (!plot.notes.empty())
      svg.text_within(slot - 4, {middle, area.bottom() + 36}, plot.notes[c],
                      {.size = 12, .anchor = Anchor::middle, .colour = kPaleInk});
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
      const BarSeries& series = plot.series[s];
      const double left = middle + (static_cast<double>(s) - per_group / 2) * bar;
      const double value = series.values[c];
      double top = heights.at(value);
      if (value > 0) svg.bar({left + 1, top, bar - 2, area.bottom() - top}, colour_number(s), s);
      if (!series.ranges.empty()) top = draw_range(svg, heights, left + bar / 2, series.ranges[c], top);
      if (!series.marks.empty() && series.marks[c] > 0) {
        svg.hollow_mark({left + bar / 2, heights.at(series.marks[c])}, kMarkRadius, kInk, "#ffffff");
        top = std::min(top, heights.at(series.marks[c]) - kMarkRadius);
      }
      if (series.labels[c].empty() || label.height == 0) continue;
      if (label.upwards)
        svg.text({left + bar / 2 + 0.35 * label.size, top - 5}, series.labels[c],
                 {.size = label.size, .upwards = true, .halo = true});
      else
        svg.text({left + bar / 2, top - 5}, series.labels[c],
                 {.size = label.size, .anchor = Anchor::middle, .halo = true});
    }
  }
}

void draw_lines(Svg& svg, const Box& box, const LinePlot& plot) {
  double before = 8;
  double behind = 8;
  for (const LineSeries& series : plot.series) {
    if (!series.first_label.empty())
      before = std::max(before, text_width(series.first_label, kLabelSize) + 26);
    if (!series.last_label.empty()) behind = std::max(behind, text_width(series.last_label, kLabelSize) + 26);
    for (const std::string& label : series.labels) {
      before = std::max(before, text_width(label, kLabelSize) / 2 + 4);
      behind = std::max(behind, text_width(label, kLabelSize) / 2 + 4);
    }
  }
  // The points of all series at one x lie around it.
  const double spread = plot.apart * static_cast<double>(std::max<std::size_t>(plot.series.size(), 1) - 1);
  before += spread / 2;
  behind += spread / 2;
  const Box area{box.x + kBesideAxis, box.y + 4, box.width - kBesideAxis, box.height - 50};
  const Heights heights = heights_of(plot, area);
  draw_axes(svg, heights, plot.x_name, plot.y_name, area.bottom() + 40);
  const double first = plot.x_ticks.front();
  const double last = std::max(plot.x_ticks.back(), first + 1);
  const double left = area.x + before;
  const double room = area.width - before - behind;
  const auto place = [&](Point point, std::size_t number) -> Point {
    const double aside = plot.apart * static_cast<double>(number) - spread / 2;
    return {left + (point.x - first) / (last - first) * room + aside, heights.at(point.y)};
  };
  const std::size_t every = every_so_many((last - first) * 20 / room);
  for (std::size_t i = 0; i < plot.x_ticks.size(); ++i) {
    const double tick = plot.x_ticks[i];
    const double x = place({tick, heights.low}, 0).x + spread / 2;
    svg.line({x, area.bottom()}, {x, area.bottom() + 5}, kInk);
    if (i % every == 0)
      svg.text({x, area.bottom() + 19}, mark_text(tick, 1), {.size = 12, .anchor = Anchor::middle});
  }

  std::vector<std::vector<Point>> paths;
  for (const LineSeries& series : plot.series) {
    std::vector<Point>& path = paths.emplace_back();
    for (const Point& point : series.points) path.push_back(place(point, paths.size() - 1));
  }
  for (std::size_t s = 0; plot.filled && s < paths.size(); ++s) {
    std::vector<Point> outline = paths[s];
    outline.push_back({paths[s].back().x, area.bottom()});
    outline.push_back({paths[s].front().x, area.bottom()});
    svg.area(outline, colour_number(s), 0.14);
  }
  for (std::size_t s = 0; s < paths.size(); ++s) {
    const LineSeries& series = plot.series[s];
    draw_path(svg, series, paths[s], plot.logarithmic, s);
    for (std::size_t i = 0; i < series.ranges.size(); ++i)
      if (!plot.logarithmic || series.points[i].y > 0)
        draw_range(svg, heights, paths[s][i].x, series.ranges[i], paths[s][i].y);
    for (const Point& mark : series.marks)
      if (!plot.logarithmic || mark.y > 0)
        svg.hollow_mark(place(mark, s), kMarkRadius + 2.5, colour_number(s), "none");  // around a marker
  }

  std::vector<double> firsts, lasts;
  for (const std::vector<Point>& path : paths) {
    firsts.push_back(path.front().y);
    lasts.push_back(path.back().y);
  }
  firsts = spread_apart(firsts, area);
  lasts = spread_apart(lasts, area);
  // A label beside the end of a line, joined by a thin line since it may be higher or lower than the point.
  const auto label_end = [&svg](Point end, double side, double y, std::size_t number,
                                const std::string& text) {
    svg.line({end.x + side * 6, end.y}, {end.x + side * 19, y}, colour_number(number));
    svg.text({end.x + side * 22, y + 4}, text,
             {.size = kLabelSize, .anchor = side < 0 ? Anchor::end : Anchor::start, .halo = true});
  };
  std::vector<Box> taken;
  for (std::size_t s = 0; s < paths.size(); ++s) {
    const LineSeries& series = plot.series[s];
    if (!series.first_label.empty()) label_end(paths[s].front(), -1, firsts[s], s, series.first_label);
    if (!series.last_label.empty()) label_end(paths[s].back(), 1, lasts[s], s, series.last_label);
    for (std::size_t i = 0; i < series.labels.size(); ++i) {
      if (series.labels[i].empty()) continue;
      const Point& point = paths[s][i];
      const double top =
          series.ranges.empty() ? point.y : std::min(point.y, heights.at(series.ranges[i].second));
      const double wide = text_width(series.labels[i], kLabelSize);
      const double gap = series.marks.empty() ? 9 : 13;
      Box label{point.x - wide / 2, top - gap - kLabelSize, wide, kLabelSize};
      while (std::ranges::any_of(taken, [&](const Box& other) { return label.meets(other); })) label.y -= 4;
      if (label.y < box.y) continue;  // no room left above
      taken.push_back(label);
      svg.text({point.x, label.bottom()}, series.labels[i],
               {.size = kLabelSize, .anchor = Anchor::middle, .halo = true});
    }
  }
}

}  // namespace halfturn::stats

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stats/svg.h"

/// Bar and line charts. Knows nothing about cubes.
namespace halfturn::stats {

/// The palette of Okabe and Ito, safe for colour-blind readers, without its yellow and with grey for black;
/// repeats after seven.
std::string_view colour_number(std::size_t index);

enum class Sign { bar, line, hollow_mark };

/// The meaning of a colour with its texture or marker.
struct LegendEntry {
  std::string name;
  std::size_t number = 0;  ///< of its colour, texture and marker
  Sign sign = Sign::bar;
};

/// The words around the plots of a sheet.
struct SheetWords {
  std::string title;
  std::string subtitle;
  std::string origin;     ///< the first line at the foot: what the picture stands on
  std::string note = {};  ///< the second one: how to read it
};

/// A sheet with a title, a subtitle, a legend (a bar alone needs none) and a foot. Plots go into `body`.
struct Sheet {
  Sheet(const SheetWords& words, const std::vector<LegendEntry>& legend);

  Svg svg;
  Box body;
};

/// From a low to a high value, drawn as a thin line with caps where that is long enough to be seen.
using Range = std::pair<double, double>;

struct BarSeries {
  std::vector<double> values;       ///< by category
  std::vector<std::string> labels;  ///< by category; empty: no label
  std::vector<Range> ranges = {};   ///< by category; may be empty
  std::vector<double> marks = {};   ///< by category, drawn as hollow marks; may be empty
};

struct BarPlot {
  std::string x_name;
  std::string y_name;
  std::vector<std::string> categories;
  std::vector<std::string> notes = {};  ///< a second line under each category; may be empty
  std::vector<BarSeries> series;        ///< side by side within each category
};

void draw_bars(Svg& svg, const Box& box, const BarPlot& plot);

struct LineSeries {
  std::vector<Point> points = {};        ///< in the units of the axes, from left to right
  std::vector<std::string> labels = {};  ///< by point, above it if there is room; may be empty
  std::vector<Range> ranges = {};        ///< by point; may be empty
  std::vector<Point> marks = {};         ///< drawn as hollow marks
  std::string first_label = {};          ///< beside the first point
  std::string last_label = {};           ///< beside the last point
};

struct LinePlot {
  std::string x_name;
  std::string y_name;
  std::vector<double> x_ticks;
  bool from_zero = true;     ///< the y axis begins at 0; else below the lowest point
  bool logarithmic = false;  ///< points at 0 or below are left out, and their lines broken
  bool filled = false;       ///< colour the area below each line
  double apart = 0;          ///< pixels between the points of one series and the next at the same x
  std::vector<LineSeries> series;
};

void draw_lines(Svg& svg, const Box& box, const LinePlot& plot);

}  // namespace halfturn::stats

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stats/svg.h"

/// Bars and lines over axes. Knows nothing of cubes.
namespace halfturn::stats {

/// The colours of Okabe and Ito, which everybody can tell apart, without the yellow; from the first again
/// after the last.
std::string_view colour_number(std::size_t index);

/// What a colour and, for lines, a sign stand for.
struct LegendEntry {
  std::string name;
  std::size_t number = 0;  ///< of its colour and shape
};

/// A sheet with a title, a line below it and a legend (for bars where there is more than one entry); the rest
/// is for plots.
struct Sheet {
  Sheet(const std::string& title, const std::string& subtitle, const std::vector<LegendEntry>& legend,
        bool as_lines = false);

  Svg svg;
  Box body;
};

struct BarSeries {
  std::vector<double> values;                          ///< by category
  std::vector<std::string> labels;                     ///< by category; an empty one is not written
  std::vector<std::pair<double, double>> ranges = {};  ///< by category, drawn as a thin line; or none at all
};

struct BarPlot {
  std::string x_name;
  std::string y_name;
  std::vector<std::string> categories;
  std::vector<std::string> notes = {};  ///< a second line under each category; or none at all
  std::vector<BarSeries> series;        ///< side by side within each category
};

void draw_bars(Svg& svg, const Box& box, const BarPlot& plot);

struct LineSeries {
  std::vector<Point> points = {};  ///< in the units of the axes, from left to right
  std::string first_label = {};    ///< beside the first point
  std::string last_label = {};     ///< beside the last
  std::string peak_label = {};     ///< above the highest
};

struct LinePlot {
  std::string x_name;
  std::string y_name;
  std::vector<double> x_ticks;
  bool from_zero = true;  ///< the y axis; else it begins below the lowest point
  bool filled = false;    ///< colour the area below
  std::vector<LineSeries> series;
};

void draw_lines(Svg& svg, const Box& box, const LinePlot& plot);

}  // namespace halfturn::stats

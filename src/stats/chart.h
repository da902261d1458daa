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

/// The meaning of a colour and, for lines, of a marker.
struct LegendEntry {
  std::string name;
  std::size_t number = 0;  ///< of its colour and marker
};

/// A sheet with a title, a subtitle and a legend (for bars only with more than one entry). Plots go into
/// `body`.
struct Sheet {
  Sheet(const std::string& title, const std::string& subtitle, const std::vector<LegendEntry>& legend,
        bool as_lines = false);

  Svg svg;
  Box body;
};

struct BarSeries {
  std::vector<double> values;                          ///< by category
  std::vector<std::string> labels;                     ///< by category; empty: no label
  std::vector<std::pair<double, double>> ranges = {};  ///< by category, drawn as a thin line; may be empty
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
  std::vector<Point> points = {};  ///< in the units of the axes, from left to right
  std::string first_label = {};    ///< beside the first point
  std::string last_label = {};     ///< beside the last point
  std::string peak_label = {};     ///< above the highest point, if there is room
};

struct LinePlot {
  std::string x_name;
  std::string y_name;
  std::vector<double> x_ticks;
  bool from_zero = true;  ///< the y axis begins at 0; else below the lowest point
  bool filled = false;    ///< colour the area below each line
  std::vector<LineSeries> series;
};

void draw_lines(Svg& svg, const Box& box, const LinePlot& plot);

}  // namespace halfturn::stats

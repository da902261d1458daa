#include "stats/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "text_boxes.h"
#include "xml_checker.h"

namespace halfturn::stats {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;

double number(const XmlElement& element, const char* attribute) {
  return std::stod(element.attributes.at(attribute));
}

std::vector<XmlElement> with_tag(const XmlChecker& picture, const std::string& tag) {
  std::vector<XmlElement> found;
  for (const XmlElement& element : picture.elements())
    if (element.tag == tag) found.push_back(element);
  return found;
}

TEST(SvgTest, EscapesWhatXmlDoesNotAllow) {
  EXPECT_EQ(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(escaped("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\xB2"), "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\xB2");
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(escaped(std::string_view("\0", 1)), replaced);
  EXPECT_EQ(escaped("\x1B[m"), replaced + "[m");
  EXPECT_EQ(escaped("\xFF"), replaced);
  EXPECT_EQ(escaped("\xC3"), replaced);
  EXPECT_EQ(escaped("\xC0\x80"), replaced + replaced);
  EXPECT_EQ(escaped("\xED\xA0\x80"), replaced + replaced + replaced) << "half a surrogate pair";
  EXPECT_EQ(escaped("\xEF\xBF\xBF"), replaced + replaced + replaced) << "no character";
}

TEST(SvgTest, CutsWordsThatAreTooLong) {
  Svg svg(200, 100, "title");
  svg.text_within(100, {0, 20}, "short", {});
  svg.text_within(100, {0, 40}, std::string(60, 'x'), {});
  std::string umlauts;
  for (int i = 0; i < 60; ++i) umlauts += "\xC3\xBC";
  svg.text_within(100, {0, 60}, umlauts, {});
  const XmlChecker picture(std::move(svg).finish());
  const std::vector<std::string> texts = picture.texts();
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[0], "short");
  EXPECT_THAT(texts[1], ::testing::MatchesRegex("x+\xE2\x80\xA6"));
  EXPECT_LT(texts[1].size(), 30u);
  EXPECT_EQ(texts[2].size() % 2, 1u) << "whole characters, and the three bytes of the dots";
}

BarPlot two_bars() {
  BarPlot plot{.x_name = "moves", .y_name = "share, %"};
  plot.categories = {"5", "6"};
  plot.series.push_back({.values = {25, 75}, .labels = {"25.00", "75.00"}});
  return plot;
}

TEST(ChartTest, BarsAreAsHighAsTheirValues) {
  Sheet sheet({"a title", "below it", "at the foot", "and below"}, {{"one", 0}});
  draw_bars(sheet.svg, sheet.body, two_bars());
  const XmlChecker picture(std::move(sheet.svg).finish());
  EXPECT_THAT(picture.texts(), IsSupersetOf({"a title", "below it", "at the foot", "and below", "moves",
                                             "share, %", "5", "6", "25.00", "75.00", "0", "20", "40", "60"}));
  EXPECT_THAT(picture.texts(), Not(Contains("one"))) << "one series needs no legend";
  EXPECT_THAT(picture.texts("title"), ElementsAre("a title"));
  const std::vector<XmlElement> boxes = with_tag(picture, "rect");
  ASSERT_EQ(boxes.size(), 3u) << "the white sheet and two bars";
  EXPECT_EQ(boxes[0].attributes.at("fill"), "#ffffff");
  EXPECT_NEAR(number(boxes[2], "height") / number(boxes[1], "height"), 3, 0.01);
  EXPECT_NEAR(number(boxes[1], "y") + number(boxes[1], "height"),
              number(boxes[2], "y") + number(boxes[2], "height"), 0.011)
      << "all stand on the axis";
}

TEST(ChartTest, LabelsThatWouldMeetAreTurnedOrLeftOut) {
  struct Expected {
    int categories;
    std::size_t level;
    std::size_t turned;
  };
  for (const auto& [categories, level, turned] : {Expected{8, 24, 0}, {12, 0, 36}, {40, 0, 0}, {200, 0, 0}}) {
    BarPlot plot{.x_name = "x", .y_name = "y"};
    plot.series.resize(3);
    for (int i = 0; i < categories; ++i) {
      plot.categories.push_back(std::to_string(i));
      for (BarSeries& series : plot.series) {
        series.values.push_back(1 + i % 7);
        series.labels.push_back("12.3");
      }
    }
    Sheet sheet({"t", "s", "o"}, {});
    draw_bars(sheet.svg, sheet.body, plot);
    const XmlChecker picture(std::move(sheet.svg).finish());
    std::size_t found_level = 0;
    std::size_t found_turned = 0;
    double last_name = 0;
    for (const XmlElement& element : with_tag(picture, "text")) {
      if (element.text == "12.3") ++(element.attributes.contains("transform") ? found_turned : found_level);
      if (number(element, "y") != 500) continue;  // below the axis
      EXPECT_GT(number(element, "x") - last_name, text_width("12", number(element, "font-size")))
          << categories;
      last_name = number(element, "x");
    }
    EXPECT_EQ(found_level, level) << categories;
    EXPECT_EQ(found_turned, turned) << categories;
    EXPECT_GT(last_name, 0) << "the categories are named at this height";
  }
}

TEST(ChartTest, LinesGoThroughTheirPointsAndLabelsStandApart) {
  LinePlot plot{.x_name = "colours", .y_name = "mean", .x_ticks = {1, 2, 4, 6}};
  for (int i = 0; i < 5; ++i)
    plot.series.push_back(
        {.points = {{1, 0}, {6, 1.0 + 0.001 * i}}, .last_label = "label " + std::to_string(i)});
  Sheet sheet({"t", "s", "o"}, {{"a", 0, Sign::line}, {"b", 1, Sign::line}});
  draw_lines(sheet.svg, sheet.body, plot);
  const XmlChecker picture(std::move(sheet.svg).finish());
  EXPECT_THAT(picture.texts(), IsSupersetOf({"a", "b", "1", "2", "4", "6", "colours", "mean", "0.0", "1.0"}));
  EXPECT_EQ(with_tag(picture, "polyline").size(), 5u);
  std::vector<double> heights;
  for (const XmlElement& element : with_tag(picture, "text"))
    if (element.text.starts_with("label ")) heights.push_back(number(element, "y"));
  ASSERT_EQ(heights.size(), 5u);
  for (std::size_t i = 1; i < heights.size(); ++i)
    EXPECT_GE(heights[i - 1] - heights[i], 14.9) << "the higher value stands higher";
}

TEST(ChartTest, RangesAreThinLinesWhereTheyCanBeSeen) {
  BarPlot plot = two_bars();
  plot.series[0].ranges = {{20, 31}, {74.9, 75.1}};
  Sheet sheet({"t", "s", "o"}, {});
  draw_bars(sheet.svg, sheet.body, plot);
  const XmlChecker picture(std::move(sheet.svg).finish());
  std::vector<std::string> whiskers;
  for (const XmlElement& element : with_tag(picture, "path"))
    if (element.attributes.at("stroke") == kInk) whiskers.push_back(element.attributes.at("d"));
  ASSERT_EQ(whiskers.size(), 1u) << "the other is less than a pixel high";
  const std::vector<XmlElement> boxes = with_tag(picture, "rect");
  // 25 is as high as the bar; 20 and 31 lie below and above its top in the same measure.
  const double pixel = number(boxes[1], "height") / 25;
  const double top = number(boxes[1], "y");
  double low = 0;
  double high = 0;
  ASSERT_EQ(std::sscanf(whiskers[0].c_str(), "M%*[0-9.],%lf V%lf", &low, &high), 2) << whiskers[0];
  EXPECT_NEAR(low, top + 5 * pixel, 0.02);
  EXPECT_NEAR(high, top - 6 * pixel, 0.02);
}

TEST(ChartTest, BarsDifferInMoreThanColour) {
  BarPlot plot = two_bars();
  for (int i = 0; i < 4; ++i) plot.series.push_back(plot.series.front());
  Sheet sheet({"t", "s", "o"}, {{"a", 0}, {"b", 1}});
  draw_bars(sheet.svg, sheet.body, plot);
  const XmlChecker picture(std::move(sheet.svg).finish());
  std::map<std::string, int> stripes;
  for (const XmlElement& element : with_tag(picture, "rect"))
    if (element.attributes.at("fill").starts_with("url(")) ++stripes[element.attributes.at("fill")];
  EXPECT_EQ(stripes,
            (std::map<std::string, int>{
                {"url(#stripes1)", 3}, {"url(#stripes2)", 2}, {"url(#stripes3)", 2}, {"url(#stripes4)", 2}}))
      << "two bars of each series but the first, and the second in the legend";
  EXPECT_EQ(with_tag(picture, "pattern").size(), 4u);
}

TEST(ChartTest, ALogarithmicScaleHasPowersOfTenAndNoZero) {
  LinePlot plot{.x_name = "x", .y_name = "y", .x_ticks = {1, 2, 3, 4, 5}, .logarithmic = true};
  plot.series.push_back({.points = {{1, 0.02}, {2, 2}, {3, 0}, {4, 20}, {5, 0}}});
  Sheet sheet({"t", "s", "o"}, {});
  draw_lines(sheet.svg, sheet.body, plot);
  const XmlChecker picture(std::move(sheet.svg).finish());
  EXPECT_THAT(picture.texts(), IsSupersetOf({"0.01", "0.1", "1", "10"}));
  EXPECT_THAT(picture.texts(), Not(Contains("0")));
  const std::vector<XmlElement> markers = with_tag(picture, "circle");
  ASSERT_EQ(markers.size(), 3u);
  EXPECT_EQ(with_tag(picture, "polyline").size(), 1u) << "no line through a point that is not there";
  // From 0.02 to 2 are two powers of ten, from 2 to 20 one.
  EXPECT_NEAR((number(markers[0], "cy") - number(markers[1], "cy")) /
                  (number(markers[1], "cy") - number(markers[2], "cy")),
              2, 0.01);
}

TEST(ChartTest, SeriesAtTheSamePlaceStandSideBySide) {
  LinePlot plot{.x_name = "x", .y_name = "y", .x_ticks = {1, 2}, .apart = 8};
  for (int i = 0; i < 3; ++i)
    plot.series.push_back({.points = {{1, 5}, {2, 6}}, .first_label = "before", .last_label = "behind"});
  Sheet sheet({"t", "s", "o"}, {});
  draw_lines(sheet.svg, sheet.body, plot);
  const XmlChecker picture(std::move(sheet.svg).finish());
  std::vector<double> starts;
  for (const XmlElement& line : with_tag(picture, "polyline"))
    starts.push_back(std::stod(line.attributes.at("points")));
  ASSERT_EQ(starts.size(), 3u);
  const double axis = number(with_tag(picture, "line").front(), "x1");
  for (const auto& [text, box] : text_boxes(picture)) {
    if (text == "before") {
      EXPECT_GT(box.x, axis);
    }
    if (text == "behind") {
      EXPECT_LT(box.right(), 900 - 24 + 0.01);
    }
  }
  EXPECT_NEAR(starts[1] - starts[0], 8, 0.02);
  EXPECT_NEAR(starts[2] - starts[1], 8, 0.02);
  for (const XmlElement& text : with_tag(picture, "text")) {
    const auto anchor = text.attributes.find("text-anchor");
    if (text.text != "1" || anchor == text.attributes.end() || anchor->second != "middle") continue;
    EXPECT_NEAR(number(text, "x"), starts[1], 0.02) << "the tick stands under the middle";
  }
}

TEST(ChartTest, ExtremesStayOnTheSheet) {
  for (const double value : {0.0, 1e-9, 1.0, 1e9}) {
    Sheet sheet({std::string(500, 'W'), std::string(500, 'm'), std::string(500, 'o'), std::string(500, 'n')},
                {{std::string(300, 'x'), 0, Sign::line}, {"b", 1, Sign::line}});
    LinePlot lines{.x_name = "x", .y_name = "y", .x_ticks = {3}, .from_zero = false};
    lines.series.push_back({.points = {{3, value}},
                            .labels = {"p"},
                            .ranges = {{0, value}},
                            .first_label = "f",
                            .last_label = "l"});
    draw_lines(sheet.svg, sheet.body, lines);
    lines.logarithmic = true;
    lines.apart = 9;
    draw_lines(sheet.svg, sheet.body, lines);
    BarPlot bars{.x_name = "x", .y_name = "y", .categories = {std::string(300, 'c')}};
    bars.notes = {"note"};
    bars.series.push_back({.values = {value}, .labels = {"v"}, .ranges = {{0, value}}, .marks = {value}});
    draw_bars(sheet.svg, sheet.body, bars);
    const XmlChecker picture(std::move(sheet.svg).finish());
    for (const XmlElement& element : picture.elements())
      for (const char* attribute : {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy"}) {
        if (!element.attributes.contains(attribute)) continue;
        EXPECT_GE(number(element, attribute), 0) << value << element.tag;
        EXPECT_LE(number(element, attribute), 900) << value << element.tag;
      }
  }
}

}  // namespace
}  // namespace halfturn::stats

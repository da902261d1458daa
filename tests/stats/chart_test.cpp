#include "stats/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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
  Sheet sheet("a title", "below it", {{"one", 0}});
  draw_bars(sheet.svg, sheet.body, two_bars());
  const XmlChecker picture(std::move(sheet.svg).finish());
  EXPECT_THAT(picture.texts(), IsSupersetOf({"a title", "below it", "moves", "share, %", "5", "6", "25.00",
                                             "75.00", "0", "20", "40", "60"}));
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
    Sheet sheet("t", "s", {});
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
  Sheet sheet("t", "s", {{"a", 0}, {"b", 1}}, true);
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

TEST(ChartTest, ExtremesStayOnTheSheet) {
  for (const double value : {0.0, 1e-9, 1.0, 1e9}) {
    Sheet sheet(std::string(500, 'W'), std::string(500, 'm'), {{std::string(300, 'x'), 0}, {"b", 1}}, true);
    LinePlot lines{.x_name = "x", .y_name = "y", .x_ticks = {3}, .from_zero = false};
    lines.series.push_back(
        {.points = {{3, value}}, .first_label = "f", .last_label = "l", .peak_label = "p"});
    draw_lines(sheet.svg, sheet.body, lines);
    BarPlot bars{.x_name = "x", .y_name = "y", .categories = {std::string(300, 'c')}};
    bars.notes = {"note"};
    bars.series.push_back({.values = {value}, .labels = {"v"}, .ranges = {{0, value}}});
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

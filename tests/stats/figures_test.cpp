#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "halfturn/stats.h"
#include "xml_checker.h"

namespace halfturn::stats {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

/// Eight rows of each stage, with all colours alike but for a move less with blue in every other row.
Statistics eight_rows(const std::vector<std::string>& stages, int longer = 0) {
  Statistics statistics;
  int first = 4 + longer;
  for (const std::string& name : stages) {
    for (const int more : {0, 0, 0, 0, 0, 1, 1, 2}) {
      const auto moves = static_cast<std::uint8_t>(first + more);
      const bool even = statistics.stage(name).complete_rows() % 2 == 0;
      statistics.stage(name).add(
          Cells{moves, moves, moves, moves, moves, static_cast<std::uint8_t>(moves - (even ? 1 : 0))});
    }
    first += 2;
  }
  statistics.rows = 8;
  return statistics;
}

std::vector<std::string> names_of(const std::vector<Figure>& figures) {
  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  return names;
}

/// The words of a picture, which must be well-formed.
std::vector<std::string> words(const std::vector<Figure>& figures, const std::string& name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return XmlChecker(figure.svg).texts();
  ADD_FAILURE() << "no figure " << name;
  return {};
}

TEST(FiguresTest, DrawsEachStageAndEachVariant) {
  const std::vector<Figure> figures = draw_statistics(eight_rows({"cross", "xcross"}), "some.csv");
  EXPECT_THAT(
      names_of(figures),
      ::testing::ElementsAre("cross_W.svg", "cross_BGORWY.svg", "cross_colours.svg", "cross_pairs.svg",
                             "xcross_W.svg", "xcross_BGORWY.svg", "xcross_colours.svg", "xcross_pairs.svg",
                             "std_stages_BGORWY.svg", "std_neutrality.svg"));
  EXPECT_THAT(
      words(figures, "cross_W.svg"),
      IsSupersetOf({"cross, bottom colour W",
                    "some.csv: n = 8, mean 4.5000, standard deviation 0.7559, median 4, 99th percentile 6",
                    "moves", "share of all rows, %", "4", "5", "6", "62.50", "25.00", "12.50"}));
  // With blue: 3 4 3 4 3 5 4 6.
  EXPECT_THAT(words(figures, "cross_BGORWY.svg"), IsSupersetOf({"37.50", "12.50", "3", "6"}));
  EXPECT_THAT(words(figures, "cross_colours.svg"),
              IsSupersetOf({"W (mean 4.500)", "WY (mean 4.500)", "BGORWY (mean 4.000)", "62.5", "37.5"}));
  EXPECT_THAT(words(figures, "cross_pairs.svg"),
              IsSupersetOf({"WY (mean 4.500)", "BG (mean 4.000)", "OR (mean 4.500)"}));
  EXPECT_THAT(words(figures, "std_stages_BGORWY.svg"),
              IsSupersetOf({"cross (mean 4.000)", "xcross (mean 6.000)", "some.csv: n = 8", "37.5 %"}));
  // Six colours save half a move; one colour takes 4.5 - 0.5 / 6 on the average.
  EXPECT_THAT(words(figures, "std_neutrality.svg"),
              IsSupersetOf({"cross", "xcross", "4.42", "4.00", "6.42", "6.00", "0.417", "1", "2", "4", "6"}));
}

TEST(FiguresTest, LeavesOutWhatHasNoRows) {
  EXPECT_THAT(draw_statistics({}, "nothing"), IsEmpty());
  Statistics statistics;
  statistics.stage("cross").add(Cells{kEmpty, 5, kEmpty, kEmpty, kEmpty, kEmpty});
  EXPECT_THAT(names_of(draw_statistics(statistics, "x")), ::testing::ElementsAre("cross_W.svg"));
}

TEST(FiguresTest, SmallSharesAreNotCalledNothing) {
  Distribution distribution;
  distribution.add(3, 1);
  distribution.add(5, 99'999'999);
  EXPECT_THAT(XmlChecker(draw_distributions("t", "s", {{"a", distribution}})).texts(),
              IsSupersetOf({"<0.01", "100.00", "3", "4", "5"}));
  EXPECT_THAT(XmlChecker(draw_distributions("t", "s", {{"a", distribution}, {"b", distribution}})).texts(),
              IsSupersetOf({"<0.1", "100.0"}));
  EXPECT_NO_THROW(XmlChecker(draw_distributions("t", "s", {{"a", {}}})));
}

TEST(FiguresTest, NamesFromFilesCannotDoHarm) {
  const std::vector<Figure> figures =
      draw_statistics(eight_rows({"../../etc/passwd", "a<b>&\"'", "a_b____", "A_B____", "\xFFnot text",
                                  std::string(300, 'x')}),
                      "<&>.csv");
  std::set<std::string> names;
  for (const Figure& figure : figures) {
    std::string name = figure.name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_TRUE(names.insert(name).second) << figure.name << " twice, on some disks";
    EXPECT_THAT(figure.name, ::testing::MatchesRegex("[A-Za-z0-9_-]+\\.svg"));
    EXPECT_LT(figure.name.size(), 120u);
    EXPECT_NO_THROW(XmlChecker{figure.svg}) << figure.name;
  }
  EXPECT_THAT(words(figures, "______etc_passwd_W.svg"), Contains("../../etc/passwd, bottom colour W"));
  EXPECT_THAT(words(figures, "other_stages_BGORWY.svg"), Contains(HasSubstr("a<b>&\"' (mean")));
}

TEST(FiguresTest, ManyUnknownStagesShareSeveralPictures) {
  std::vector<std::string> stages;
  for (int i = 0; i < 25; ++i) stages.push_back("stage" + std::to_string(i));
  const std::vector<Figure> figures = draw_statistics(eight_rows(stages), "x");
  EXPECT_THAT(names_of(figures),
              IsSupersetOf({"other_neutrality.svg", "other_neutrality-2.svg", "other_neutrality-3.svg"}));
  EXPECT_EQ(figures.size(), 25u * 4 + 3 * 2);
}

TEST(FiguresTest, AreTheSameEveryTime) {
  const std::vector<Figure> once = draw_statistics(eight_rows({"cross", "xcross"}), "some.csv");
  const std::vector<Figure> again = draw_statistics(eight_rows({"cross", "xcross"}), "some.csv");
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].svg, again[i].svg);
}

TEST(ComparisonFiguresTest, SetTwoDataSetsAgainstEachOther) {
  const std::vector<Figure> figures = draw_comparison(eight_rows({"cross", "xcross", "eo_cross"}), "all.csv",
                                                      eight_rows({"cross", "xcross", "f2l"}, 2), "hard.csv");
  EXPECT_THAT(names_of(figures), ::testing::ElementsAre("compare_means_std.svg", "compare_cross_BGORWY.svg",
                                                        "compare_xcross_BGORWY.svg"));
  EXPECT_THAT(words(figures, "compare_means_std.svg"),
              IsSupersetOf({"all.csv and hard.csv: stages of the variant std", "all.csv", "hard.csv", "cross",
                            "xcross", "4.000", "6.000", "8.000", "+2.000"}));
  EXPECT_THAT(
      words(figures, "compare_cross_BGORWY.svg"),
      IsSupersetOf({"all.csv and hard.csv: cross", "all.csv (mean 4.000)", "hard.csv (mean 6.000)", "37.5",
                    "best of the colours BGORWY; n = 8 and 8; means differ by +2.0000", "3", "8"}));
  EXPECT_THAT(draw_comparison(eight_rows({"cross"}), "a", eight_rows({"f2l"}), "b"), IsEmpty());
}

}  // namespace
}  // namespace halfturn::stats

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "halfturn/stats_pictures.h"
#include "stats/words.h"
#include "text_boxes.h"
#include "xml_checker.h"

namespace halfturn::stats {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

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
  const std::string foot =
      "Thin lines, where long enough to be seen: 95 % confidence intervals (Wilson), at most \u00B1 27.87 "
      "percentage "
      "points.";
  EXPECT_THAT(
      words(figures, "cross_W.svg"),
      IsSupersetOf(std::vector<std::string>{
          "cross, white",
          "Moves with white at the bottom: mean 4.5000 \u00B1 0.6320, standard deviation 0.7559, median 4, "
          "99th percentile 6",
          "n = 8. Data: some.csv", foot, "moves", "share of all rows, %", "4", "5", "6", "62.50", "25.00",
          "12.50"}));
  // With blue: 3 4 3 4 3 5 4 6.
  EXPECT_THAT(words(figures, "cross_BGORWY.svg"),
              IsSupersetOf({"cross, any colour", "37.50", "12.50", "3", "6"}));
  EXPECT_THAT(words(figures, "cross_colours.svg"),
              IsSupersetOf({"white (mean 4.500 \u00B1 0.632)", "white or yellow (mean 4.500 \u00B1 0.632)",
                            "any colour (mean 4.000 \u00B1 0.894)", "62.5", "37.5"}));
  EXPECT_THAT(words(figures, "cross_pairs.svg"), IsSupersetOf({"white or yellow (mean 4.500 \u00B1 0.632)",
                                                               "blue or green (mean 4.000 \u00B1 0.894)",
                                                               "orange or red (mean 4.500 \u00B1 0.632)"}));
  EXPECT_THAT(words(figures, "std_stages_BGORWY.svg"),
              IsSupersetOf({"Standard stages, any colour", "cross (mean 4.000 \u00B1 0.894)",
                            "xcross (mean 6.000 \u00B1 0.894)", "n = 8. Data: some.csv", "37.5 %"}));
  // Six colours save half a move; one colour takes 4.5 - 0.5 / 6 on the average.
  EXPECT_THAT(words(figures, "std_neutrality.svg"),
              IsSupersetOf({"Standard stages, and what colour neutrality saves", "cross", "xcross", "4.42",
                            "4.00", "6.42", "6.00", "0.417", "1", "2", "4", "6"}));
}

TEST(FiguresTest, NoWordOfTheProgramIsLeftForTheReader) {
  for (const Figure& figure :
       draw_statistics(eight_rows({"cross", "f2l", "eo_f2l", "pseudo_cross_pseudo_pair"}), "a"))
    for (const std::string& word : XmlChecker(figure.svg).texts())
      for (const char* insider : {"BGORWY", "WY", "variant", "std", "eo_", "pseudo_", "f2l"})
        EXPECT_THAT(word, Not(HasSubstr(insider))) << figure.name;
  const std::vector<Figure> figures =
      draw_statistics(eight_rows({"eo_f2l", "pseudo_cross_pseudo_pair"}), "a");
  EXPECT_THAT(words(figures, "eo_f2l_W.svg"), Contains("EO F2L, white"));
  EXPECT_THAT(words(figures, "eo_neutrality.svg"),
              Contains("Stages with all edges oriented, and what colour neutrality saves"));
  EXPECT_THAT(words(figures, "pseudo_cross_pseudo_pair_W.svg"), Contains("pseudo cross, pseudo pair, white"));
}

/// `rows` random rows of each stage, some lengths rare.
Statistics many_rows(const std::vector<std::string>& stages, int rows) {
  Statistics statistics;
  std::uint64_t state = 1;
  int first = 4;
  for (const std::string& name : stages) {
    for (int i = 0; i < rows; ++i) {
      Cells cells{};
      for (std::uint8_t& cell : cells) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const int bits = std::popcount(state >> 48);
        cell = static_cast<std::uint8_t>(first + bits / 2);
      }
      statistics.stage(name).add(cells);
    }
    first += 1;
  }
  return statistics;
}

TEST(FiguresTest, LettersNeverTouch) {
  Distribution exact;
  for (int moves = 0; moves < 14; ++moves) exact.add(moves, 1ull << moves);
  const std::string long_name =
      "a_file_with_a_very_long_name_that_goes_on_and_on_and_on_and_on_until_its_end.csv";
  for (const Scale scale : {Scale::linear, Scale::logarithmic})
    for (const bool cumulative : {false, true})
      for (const std::string& title : {std::string(), std::string(200, 'M')})
        for (const int rows : {2, 300, 20'000}) {
          PictureOptions options{.title = title, .scale = scale, .cumulative = cumulative};
          if (rows == 300) options.exact = {{"cross", Subset::W, exact}, {"cross", Subset::WY, exact}};
          const Statistics statistics =
              many_rows({"cross", "xcross", "xxcross", "xxxcross", "f2l", "pseudo_cross_pseudo_pair"}, rows);
          std::vector<Figure> figures = draw_statistics(statistics, long_name + ", " + long_name, options);
          for (Figure& figure :
               draw_comparison(statistics, long_name, eight_rows({"cross", "f2l"}), "b", options))
            figures.push_back(std::move(figure));
          ASSERT_EQ(figures.size(), 6u * 4 + 2 * 2 + 3);
          for (const Figure& figure : figures)
            EXPECT_EQ(first_overlap(figure.svg), "")
                << figure.name << " " << rows << (cumulative ? " cumulative" : "")
                << (scale == Scale::logarithmic ? " log" : "");
        }
}

TEST(FiguresTest, TitleScaleAndSums) {
  const Statistics statistics = eight_rows({"cross"});
  const auto drawn = [&](const PictureOptions& options) {
    return words(draw_statistics(statistics, "some.csv", options), "cross_W.svg");
  };
  const std::vector<std::string> titled = drawn({.title = "My <solves>"});
  EXPECT_EQ(titled[0], "My <solves>");
  EXPECT_THAT(titled[1], ::testing::StartsWith("cross, white. Moves with white at the bottom: mean 4.5000"));
  EXPECT_THAT(drawn({.cumulative = true}),
              IsSupersetOf({"at most so many moves", "62.50", "87.50", "100.00"}));
  EXPECT_THAT(drawn({.scale = Scale::logarithmic}),
              IsSupersetOf({"share of all rows, % (logarithmic scale)", "10", "62.50", "25.00", "12.50"}));
}

TEST(FiguresTest, TheExactDistributionIsLaidOverTheSample) {
  Distribution exact;
  exact.add(3, 1);
  exact.add(4, 3);
  const auto picture = [&](Subset subset, Scale scale) {
    const PictureOptions options{.scale = scale, .exact = {{"cross", subset, exact}}};
    for (const Figure& figure : draw_statistics(eight_rows({"cross", "xcross"}), "x", options))
      if (figure.name == "cross_W.svg") return figure.svg;
    return std::string();
  };
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    const XmlChecker with(picture(Subset::W, scale));
    EXPECT_THAT(with.texts(), IsSupersetOf({"these rows", "exact, from all positions", "3", "4", "5", "6"}));
    int marks = 0;
    for (const XmlElement& element : with.elements())
      marks += element.tag == "polygon" && element.attributes.contains("stroke") ? 1 : 0;
    EXPECT_EQ(marks, 3) << "two lengths, and one in the legend";
    EXPECT_THAT(XmlChecker(picture(Subset::WY, scale)).texts(), Not(Contains("exact, from all positions")));
  }
}

TEST(WordsTest, LongNamesKeepTheirEnds) {
  EXPECT_EQ(shortened("short.csv", 20), "short.csv");
  EXPECT_EQ(shortened("abcdefghijklmnopqrstuvwxyz.csv", 11), "abcde\u2026z.csv");
  EXPECT_EQ(shortened("\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC", 5), "\u00FC\u00FC\u2026\u00FC\u00FC");
  EXPECT_EQ(shortened("", 5), "");
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
  EXPECT_THAT(XmlChecker(draw_distributions({"t", "s", "o"}, {{"a", distribution}})).texts(),
              IsSupersetOf({"<0.01", "100.00", "3", "4", "5"}));
  EXPECT_THAT(
      XmlChecker(draw_distributions({"t", "s", "o"}, {{"a", distribution}, {"b", distribution}})).texts(),
      IsSupersetOf({"<0.1", "100.0"}));
  EXPECT_NO_THROW(XmlChecker(draw_distributions({"t", "s", "o"}, {{"a", {}}})));
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
  EXPECT_THAT(words(figures, "______etc_passwd_W.svg"), Contains("../../etc/passwd, white"));
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
  EXPECT_THAT(
      words(figures, "compare_means_std.svg"),
      IsSupersetOf({"all.csv and hard.csv: standard stages", "n = 8 and n = 8. Data: all.csv and hard.csv",
                    "all.csv", "hard.csv", "cross", "xcross", "4.000", "6.000", "8.000",
                    "+2.000 \u00B1 1.146", "mean, moves",
                    "Thin lines, where long enough to be seen, and \u00B1: 95 % confidence intervals of the "
                    "means (Student) and of their differences (Welch)."}));
  EXPECT_THAT(words(figures, "compare_cross_BGORWY.svg"),
              IsSupersetOf(
                  {"all.csv and hard.csv: cross", "all.csv (mean 4.000 \u00B1 0.894)",
                   "hard.csv (mean 6.000 \u00B1 0.894)", "37.5",
                   "Moves with the best of the six bottom colours; the means differ by +2.0000 \u00B1 1.1464",
                   "n = 8. Data: all.csv and hard.csv", "3", "8"}));
  EXPECT_THAT(draw_comparison(eight_rows({"cross"}), "a", eight_rows({"f2l"}), "b"), IsEmpty());
}

}  // namespace
}  // namespace halfturn::stats

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "halfturn/stats.h"

namespace halfturn::stats {
namespace {

using ::testing::ElementsAre;

constexpr std::uint8_t E = kEmpty;

/// The value of a subset in a row, letter by letter.
int slow_value(const Cells& cells, Subset subset) {
  int least = kEmpty;
  for (const char colour : name_of(subset)) {
    const View view = *std::ranges::find(kAllViews, colour, colour_of);
    const int cell = cells[index_of(view)];
    if (cell == kEmpty) return kEmpty;
    least = std::min(least, cell);
  }
  return least;
}

/// Rows of numbers with something in common, and some cells empty.
std::vector<Cells> random_rows(std::size_t count, unsigned seed, unsigned empty_percent) {
  std::mt19937 random(seed);
  std::vector<Cells> rows(count);
  for (Cells& row : rows) {
    const std::uint64_t common = random() % 3;
    const bool gaps = random() % 100 < empty_percent;
    for (std::uint8_t& cell : row)
      cell = gaps && random() % 3 == 0 ? E : static_cast<std::uint8_t>(3 + common + random() % 6);
  }
  return rows;
}

TEST(SubsetTest, NamesAreUnderstoodInAnyOrder) {
  for (const Subset subset : kAllSubsets) EXPECT_EQ(subset_named(name_of(subset)), subset);
  EXPECT_EQ(subset_named("GB"), Subset::BG);
  EXPECT_EQ(subset_named("yw"), Subset::WY);
  EXPECT_EQ(subset_named("wyorgb"), Subset::BGORWY);
  for (const char* wrong : {"", "X", "WG", "WW", "WYB", "W ", "BGORWYY"})
    EXPECT_EQ(subset_named(wrong), std::nullopt) << wrong;
  EXPECT_EQ(size_of(Subset::W), 1);
  EXPECT_EQ(size_of(Subset::BGWY), 4);
}

TEST(SubsetTest, ValuesAreTheLeastOfTheColours) {
  //                      Y  W  O  R  G  B
  EXPECT_THAT(values_of({6, 5, 7, 4, 8, 3}), ElementsAre(5, 6, 7, 4, 8, 3, 5, 3, 4, 3, 4, 3, 3));
  EXPECT_THAT(values_of({6, E, 7, 4, 8, 3}), ElementsAre(E, 6, 7, 4, 8, 3, E, 3, 4, 3, E, E, E));
  EXPECT_THAT(values_of({E, E, E, E, E, E}), ElementsAre(E, E, E, E, E, E, E, E, E, E, E, E, E));
  for (const Cells& row : random_rows(2000, 1, 50)) {
    const SubsetValues values = values_of(row);
    for (const Subset subset : kAllSubsets)
      ASSERT_EQ(values[index_of(subset)], slow_value(row, subset)) << name_of(subset);
  }
}

TEST(StageStatisticsTest, CountsARowOnlyWhereAllCellsOfTheSubsetAreFilled) {
  StageStatistics stage("cross");
  stage.add(Cells{6, 5, 7, 4, 8, 3});
  stage.add(Cells{E, 5, 7, 4, E, 3});
  stage.add(Cells{E, E, E, E, E, E});
  EXPECT_EQ(stage.distribution(Subset::W).count(), 2u);
  EXPECT_EQ(stage.distribution(Subset::Y).count(), 1u);
  EXPECT_EQ(stage.distribution(Subset::WY).count(), 1u);
  EXPECT_EQ(stage.distribution(Subset::OR).count_of(4), 2u);
  EXPECT_EQ(stage.distribution(Subset::BGORWY).count(), 1u);
  EXPECT_EQ(stage.distribution(Subset::BGORWY).count_of(0), 0u) << "an empty cell is not 0";
  EXPECT_EQ(stage.complete_rows(), 1u);
  EXPECT_EQ(stage.complete(Subset::W).count(), 1u) << "only what has all six is compared";
}

TEST(StageStatisticsTest, SaysWhatMoreColoursSave) {
  StageStatistics stage("cross");
  EXPECT_TRUE(stage.neutrality().empty());
  EXPECT_EQ(stage.saved_against_white(Subset::WY), std::nullopt);
  //                Y  W  O  R  G  B
  stage.add(Cells{6, 5, 7, 4, 8, 3});
  stage.add(Cells{5, 5, 5, 5, 5, 6});
  stage.add(Cells{E, 0, 0, 0, 0, 0});
  const std::vector<NeutralityStep> steps = stage.neutrality();
  ASSERT_EQ(steps.size(), 4u);
  // Sums of the two complete rows: singles 33 + 31, pairs 5 + 3 + 4 + 15, fours 3 + 4 + 3 + 15, all 3 + 5.
  EXPECT_DOUBLE_EQ(steps[0].mean, 64.0 / 12);
  EXPECT_DOUBLE_EQ(steps[1].mean, 27.0 / 6);
  EXPECT_DOUBLE_EQ(steps[2].mean, 25.0 / 6);
  EXPECT_DOUBLE_EQ(steps[3].mean, 8.0 / 2);
  EXPECT_EQ(steps[0].saved, 0);
  EXPECT_EQ(steps[0].step, 0);
  EXPECT_NEAR(steps[2].saved, 64.0 / 12 - 25.0 / 6, 1e-12);
  EXPECT_NEAR(steps[2].step, 2.0 / 6, 1e-12);
  EXPECT_EQ(steps[3].colours, 6);
  EXPECT_DOUBLE_EQ(*stage.saved_against_white(Subset::W), 0);
  EXPECT_DOUBLE_EQ(*stage.saved_against_white(Subset::BGORWY), 1);
  EXPECT_DOUBLE_EQ(*stage.saved_against_white(Subset::Y), -0.5);
}

/// What is left of each value without the mean of its row and that of its column, squared and added up.
double slow_residual(const std::vector<Cells>& rows, const std::vector<Subset>& subsets) {
  const auto n = static_cast<double>(rows.size());
  const auto k = static_cast<double>(subsets.size());
  std::vector<double> columns(subsets.size());
  double overall = 0;
  for (const Cells& row : rows)
    for (std::size_t i = 0; i < subsets.size(); ++i) {
      columns[i] += slow_value(row, subsets[i]) / n;
      overall += slow_value(row, subsets[i]) / n / k;
    }
  double sum = 0;
  for (const Cells& row : rows) {
    double mean = 0;
    for (const Subset subset : subsets) mean += slow_value(row, subset) / k;
    for (std::size_t i = 0; i < subsets.size(); ++i)
      sum += std::pow(slow_value(row, subsets[i]) - mean - columns[i] + overall, 2);
  }
  return sum / ((n - 1) * (k - 1));
}

TEST(SymmetryCheckTest, TakesTheNoiseFromWhatTheRowsDoNotShare) {
  const std::vector<Cells> rows = random_rows(500, 7, 0);
  StageStatistics stage("cross");
  for (const Cells& row : rows) stage.add(row);
  const std::optional<SymmetryCheck> single = stage.single_symmetry();
  const std::optional<SymmetryCheck> pairs = stage.pair_symmetry();
  ASSERT_TRUE(single && pairs);
  EXPECT_THAT(pairs->subsets, ElementsAre(Subset::WY, Subset::BG, Subset::OR));
  EXPECT_DOUBLE_EQ(single->means.front(), stage.distribution(Subset::W).mean());
  EXPECT_DOUBLE_EQ(single->spread, std::ranges::max(single->means) - std::ranges::min(single->means));
  const double single_noise = std::sqrt(slow_residual(rows, single->subsets) / 500);
  const double pair_noise = std::sqrt(slow_residual(rows, pairs->subsets) / 500);
  EXPECT_NEAR(single->expected_spread, 2.5344 * single_noise, 1e-9);
  EXPECT_NEAR(single->largest_ordinary, 4.0301 * single_noise, 1e-9);
  EXPECT_NEAR(pairs->expected_spread, 1.6926 * pair_noise, 1e-9);
  EXPECT_NEAR(pairs->largest_ordinary, 3.3145 * pair_noise, 1e-9);
  EXPECT_GT(single->standard_error, single_noise) << "which the rows' common part is in as well";
}

TEST(SymmetryCheckTest, IsRightNineteenTimesInTwenty) {
  int ordinary_singles = 0;
  int ordinary_pairs = 0;
  double spread = 0;
  double expected = 0;
  constexpr int kTrials = 1000;
  for (int trial = 0; trial < kTrials; ++trial) {
    StageStatistics stage("cross");
    for (const Cells& row : random_rows(100, 1000u + static_cast<unsigned>(trial), 0)) stage.add(row);
    ordinary_singles += stage.single_symmetry()->ordinary() ? 1 : 0;
    ordinary_pairs += stage.pair_symmetry()->ordinary() ? 1 : 0;
    spread += stage.single_symmetry()->spread / kTrials;
    expected += stage.single_symmetry()->expected_spread / kTrials;
  }
  // 950 are expected, give or take 7.
  EXPECT_NEAR(ordinary_singles, 950, 25);
  EXPECT_NEAR(ordinary_pairs, 950, 25);
  EXPECT_NEAR(spread / expected, 1, 0.05);
}

TEST(SymmetryCheckTest, SeesAColourThatIsPreferred) {
  StageStatistics stage("cross");
  EXPECT_FALSE(stage.single_symmetry());
  std::vector<Cells> rows = random_rows(2000, 3, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % 4 == 0) rows[i][5] = static_cast<std::uint8_t>(rows[i][5] - 1);
    stage.add(rows[i]);
  }
  EXPECT_FALSE(stage.single_symmetry()->ordinary());
  stage = StageStatistics("cross");
  stage.add(Cells{1, 1, 1, 1, 1, 1});
  EXPECT_FALSE(stage.single_symmetry()) << "one row says nothing about noise";
  stage.add(Cells{2, 2, 2, 2, 2, 2});
  EXPECT_EQ(stage.single_symmetry()->spread, 0);
  EXPECT_TRUE(stage.single_symmetry()->ordinary());
}

TEST(IncrementStatisticsTest, TakesTheRowsThatHaveBoth) {
  IncrementStatistics increment("cross", "xcross");
  EXPECT_EQ(increment.mean(Subset::W), 0);
  const auto add = [&increment](const Cells& from, const Cells& to) {
    increment.add(values_of(from), values_of(to));
  };
  add({6, 5, 7, 4, 8, 3}, {7, 7, 7, 7, 8, 5});
  add({6, 5, E, 4, 8, 3}, {7, 6, 7, 7, 8, 5});
  add({6, 5, 7, 4, 8, 3}, {E, E, E, E, E, E});
  add({6, 9, 7, 4, 8, 3}, {7, 7, 7, 7, 8, 5});
  EXPECT_EQ(increment.count(Subset::W), 3u);
  EXPECT_DOUBLE_EQ(increment.mean(Subset::W), (2 + 1 - 2) / 3.0);
  EXPECT_DOUBLE_EQ(increment.deviation(Subset::W), std::sqrt((9 - 3 * (1.0 / 9)) / 2));
  EXPECT_EQ(increment.count(Subset::O), 2u);
  EXPECT_EQ(increment.count(Subset::BGORWY), 2u);
  EXPECT_DOUBLE_EQ(increment.mean(Subset::BGORWY), 2);
  EXPECT_DOUBLE_EQ(increment.deviation(Subset::BGORWY), 0);
}

TEST(StatisticsTest, KnowsTheOrderOfTheStages) {
  Statistics statistics;
  for (const char* name : {"zebra", "eo_f2l", "f2l", "apple", "xxcross_pair", "cross", "pseudo_cross",
                           "pseudo_xcross_pseudo_pair", "xcross"})
    statistics.stage(name);
  std::vector<std::string> names;
  for (const StageStatistics* stage : statistics.stages()) names.push_back(stage->name());
  EXPECT_THAT(names, ElementsAre("cross", "xcross", "f2l", "pseudo_cross", "xxcross_pair",
                                 "pseudo_xcross_pseudo_pair", "eo_f2l", "apple", "zebra"));
  EXPECT_EQ(&statistics.stage("cross"), statistics.find("cross"));
  EXPECT_EQ(statistics.find("xxcross"), nullptr);
  EXPECT_EQ(variant_of("xxcross_pair"), "pair");
  EXPECT_EQ(variant_of("pseudo_xcross_pseudo_pair"), "pseudo_pair");
  EXPECT_EQ(variant_of("zebra"), "other");
  EXPECT_EQ(variant_of(""), "other");
}

TEST(StatisticsTest, StepsLeadFromOneStageToTheNextOfTheSameVariant) {
  Statistics statistics;
  EXPECT_EQ(statistics.increment("cross", "xxcross"), nullptr);
  EXPECT_EQ(statistics.increment("xcross", "cross"), nullptr);
  EXPECT_EQ(statistics.increment("cross", "eo_xcross"), nullptr);
  EXPECT_EQ(statistics.increment("f2l", "pseudo_cross"), nullptr);
  EXPECT_EQ(statistics.increment("apple", "zebra"), nullptr);
  EXPECT_TRUE(statistics.increments().empty());
  IncrementStatistics* step = statistics.increment("xxxcross", "f2l");
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(statistics.increment("xxxcross", "f2l"), step);
  ASSERT_NE(statistics.increment("cross", "xcross"), nullptr);
  ASSERT_EQ(statistics.increments().size(), 2u);
  EXPECT_EQ(statistics.increments()[0]->to(), "xcross");
  EXPECT_EQ(statistics.increments()[1]->from(), "xxxcross");

  for (const char* name : {"cross", "xcross", "xxxcross", "f2l"}) statistics.stage(name);
  statistics.keep({"cross", "xcross", "f2l"});
  EXPECT_EQ(statistics.stages().size(), 3u);
  ASSERT_EQ(statistics.increments().size(), 1u) << "a step needs both its ends";
  EXPECT_EQ(statistics.increments()[0]->to(), "xcross");
}

TEST(StageStatisticsTest, IntervalsOfWhatMoreColoursSaveGoRowByRow) {
  StageStatistics stage("cross");
  std::vector<Cells> rows;
  for (int i = 0; i < 200; ++i) {
    Cells cells{};
    for (std::size_t c = 0; c < cells.size(); ++c)
      cells[c] = static_cast<std::uint8_t>(4 + (i * (static_cast<int>(c) + 3) + i / 7) % 6);
    rows.push_back(cells);
    stage.add(cells);
  }
  // The averages of each row over all choices of one size, slowly.
  const auto interval = [&](auto value_of) {
    const auto n = static_cast<double>(rows.size());
    std::vector<double> values;
    for (const Cells& row : rows) values.push_back(value_of(values_of(row)));
    double mean = 0;
    for (const double value : values) mean += value / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double half = student_factor(n - 1) * std::sqrt(squares / (n - 1) / n);
    return Interval{mean - half, mean + half};
  };
  const auto average = [](const SubsetValues& values, int size) {
    double sum = 0;
    int choices = 0;
    for (const Subset subset : kAllSubsets) {
      if (size_of(subset) != size) continue;
      sum += values[index_of(subset)];
      ++choices;
    }
    return sum / choices;
  };
  const std::vector<NeutralityStep> steps = stage.neutrality();
  ASSERT_EQ(steps.size(), 4u);
  for (const NeutralityStep& step : steps) {
    const Interval mean = interval([&](const SubsetValues& values) { return average(values, step.colours); });
    ASSERT_TRUE(step.mean_interval);
    EXPECT_NEAR(step.mean_interval->low, mean.low, 1e-6) << step.colours;
    EXPECT_NEAR(step.mean_interval->high, mean.high, 1e-6) << step.colours;
    ASSERT_EQ(step.saved_interval.has_value(), step.colours > 1);
    if (step.colours == 1) continue;
    const Interval saved = interval(
        [&](const SubsetValues& values) { return average(values, 1) - average(values, step.colours); });
    EXPECT_NEAR(step.saved_interval->low, saved.low, 1e-6) << step.colours;
    EXPECT_NEAR(step.saved_interval->high, saved.high, 1e-6) << step.colours;
  }
}

}  // namespace
}  // namespace halfturn::stats

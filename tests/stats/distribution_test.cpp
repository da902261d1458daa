#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "halfturn/stats.h"

namespace halfturn::stats {
namespace {

Distribution of(const std::vector<int>& values) {
  Distribution distribution;
  for (const int value : values) distribution.add(value);
  return distribution;
}

TEST(DistributionTest, IsThatOfTheTextbook) {
  const Distribution eight = of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(eight.count(), 8u);
  EXPECT_EQ(eight.count_of(4), 3u);
  EXPECT_EQ(eight.count_of(3), 0u);
  EXPECT_EQ(eight.min(), 2);
  EXPECT_EQ(eight.max(), 9);
  EXPECT_DOUBLE_EQ(eight.mean(), 5);
  EXPECT_DOUBLE_EQ(eight.deviation(), std::sqrt(32.0 / 7)) << "with n - 1";
  EXPECT_DOUBLE_EQ(eight.standard_error(), std::sqrt(32.0 / 7 / 8));
  EXPECT_EQ(eight.mode(), 4);
  EXPECT_DOUBLE_EQ(eight.share(4), 3.0 / 8);
  EXPECT_DOUBLE_EQ(eight.share(63), 0);
}

TEST(DistributionTest, APercentileIsTheLeastValueThatReachesTheShare) {
  const Distribution ten = of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_EQ(ten.percentile(10), 1) << "exactly a tenth is at most 1";
  EXPECT_EQ(ten.percentile(11), 2);
  EXPECT_EQ(ten.percentile(50), 5);
  EXPECT_EQ(ten.percentile(90), 9);
  EXPECT_EQ(ten.percentile(99), 10);
  EXPECT_EQ(ten.percentile(100), 10);
  EXPECT_EQ(ten.percentile(0), 1) << "a value that came";
  Distribution hundred;
  hundred.add(3, 99);
  hundred.add(8);
  EXPECT_EQ(hundred.percentile(99), 3);
  EXPECT_EQ(hundred.percentile(100), 8);
}

TEST(DistributionTest, OfSeveralModesTakesTheLeast) {
  EXPECT_EQ(of({5, 3, 5, 3, 9}).mode(), 3);
  EXPECT_EQ(of({0, 0, 63, 63}).mode(), 0);
}

TEST(DistributionTest, OfNothingAndOfOneThing) {
  const Distribution nothing;
  EXPECT_TRUE(nothing.empty());
  EXPECT_EQ(nothing.mean(), 0);
  EXPECT_EQ(nothing.deviation(), 0);
  EXPECT_EQ(nothing.standard_error(), 0);
  EXPECT_EQ(nothing.percentile(50), 0);
  EXPECT_EQ(nothing.share(0), 0);
  const Distribution one = of({7});
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(one.min(), 7);
  EXPECT_EQ(one.max(), 7);
  EXPECT_EQ(one.mean(), 7);
  EXPECT_EQ(one.deviation(), 0);
  EXPECT_EQ(one.percentile(10), 7);
  EXPECT_EQ(one.mode(), 7);
}

/// All 190,080 crosses of one colour, as counted by many.
Distribution all_crosses(std::uint64_t times) {
  Distribution crosses;
  const std::vector<std::uint64_t> counts = {1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102};
  for (std::size_t moves = 0; moves < counts.size(); ++moves)
    crosses.add(static_cast<int>(moves), counts[moves] * times);
  return crosses;
}

TEST(DistributionTest, AgreesWithWhatIsKnownOfTheCross) {
  const Distribution crosses = all_crosses(1);
  EXPECT_EQ(crosses.count(), 190'080u);
  EXPECT_NEAR(crosses.mean(), 5.81206, 0.000005);
  EXPECT_EQ(crosses.mode(), 6);
  EXPECT_NEAR(crosses.share(6), 0.51165, 0.000005);
}

TEST(DistributionTest, LosesNothingWithVeryManyRows) {
  const Distribution crosses = all_crosses(10'000'000'000);
  EXPECT_NEAR(crosses.mean(), 5.81206, 0.000005);
  EXPECT_NEAR(crosses.deviation(), all_crosses(1).deviation(), 0.00001);
  EXPECT_EQ(crosses.percentile(99), 7);
}

TEST(DistributionTest, AddsUp) {
  Distribution sum = of({1, 2});
  sum.add(of({2, 5}));
  EXPECT_EQ(sum, of({1, 2, 2, 5}));
}

TEST(MeanDifferenceTest, IsSecondLessFirstWithBothErrors) {
  const MeanDifference difference = difference_of(of({1, 3}), of({4, 6, 8}));
  EXPECT_DOUBLE_EQ(difference.difference, 4);
  // Variances 2 and 4, of 2 and 3 values.
  EXPECT_DOUBLE_EQ(difference.standard_error, std::sqrt(2.0 / 2 + 4.0 / 3));
}

TEST(MeanDifferenceTest, HasAnIntervalByWelch) {
  // By hand: variances of the means 1 and 4 / 3; (7 / 3)^2 / (1 / 1 + (16 / 9) / 2) = 2.882 degrees of
  // freedom.
  const MeanDifference difference = difference_of(of({1, 3}), of({4, 6, 8}));
  ASSERT_TRUE(difference.interval);
  EXPECT_NEAR(difference.interval->half(), std::sqrt(7.0 / 3) * 3.262, 0.002);
  EXPECT_NEAR(difference.interval->low + difference.interval->high, 8, 1e-9);
  EXPECT_FALSE(difference_of(of({1}), of({4, 6})).interval) << "one value has no spread";
  EXPECT_EQ(difference_of(of({1, 1}), of({4, 4})).interval->half(), 0);
}

TEST(IntervalTest, StudentFactorsAreThoseOfTheTables) {
  // From printed tables of the 97.5 % quantile.
  for (const auto& [degrees, factor] : std::vector<std::pair<double, double>>{{1, 12.706},
                                                                              {2, 4.303},
                                                                              {5, 2.571},
                                                                              {10, 2.228},
                                                                              {29, 2.045},
                                                                              {30, 2.042},
                                                                              {31, 2.040},
                                                                              {40, 2.021},
                                                                              {60, 2.000},
                                                                              {120, 1.980},
                                                                              {1e9, 1.960}})
    EXPECT_NEAR(student_factor(degrees), factor, 0.0006) << degrees;
  for (double degrees = 1; degrees < 40; degrees += 0.25)
    EXPECT_GT(student_factor(degrees), student_factor(degrees + 0.25)) << degrees;
}

TEST(IntervalTest, OfAMean) {
  EXPECT_FALSE(of({}).mean_interval());
  EXPECT_FALSE(of({5}).mean_interval());
  const std::optional<Interval> interval = of({4, 6, 8}).mean_interval();
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 6 - 4.302653 * 2 / std::sqrt(3.0), 1e-5);
  EXPECT_NEAR(interval->high, 6 + 4.302653 * 2 / std::sqrt(3.0), 1e-5);
}

TEST(IntervalTest, OfAShareIsThatOfWilson) {
  // 10 of 100: a well-known example, 5.52 % to 17.44 %.
  EXPECT_NEAR(share_interval(10, 100).low, 0.05523, 0.00001);
  EXPECT_NEAR(share_interval(10, 100).high, 0.17437, 0.00001);
  EXPECT_EQ(share_interval(0, 10).low, 0);
  EXPECT_NEAR(share_interval(0, 10).high, 0.27753, 0.00001);
  EXPECT_EQ(share_interval(10, 10).high, 1);
  EXPECT_NEAR(share_interval(10, 10).low, 1 - 0.27753, 0.00001);
  EXPECT_EQ(share_interval(0, 0).low, 0);
  EXPECT_EQ(share_interval(0, 0).high, 1);
}

TEST(DistributionTest, AddsUpToALength) {
  const Distribution some = of({3, 4, 4, 6});
  EXPECT_EQ(some.count_up_to(2), 0u);
  EXPECT_EQ(some.count_up_to(4), 3u);
  EXPECT_EQ(some.count_up_to(kMostMoves), 4u);
  EXPECT_DOUBLE_EQ(some.share_up_to(4), 0.75);
  EXPECT_EQ(of({}).share_up_to(4), 0);
  EXPECT_NEAR(some.interval_up_to(4).low, share_interval(3, 4).low, 1e-12);
}

}  // namespace
}  // namespace halfturn::stats

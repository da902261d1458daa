#include "halfturn/campaign_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace halfturn::testing {
namespace {

CosetRecord record(double seconds, int at_once = 1, CosetOutcome outcome = CosetOutcome::proved) {
  CosetRecord record;
  record.outcome = outcome;
  record.seconds = seconds;
  record.at_once = at_once;
  record.host = "here";
  record.threads = 2;
  return record;
}

TEST(CampaignMean, IsThatOfTheTextbook) {
  Mean mean;
  EXPECT_EQ(mean.deviation(), 0);
  EXPECT_EQ(mean.half_width(), std::nullopt);
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  EXPECT_EQ(mean.count(), 8u);
  EXPECT_DOUBLE_EQ(mean.mean(), 5);
  EXPECT_DOUBLE_EQ(mean.deviation(), std::sqrt(32.0 / 7));
  EXPECT_NEAR(*mean.half_width(), 2.3646 * std::sqrt(32.0 / 7) / std::sqrt(8.0), 1e-9);
  EXPECT_NEAR(*mean.half_width(16), *mean.half_width() * std::sqrt(0.5), 1e-9);
  EXPECT_EQ(*mean.half_width(8), 0) << "all of them: nothing is left to chance";
}

TEST(CampaignMean, LosesNothingFarFromZero) {
  Mean mean;
  for (const double value : {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) mean.add(value);
  EXPECT_NEAR(mean.deviation(), std::sqrt(30.0), 1e-6);
}

TEST(CampaignMean, StudentsQuantilesAreThoseOfTheTables) {
  for (const auto& [degrees, quantile] : std::map<std::uint64_t, double>{{1, 12.706},
                                                                         {2, 4.303},
                                                                         {10, 2.228},
                                                                         {11, 2.201},
                                                                         {12, 2.179},
                                                                         {20, 2.086},
                                                                         {30, 2.042},
                                                                         {60, 2.000},
                                                                         {120, 1.980},
                                                                         {1'000'000, 1.960}})
    EXPECT_NEAR(student_quantile(degrees), quantile, 0.00051) << degrees;
}

TEST(CampaignSummaryTest, EstimatesTheWholeCover) {
  CampaignSummary summary(1'000'000);
  EXPECT_FALSE(summary.estimate());
  summary.add(record(10));
  ASSERT_TRUE(summary.estimate());
  EXPECT_DOUBLE_EQ(summary.estimate()->seconds, 1e7);
  EXPECT_FALSE(summary.estimate()->half_width) << "one result says nothing about the spread";
  summary.add(record(24, 2));                         // two at once share the machine
  summary.add(record(1000, 1, CosetOutcome::error));  // says nothing about the cost
  summary.add(record(14, 1, CosetOutcome::unproved));
  EXPECT_DOUBLE_EQ(summary.estimate()->seconds, 1.2e7);
  EXPECT_NEAR(*summary.estimate()->half_width, 1e6 * 4.3027 * 2 / std::sqrt(3.0) * std::sqrt(1 - 3e-6), 1);
  EXPECT_EQ(summary.proved(), 2u);
  EXPECT_EQ(summary.unproved(), 1u);
  EXPECT_EQ(summary.errors(), 1u);
  EXPECT_EQ(summary.settings(), 1u);
  CosetRecord elsewhere = record(5);
  elsewhere.host = "there";
  summary.add(elsewhere);
  EXPECT_EQ(summary.settings(), 2u);
}

TEST(CampaignSummaryTest, MeansAreOverWhatWasCounted) {
  CampaignSummary summary(100);
  CosetRecord one = record(1);
  one.levels = {{.depth = 9, .probes = 10, .fresh = 4, .total = 5},
                {.depth = 16, .probes = 3, .total = 100, .exact = false}};
  CosetRecord two = record(1);
  two.levels = {{.depth = 9, .probes = 20, .search_seconds = 3}};
  summary.add(one);
  summary.add(two);
  ASSERT_EQ(summary.levels().size(), 2u);
  const CampaignSummary::Level& nine = summary.levels().at(9);
  EXPECT_EQ(nine.probes.mean(), 15);
  EXPECT_EQ(nine.fresh.count(), 1u);
  EXPECT_EQ(nine.fresh.mean(), 4);
  EXPECT_EQ(nine.search_seconds.mean(), 1.5);
  EXPECT_EQ(nine.inexact, 0u);
  EXPECT_EQ(summary.levels().at(16).inexact, 1u);
  EXPECT_EQ(summary.levels().at(16).fresh.count(), 0u);
}

TEST(CampaignStatusTest, TellsHowLongItWillTake) {
  CampaignStatus status;
  status.total = 100;
  status.proved = 38;
  status.errors = 2;
  EXPECT_EQ(status.left(), 60u);
  EXPECT_FALSE(status.rate());
  EXPECT_FALSE(status.remaining_seconds());
  status.mean_seconds = 10;
  EXPECT_FALSE(status.rate()) << "nobody is at work";
  EXPECT_EQ(status.remaining_seconds(), 600);
  status.runners.resize(3);
  EXPECT_DOUBLE_EQ(*status.rate(), 0.3);
  EXPECT_EQ(status.remaining_seconds(), 200);
}

}  // namespace
}  // namespace halfturn::testing

#include "halfturn/distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "support/test_store.h"

namespace halfturn {
namespace {

using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

StageDistribution distribution(const std::string& stage, const std::string& colours = "Y") {
  const Result<ViewSet> views = parse_views(colours, ViewLetters::colours);
  const auto found = exact_distributions(test_tables(), stage, *views, {});
  EXPECT_TRUE(found) << (found ? "" : found.error().text());
  if (!found) return {};
  EXPECT_EQ(found->size(), 1u);
  return found->front();
}

void expect_counts(const StageDistribution& found, std::uint64_t positions,
                   const std::vector<std::uint64_t>& counts) {
  EXPECT_EQ(found.positions, positions);
  EXPECT_THAT(found.counts, ElementsAreArray(counts));
}

// The numbers are from the literature; none of them comes from this program.

TEST(ExactDistribution, Cross) {
  const StageDistribution cross = distribution("cross");
  expect_counts(cross, 190'080, {1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102});
  EXPECT_NEAR(cross.mean(), 5.81206, 5e-6);
  EXPECT_EQ(cross.fixed, "one colour");
}

TEST(ExactDistribution, BetterOfTwoOppositeCrosses) {
  for (const std::string colours : {"WY", "GB", "ro"})
    expect_counts(distribution("cross", colours), 5'109'350'400,
                  {53759, 806253, 8484602, 74437062, 506855983, 2031420585, 2311536662, 175751822, 3672});
}

TEST(ExactDistribution, BetterOfTwoNeighbouringCrossesAddsUp) {
  const StageDistribution found = distribution("cross", "WG");
  // Seven edges. With one cross solved, the three others of the other cross are anywhere; both at once counts
  // once.
  EXPECT_EQ(found.positions, 12ull * 11 * 10 * 9 * 8 * 7 * 6 * 128);
  EXPECT_EQ(found.counts[0], 2ull * 8 * 7 * 6 * 8 - 1);
  EXPECT_EQ(found.counts.size(), 9u);
}

TEST(ExactDistribution, XCross) {
  const StageDistribution found = distribution("xcross");
  expect_counts(found, 72'990'720,
                {1, 15, 172, 1950, 21535, 220368, 1989591, 13431990, 40963892, 16325184, 36022});
  EXPECT_EQ(found.fixed, "one colour, the slot FR");
}

TEST(ExactDistribution, CrossAndPair) {
  expect_counts(distribution("cross_pair"), 72'990'720,
                {17, 255, 3102, 35217, 367070, 3184390, 18621816, 41028188, 9746797, 3868});
}

TEST(ExactDistribution, PseudoXCross) {
  expect_counts(distribution("pseudo_xcross"), 72'990'720,
                {4, 48, 568, 6556, 70495, 693185, 5618257, 27845257, 36570024, 2186315, 11});
}

TEST(ExactDistribution, OrientedCross) {
  const StageDistribution found = distribution("eo_cross");
  expect_counts(found, 24'330'240,
                {1, 15, 178, 1982, 21041, 204732, 1645039, 8477633, 12917628, 1061851, 140});
  EXPECT_THAT(found.fixed, HasSubstr("oriented"));
}

TEST(ExactDistribution, NoStageTakesMoreThanItsTableSays) {
  for (const std::string stage : {"cross", "xcross", "pseudo_cross", "pseudo_xcross", "cross_pair",
                                  "pseudo_cross_pseudo_pair", "eo_cross"})
    EXPECT_EQ(stage_of_name(stage)->most_moves(), static_cast<int>(distribution(stage).counts.size()) - 1)
        << stage;
}

TEST(ExactDistribution, NamesTheStagesThatHaveOne) {
  EXPECT_THAT(stages_with_distribution(false), Contains("pseudo_cross_pseudo_pair"));
  for (const std::string stage : {"xxxcross", "f2l", "corss"}) {
    const auto found = exact_distributions(test_tables(), stage, {}, {});
    ASSERT_FALSE(found) << stage;
    EXPECT_EQ(found.error().kind, ErrorKind::bad_input);
    EXPECT_THAT(found.error().text(), HasSubstr("cross, xcross, pseudo_cross"));
    EXPECT_THAT(found.error().text(), HasSubstr("count random positions"));
  }
}

TEST(ExactDistribution, SeveralColoursGoWithTheCrossAlone) {
  for (const ViewSet views : {ViewSet{View::U, View::D}, ViewSet{View::U, View::D, View::F}})
    for (const std::string stage : {"xcross", "eo_cross"}) {
      const auto found = exact_distributions(test_tables(), stage, views, {});
      ASSERT_FALSE(found);
      EXPECT_THAT(found.error().text(), HasSubstr("several colours go with cross and pseudo_cross"));
    }
}

TEST(ExactDistribution, CountingManyColoursCanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto found = exact_distributions(test_tables(), "cross", ViewSet::all(),
                                         {.threads = 2, .stop = stop.get_token(), .progress = {}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace halfturn

#include "halfturn/distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "support/files.h"
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
  EXPECT_EQ(found->size(), stage == "xcross" && colours.size() == 1 ? 2u : 1u);
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

TEST(ExactDistribution, XCrossWithAnySlot) {
  const auto found = exact_distributions(test_tables(), "xcross", {}, {});
  ASSERT_TRUE(found);
  const StageDistribution& any = found->back();
  EXPECT_EQ(any.fixed, "one colour, any slot");
  expect_counts(
      any, 695'280'402'432'000,
      {37'908'599, 568'628'985, 6'517'572'994, 73'720'189'384, 807'161'926'701, 8'014'907'818'106,
       64'989'168'195'161, 300'998'517'199'292, 310'250'210'240'321, 10'139'587'753'497, 4'998'960});
  EXPECT_NEAR(any.mean(), 7.355, 0.005) << "of a sample";
  // With one of the slots solved, the pieces of the three others are anywhere; with two, those of two are.
  EXPECT_EQ(any.counts[0], 4ull * (7 * 6 * 5 * 8) * (7 * 6 * 5 * 27) - 6 * (6 * 5 * 4) * (6 * 5 * 9) +
                               4 * (5 * 2) * (5 * 3) - 1);
}

TEST(ExactDistribution, XCrossOfTwoOppositeColours) {
  const StageDistribution found = distribution("xcross", "WY");
  EXPECT_EQ(found.fixed, "the better of two opposite colours, Y and W, any slot");
  EXPECT_EQ(to_string(found.positions), "43252003274489856000");
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

TEST(ExactDistribution, SeveralColoursGoWithFewStages) {
  for (const ViewSet views : {ViewSet{View::U, View::F}, ViewSet{View::U, View::D, View::F}})
    for (const std::string stage : {"xcross", "eo_cross"}) {
      const auto found = exact_distributions(test_tables(), stage, views, {});
      ASSERT_FALSE(found);
      EXPECT_THAT(found.error().text(), HasSubstr("several colours go with cross and pseudo_cross"));
    }
}

TEST(ExactDistribution, CountingManyColoursCanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  for (const std::string name : {"cross", "xcross"}) {
    const ViewSet views = name == "cross" ? ViewSet::all() : ViewSet(View::U);
    const auto found =
        exact_distributions(test_tables(), name, views,
                            {.threads = 2, .stop = stop.get_token(), .progress = {}}, Counting::again);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::stopped);
  }
}

/// And what comes with the library is what is counted.
TEST(ExactDistribution, CountingGoesOnWhereItWasStopped) {
  const testing::TemporaryFolder folder;
  std::filesystem::copy_file(test_tables().directory() / "stage-xcross.table",
                             folder.path() / "stage-xcross.table");
  const TableStore store(folder.path());
  std::stop_source stop;
  const auto stop_half_way = [&](const Progress& progress) {
    if (progress.step == "counting" && progress.fraction > 0.5) stop.request_stop();
  };
  const auto half = exact_distributions(store, "xcross", View::U,
                                        {.threads = 2, .stop = stop.get_token(), .progress = stop_half_way},
                                        Counting::again);
  ASSERT_FALSE(half);
  EXPECT_THAT(half.error().text(), HasSubstr("goes on where"));
  double began = 0;
  const auto note_the_first = [&](const Progress& progress) {
    if (progress.step == "counting" && began == 0) began = progress.fraction;
  };
  const auto whole = exact_distributions(
      store, "xcross", View::U, {.threads = 2, .stop = {}, .progress = note_the_first}, Counting::again);
  ASSERT_TRUE(whole);
  EXPECT_GT(began, 0.5);
  EXPECT_EQ(whole->back().counts, exact_distributions(store, "xcross", View::U, {})->back().counts);
}

}  // namespace
}  // namespace halfturn

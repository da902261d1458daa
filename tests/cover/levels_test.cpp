#include "halfturn/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cover/multiplicity.h"
#include "halfturn/random.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

/// Published counts of the positions at each distance.
const std::vector<std::uint64_t> kPublished = {1, 18, 243, 3240, 43239, 574908, 7618438, 100803036};

std::vector<std::uint64_t> published_to(int depth) {
  return {kPublished.begin(), kPublished.begin() + depth + 1};
}

class LevelsWithTable : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<Phase1Table> opened = Phase1Table::open(test_tables(), Residency::resident, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    table_ = std::make_unique<const Phase1Table>(std::move(*opened));
  }
  static void TearDownTestSuite() { table_.reset(); }

  static LevelCounts count(const Cover& cover, int depth, int threads = 0) {
    const Result<LevelCounts> counts = count_levels(*table_, cover, depth, {.threads = threads});
    EXPECT_TRUE(counts.ok());
    return *counts;
  }
  static Cover cover(CoverKind kind) { return Cover::make(kind, table_->coordinates()); }
  static Cover cover_of(std::vector<bool> chosen) {
    return Cover::of(std::move(chosen), table_->coordinates());
  }

  /// Along the three axes.
  static std::array<std::size_t, 3> classes_of(const EdgeClasses& classes, const Cube& cube) {
    std::array<std::size_t, 3> result{};
    for (int axis = 0; axis < 3; ++axis) {
      const Phase1Coset coset = table_->coordinates().coset_of(cube.seen_through(axis_to_ud(axis)));
      result[static_cast<std::size_t>(axis)] = classes.class_of(coset.flip, coset.slice).class_index;
    }
    return result;
  }

  /// A random choice of a quarter of the classes.
  static std::vector<bool> random_classes(std::uint64_t seed) {
    RandomCubes random(seed);
    std::vector<bool> chosen(kEdgeClassCount);
    for (std::size_t c = 0; c < chosen.size(); ++c) chosen[c] = random.below(4) == 0;
    return chosen;
  }

  static std::unique_ptr<const Phase1Table> table_;
};

std::unique_ptr<const Phase1Table> LevelsWithTable::table_;

TEST_F(LevelsWithTable, AllCosetsGiveThePublishedCounts) {
  const LevelCounts counts = count(cover(CoverKind::all), 6);
  EXPECT_EQ(counts.positions, published_to(6));
  EXPECT_EQ(counts.cosets, 138'639'780u);
  EXPECT_EQ(counts.near_cosets, 71'460u);
}

TEST_F(LevelsWithTable, PlainCoverGivesThePublishedCounts) {
  EXPECT_EQ(count(cover(CoverKind::plain), 6).positions, published_to(6));
}

TEST_F(LevelsWithTable, CoverWithInversesGivesThePublishedCounts) {
  EXPECT_EQ(count(cover(CoverKind::with_inverses), 6).positions, published_to(6));
}

TEST_F(LevelsWithTable, DepthZeroIsTheSolvedCube) {
  EXPECT_EQ(count(cover(CoverKind::all), 0).positions, published_to(0));
}

TEST_F(LevelsWithTable, DoesNotDependOnThreads) {
  const Cover plain = cover(CoverKind::plain);
  const LevelCounts one = count(plain, 5, 1);
  const LevelCounts three = count(plain, 5, 3);
  EXPECT_EQ(one.positions, three.positions);
  EXPECT_EQ(one.sequences, three.sequences);
  EXPECT_EQ(one.near_cosets, three.near_cosets);
}

/// Random classes, and what it takes besides for positions near the solved cube to be covered: a smallest
/// class each, for those that have none, nor has their inverse.
TEST_F(LevelsWithTable, WeightsMakeUpForPositionsThatAreMetSeveralTimes) {
  constexpr int kDepth = 4;
  const std::unique_ptr<const EdgeClasses> classes = EdgeClasses::make(table_->coordinates());
  std::vector<bool> chosen = random_classes(5);
  const auto covers = [&](const Cube& cube) {
    return std::ranges::any_of(classes_of(*classes, cube), [&](std::size_t c) { return chosen[c]; });
  };
  std::unordered_set<Cube> seen = {Cube()};
  std::vector<Cube> frontier = {Cube()};
  for (int depth = 0; depth <= kDepth; ++depth) {
    ASSERT_EQ(frontier.size(), kPublished[static_cast<std::size_t>(depth)]);
    std::vector<Cube> next;
    for (const Cube& cube : frontier) {
      if (!covers(cube) && !covers(cube.inverse()))
        chosen[std::ranges::min(classes_of(*classes, cube))] = true;
      if (depth == kDepth) continue;
      for (Move move : kAllMoves)
        if (seen.insert(cube.after(move)).second) next.push_back(cube.after(move));
    }
    frontier = std::move(next);
  }
  EXPECT_EQ(count(cover_of(chosen), kDepth).positions, published_to(kDepth));

  // The solved cube has the class 0 along all three axes.
  chosen[0] = false;
  EXPECT_EQ(count(cover_of(chosen), kDepth).positions[0], 0u);
}

TEST_F(LevelsWithTable, MultiplicitiesAreCountedAsTheSlowWayCountsThem) {
  const Cover some = cover_of(random_classes(6));
  const CoverMultiplicity multiplicity(*table_, some);
  const CoverMultiplicity everything(*table_, cover(CoverKind::all));
  RandomCubes random(7);
  std::array<int, 7> how_often{};
  for (int i = 0; i < 100'000; ++i) {
    const Cube cube = random.next();
    int wanted = 0;
    for (const Cube& one : {cube, cube.inverse()})
      for (std::size_t c : classes_of(some.classes(), one))
        wanted += some.has_class(static_cast<int>(c)) ? 1 : 0;
    ASSERT_EQ(multiplicity.count(cube), wanted);
    ASSERT_EQ(everything.count(cube), 6);
    ++how_often[static_cast<std::size_t>(wanted)];
  }
  for (int n : how_often) EXPECT_GT(n, 0);
}

TEST_F(LevelsWithTable, ReportsProgressToTheEndAndStopsWhenAsked) {
  const Cover all = cover(CoverKind::all);
  double last = 0;
  const Result<LevelCounts> counts =
      count_levels(*table_, all, 2, {.threads = 1, .progress = [&](const Progress& progress) {
                                       EXPECT_EQ(progress.task, "levels");
                                       EXPECT_GT(progress.fraction, last);
                                       last = progress.fraction;
                                     }});
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(last, 1.0);

  std::stop_source stop;
  const Result<LevelCounts> stopped = count_levels(
      *table_, all, 6,
      {.threads = 2, .stop = stop.get_token(), .progress = [&](const Progress&) { stop.request_stop(); }});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
  EXPECT_TRUE(stopped.error().text().starts_with("stopped before every coset was searched"));
}

TEST_F(LevelsWithTable, RefusesDepthsThatItCannotReach) {
  for (int depth : {-1, kMostLevels + 1}) {
    const Result<LevelCounts> counts = count_levels(*table_, cover(CoverKind::all), depth, {});
    ASSERT_FALSE(counts.ok());
    EXPECT_EQ(counts.error().kind, ErrorKind::bad_input);
  }
}

}  // namespace
}  // namespace halfturn

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include "halfturn/phase2.h"
#include "halfturn/random.h"
#include "kociemba/random_in_h.h"
#include "kociemba/tables/phase2_build.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

/// Distances in H' (H with the slice's order left out), and in H.
constexpr std::array<std::uint64_t, 19> kPublishedWithoutSlice = {
    1,        10,       67,        420,       2335,      12260,     61038,    291004, 1327429, 5821374,
    24141784, 89480354, 262907144, 485409604, 508704668, 232904952, 14508468, 129376, 112};
constexpr std::array<std::uint64_t, 10> kPublishedInH = {1,     10,     67,     456,     3079,
                                                         19948, 123074, 736850, 4185118, 22630733};

class Phase2TableTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<Phase2Table> opened = Phase2Table::open(test_tables(), Residency::resident, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    table_ = std::make_unique<const Phase2Table>(std::move(*opened));
  }
  static void TearDownTestSuite() { table_.reset(); }

  static std::unique_ptr<const Phase2Table> table_;
};

std::unique_ptr<const Phase2Table> Phase2TableTest::table_;

std::uint64_t pack(Phase2Position p) {
  return (std::uint64_t{p.corners} * kArrangementCount + p.edges) * 24 + p.slice;
}

Phase2Position unpack(std::uint64_t number) {
  return {static_cast<std::uint16_t>(number / 24 / kArrangementCount),
          static_cast<std::uint16_t>(number / 24 % kArrangementCount),
          static_cast<std::uint8_t>(number % 24)};
}

/// The positions of H at exactly each distance, found one level after another. Level d's neighbours lie in
/// d-1, d, d+1.
std::vector<std::vector<std::uint64_t>> levels_of_h(const Phase2Coordinates& coordinates, std::size_t count) {
  std::vector<std::vector<std::uint64_t>> levels = {{0}};
  while (levels.size() < count) {
    std::vector<std::uint64_t> next;
    next.reserve(levels.back().size() * kHMoveCount);
    for (std::uint64_t number : levels.back())
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
        next.push_back(pack(coordinates.after(unpack(number), left.first())));
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, levels.size()); ++back) {
      std::vector<std::uint64_t> fresh;
      std::ranges::set_difference(next, levels[levels.size() - back], std::back_inserter(fresh));
      next = std::move(fresh);
    }
    levels.push_back(std::move(next));
  }
  return levels;
}

TEST_F(Phase2TableTest, HistogramWithoutSliceIsThePublishedOne) {
  // The table cannot tell the solved pair from those at distance 1.
  std::array<std::uint64_t, Phase2Table::kLargestStored + 1> counts = {1};
  const std::vector<std::uint64_t> sizes = corner_class_sizes(table_->coordinates());
  for (int row = 0; row < kCornerClasses; ++row)
    for (int edges = 0; edges < kArrangementCount; ++edges)
      counts.at(static_cast<std::size_t>(table_->distance(
          {table_->coordinates().representative(row), static_cast<std::uint16_t>(edges), 1}))) +=
          sizes[static_cast<std::size_t>(row)];
  --counts[1];
  for (std::size_t d = 0; d <= 15; ++d) EXPECT_EQ(counts[d], kPublishedWithoutSlice[d]) << "distance " << d;
  EXPECT_EQ(counts[16], kPublishedWithoutSlice[16] + kPublishedWithoutSlice[17] + kPublishedWithoutSlice[18]);
}

TEST(Phase2Build, DistancesBeyondWhatIsStoredAreThePublishedOnes) {
  const auto coordinates = Phase2Coordinates::make();
  const Result<base::PageBuffer> found = phase2_distances(Metric::half, *coordinates, {});
  ASSERT_TRUE(found.ok());
  std::array<std::uint64_t, 256> counts{};
  const std::vector<std::uint64_t> sizes = corner_class_sizes(*coordinates);
  for (std::size_t i = 0; i < Phase2Table::kEntries; ++i)
    counts[static_cast<std::size_t>(found->bytes()[i])] += sizes[i / kArrangementCount];
  for (std::size_t d = 0; d < counts.size(); ++d)
    EXPECT_EQ(counts[d], d < kPublishedWithoutSlice.size() ? kPublishedWithoutSlice[d] : 0)
        << "distance " << d;
}

TEST(Phase2Build, GivesTheSameBytesForAnyNumberOfThreads) {
  std::vector<std::byte> one(Phase2Table::kind().content_bytes());
  std::vector<std::byte> three(one.size());
  ASSERT_TRUE(build_phase2(Metric::half, one, {.threads = 1}).ok());
  ASSERT_TRUE(build_phase2(Metric::half, three, {.threads = 3}).ok());
  EXPECT_TRUE(one == three);
}

TEST_F(Phase2TableTest, FirstTenLevelsOfHAreThePublishedOnesAndNoBoundExceedsThem) {
  const auto levels = levels_of_h(table_->coordinates(), kPublishedInH.size());
  for (std::size_t d = 0; d < levels.size(); ++d) {
    EXPECT_EQ(levels[d].size(), kPublishedInH[d]) << "distance " << d;
    for (std::uint64_t number : levels[d]) {
      const int bound = table_->distance(unpack(number));
      ASSERT_LE(bound, static_cast<int>(d));
      ASSERT_EQ(bound == 0, d == 0);
    }
  }
  // And solve() finds exactly that length.
  RandomCubes random(13);
  for (std::size_t d = 0; d < levels.size(); ++d) {
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t number = levels[d][random.below(static_cast<std::uint32_t>(levels[d].size()))];
      const std::optional<Moves> moves = table_->solve(unpack(number));
      ASSERT_TRUE(moves.has_value());
      ASSERT_EQ(moves->size(), d);
      if (d > 0) {
        ASSERT_FALSE(table_->solve(unpack(number), static_cast<int>(d) - 1).has_value());
      }
    }
  }
}

TEST_F(Phase2TableTest, SolutionsOfRandomPositionsReplayToSolved) {
  RandomCubes random(14);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random_in_h(random);
    const Phase2Position position = *table_->coordinates().position_of(cube);
    const std::optional<Moves> moves = table_->solve(position);
    ASSERT_TRUE(moves.has_value());
    ASSERT_LE(moves->size(), static_cast<std::size_t>(kPhase2Diameter));
    ASSERT_GE(static_cast<int>(moves->size()), table_->distance(position));
    for (Move move : *moves) ASSERT_TRUE(moves_of_h().has(move));
    ASSERT_TRUE(cube.after(*moves).is_solved());
  }
}

TEST_F(Phase2TableTest, BoundChangesByAtMostOneWithAMove) {
  RandomCubes random(15);
  for (int i = 0; i < 50'000; ++i) {
    const Phase2Position position = *table_->coordinates().position_of(random_in_h(random));
    for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
      ASSERT_LE(std::abs(table_->distance(table_->coordinates().after(position, left.first())) -
                         table_->distance(position)),
                1);
  }
}

/// A corner class whose representative some symmetries leave alone holds each position once for each of its
/// images under them. A build that fills in only one of them still passes for most positions; these rows are
/// where it shows.
TEST_F(Phase2TableTest, RowsOfSymmetricCornerClassesAgreeWithTheirImages) {
  const Phase2Coordinates& coordinates = table_->coordinates();
  const std::vector<std::uint64_t> sizes = corner_class_sizes(coordinates);
  int symmetric_classes = 0;
  RandomCubes random(16);
  for (int row = 0; row < kCornerClasses; ++row) {
    const std::uint16_t corners = coordinates.representative(row);
    if (sizes[static_cast<std::size_t>(row)] == kUdSymmetryCount) continue;
    ++symmetric_classes;
    for (std::size_t s = 1; s < kUdSymmetryCount; ++s) {
      if (coordinates.corners_seen(s, corners) != corners) continue;
      for (int i = 0; i < 500; ++i) {
        const auto edges = static_cast<std::uint16_t>(random.below(kArrangementCount));
        ASSERT_EQ(table_->distance({corners, edges, 1}),
                  table_->distance({corners, coordinates.edges_seen(s, edges), 1}));
      }
    }
  }
  EXPECT_GT(symmetric_classes, 200);
}

TEST_F(Phase2TableTest, OnlyTheSolvedPositionIsAtZero) {
  EXPECT_EQ(table_->distance({}), 0);
  EXPECT_EQ(table_->solve({}), Moves{});
  // Corners and outer edges home, the slice not: the table cannot see it, inspection does.
  EXPECT_EQ(table_->distance({0, 0, 7}), 1);
}

TEST_F(Phase2TableTest, SolveStopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  RandomCubes random(17);
  EXPECT_FALSE(table_->solve(*table_->coordinates().position_of(random_in_h(random)), 18, stop.get_token())
                   .has_value());
}

}  // namespace
}  // namespace halfturn

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "halfturn/random.h"
#include "kociemba/random_in_h.h"
#include "kociemba/tables/phase2_build.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

/// The tables of the quarter metric, judged by plain searches.
class QuarterTables : public testing::Test {
 protected:
  static void SetUpTestSuite() { tables_ = ResidentTables::open(Metric::quarter); }
  static void TearDownTestSuite() { tables_ = {}; }
  static const Phase1Table& phase1() { return *tables_.phase1; }
  static const Phase2Table& phase2() { return *tables_.phase2; }

  static ResidentTables tables_;
};

ResidentTables QuarterTables::tables_;

Phase1Coset random_near(const Phase1Coordinates& coordinates, RandomCubes& random, int turns) {
  Phase1Coset coset;
  for (int i = 0; i < turns; ++i) coset = coordinates.after(coset, kAllMoves[random.below(kMoveCount)]);
  return coset;
}

TEST_F(QuarterTables, Phase1AgreesWithPlainBreadthFirstSearchOfCosets) {
  const Phase1Coordinates& coordinates = phase1().coordinates();
  const auto key = [](Phase1Coset c) {
    return (std::uint64_t{c.twist} * kSliceCount + c.slice) * kFlipCount + c.flip;
  };
  std::unordered_map<std::uint64_t, int> distance = {{0, 0}};
  std::vector<Phase1Coset> frontier = {{}};
  std::vector<std::size_t> sizes;
  for (int depth = 1; depth <= 7; ++depth) {
    std::vector<Phase1Coset> next;
    for (const Phase1Coset coset : frontier) {
      for (const Move move : kAllMoves) {
        if (cost(move, Metric::quarter) != 1) continue;
        const Phase1Coset neighbour = coordinates.after(coset, move);
        if (distance.emplace(key(neighbour), depth).second) next.push_back(neighbour);
      }
    }
    for (const Phase1Coset coset : next) ASSERT_EQ(phase1().distance(coset), depth);
    sizes.push_back(next.size());
    frontier = std::move(next);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 34, 312, 2772, 24'996, 225'949, 2'017'078}));
}

TEST_F(QuarterTables, Phase1CountsEveryCoset) {
  const Result<TableData> data = test_tables().open(Phase1Table::kind(Metric::quarter), Residency::mapped);
  ASSERT_TRUE(data.ok()) << data.error().text();
  const auto* entry = reinterpret_cast<const std::uint32_t*>(data->bytes().data());
  std::array<std::uint64_t, 14> counts{};
  for (const std::uint64_t size : twist_class_sizes(phase1().coordinates()))
    for (std::size_t i = 0; i < Phase1Table::kRowEntries; ++i)
      counts.at(static_cast<std::size_t>(Phase1Entry::distance(*entry++))) += size;
  const std::array<std::uint64_t, 14> expected = {1,         4,          34,        312,      2772,
                                                  24996,     225949,     2017078,   17554890, 139132730,
                                                  758147361, 1182378518, 117594403, 14072};
  EXPECT_EQ(counts, expected);
}

/// No move that keeps a way within reach is left out; none leads farther than one turn too far.
TEST_F(QuarterTables, Phase1MasksHaveEveryTurnThatKeepsAWay) {
  const Phase1Coordinates& coordinates = phase1().coordinates();
  RandomCubes random(7);
  for (int i = 0; i < 300'000; ++i) {
    const Phase1Coset coset =
        i % 2 == 0 ? coordinates.coset_of(random.next()) : random_near(coordinates, random, i / 2 % 9);
    const int distance = phase1().distance(coset);
    for (int slack = -1; slack <= 3; ++slack) {
      const int togo = distance + slack;
      const MoveMask mask = phase1().distance_and_moves(coset, togo).moves;
      ASSERT_TRUE((mask - moves_of_cost_one(Metric::quarter)).empty());
      for (MoveMask left = moves_of_cost_one(Metric::quarter); !left.empty(); left = left.without_first()) {
        const int there = phase1().distance(coordinates.after(coset, left.first()));
        if (slack >= 0 && there <= togo - 1) {
          ASSERT_TRUE(mask.has(left.first()));
        } else if (slack != 1 || there > togo) {
          ASSERT_FALSE(mask.has(left.first()));
        }
      }
    }
  }
}

TEST_F(QuarterTables, Phase1WalksEndInHAfterExactlyTheDistance) {
  RandomCubes random(8);
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = random.next();
    const Phase1Coset coset = phase1().coordinates().coset_of(cube);
    const Moves moves = phase1().solve(coset);
    ASSERT_EQ(length(moves, Metric::quarter), phase1().distance(coset));
    ASSERT_TRUE(phase1().coordinates().coset_of(cube.after(moves)).in_h());
  }
}

TEST_F(QuarterTables, Phase2BoundsAndSolutionsAreThoseOfAPlainSearchOfH) {
  const Phase2Coordinates& coordinates = phase2().coordinates();
  const auto key = [](Phase2Position p) {
    return (std::uint64_t{p.corners} * kArrangementCount + p.edges) * 24 + p.slice;
  };
  constexpr std::size_t kRadius = 9;
  std::unordered_map<std::uint64_t, int> distance;
  std::vector<std::vector<Phase2Position>> levels(kRadius + 3);
  levels[0] = {{}};
  for (std::size_t depth = 0; depth <= kRadius; ++depth) {
    std::vector<Phase2Position> here;
    for (const Phase2Position position : levels[depth]) {
      if (!distance.emplace(key(position), static_cast<int>(depth)).second) continue;
      here.push_back(position);
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
        levels[depth + static_cast<std::size_t>(cost(left.first(), Metric::quarter))].push_back(
            coordinates.after(position, left.first()));
    }
    levels[depth] = std::move(here);
  }
  EXPECT_EQ(levels[1].size(), 4u);
  RandomCubes random(9);
  for (std::size_t depth = 0; depth <= kRadius; ++depth) {
    for (const Phase2Position position : levels[depth]) {
      const int bound = phase2().distance(position);
      ASSERT_LE(bound, static_cast<int>(depth));
      ASSERT_EQ(bound % 2, static_cast<int>(depth % 2)) << "the corners tell the parity";
      ASSERT_EQ(bound == 0, depth == 0);
    }
    for (int i = 0; i < 100; ++i) {
      const Phase2Position position =
          levels[depth][random.below(static_cast<std::uint32_t>(levels[depth].size()))];
      const std::optional<Moves> moves = phase2().solve(position);
      ASSERT_TRUE(moves.has_value());
      ASSERT_EQ(length(*moves, Metric::quarter), static_cast<int>(depth));
      ASSERT_FALSE(phase2().solve(position, static_cast<int>(depth) - 1).has_value());
      Phase2Position end = position;
      for (const Move move : *moves) end = coordinates.after(end, move);
      ASSERT_TRUE(end.solved());
    }
  }
}

/// Every entry is one move's cost beyond its nearest neighbour, which only the exact distances are.
TEST(QuarterBuild, Phase2DistancesAreOneMoveFromTheirNearestNeighbour) {
  const auto coordinates = Phase2Coordinates::make();
  const Result<base::PageBuffer> found = phase2_distances(Metric::quarter, *coordinates, {});
  ASSERT_TRUE(found.ok());
  const auto at = [&](std::uint16_t corners, std::uint16_t edges) {
    const auto row = coordinates->corner_class(corners);
    return static_cast<int>(found->bytes()[std::size_t{row.index} * kArrangementCount +
                                           coordinates->edges_seen(row.symmetry, edges)]);
  };
  RandomCubes random(10);
  for (int i = 0; i < 2'000'000; ++i) {
    const auto corners = static_cast<std::uint16_t>(random.below(kArrangementCount));
    const auto edges = static_cast<std::uint16_t>(random.below(kArrangementCount));
    int nearest = corners == 0 && edges == 0 ? 0 : 255;
    for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
      const Phase2Position next = coordinates->after({corners, edges, 0}, left.first());
      nearest = std::min(nearest, at(next.corners, next.edges) + cost(left.first(), Metric::quarter));
    }
    ASSERT_EQ(at(corners, edges), nearest);
    ASSERT_EQ(nearest % 2 != 0, coordinates->is_odd(corners));
  }
  std::vector<std::uint64_t> counts(256);
  const std::vector<std::uint64_t> sizes = corner_class_sizes(*coordinates);
  for (std::size_t i = 0; i < Phase2Table::kEntries; ++i)
    counts[static_cast<std::size_t>(found->bytes()[i])] += sizes[i / kArrangementCount];
  while (counts.back() == 0) counts.pop_back();
  const std::vector<std::uint64_t> expected = {
      1,         4,         10,       36,       99,        240,       728,       1840,
      4607,      12984,     30244,    81128,    194910,    493188,    1174120,   2900940,
      6774553,   15914860,  35634668, 75659772, 146947444, 248940640, 334822344, 342123656,
      262836928, 124415680, 24376220, 2305072,  54320,     1160,      4};
  EXPECT_EQ(counts, expected);
  EXPECT_LE(counts.size(), 2u * Phase2Table::kLargestStored + 1) << "all of them can be stored";
}

TEST(QuarterBuild, Phase2GivesTheSameBytesForAnyNumberOfThreads) {
  std::vector<std::byte> one(Phase2Table::kind(Metric::quarter).content_bytes());
  std::vector<std::byte> three(one.size());
  ASSERT_TRUE(build_phase2(Metric::quarter, one, {.threads = 1}).ok());
  ASSERT_TRUE(build_phase2(Metric::quarter, three, {.threads = 3}).ok());
  EXPECT_TRUE(one == three);
}

}  // namespace
}  // namespace halfturn

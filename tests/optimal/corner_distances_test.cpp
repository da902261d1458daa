#include "optimal/corner_distances.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "halfturn/metric.h"
#include "halfturn/random.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn::optimal {
namespace {

/// How many of the 88,179,840 corner positions are at each distance. The table answers for each arrangement
/// and twist by itself here, so that its classes are tested too.
std::vector<std::uint64_t> count_by_distance(const CornerDistances& distances) {
  std::vector<std::uint64_t> counts;
  for (std::size_t a = 0; a < kArrangements; ++a) {
    for (std::size_t t = 0; t < kTwistCount; ++t) {
      const auto distance = static_cast<std::size_t>(
          distances.distance({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(t)}));
      if (distance >= counts.size()) counts.resize(distance + 1);
      ++counts[distance];
    }
  }
  return counts;
}

/// The published counts.
TEST(CornerDistances, CountsInHalfTurns) {
  EXPECT_EQ(count_by_distance(*CornerDistances::make(false)),
            (std::vector<std::uint64_t>{1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616,
                                        15139616, 64736}));
}
TEST(CornerDistances, CountsInQuarterTurns) {
  EXPECT_EQ(count_by_distance(*CornerDistances::make(true)),
            (std::vector<std::uint64_t>{1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152,
                                        22334112, 32420448, 18780864, 2166720, 6624}));
}

/// Each position near solved, by breadth-first search over the corners of whole cubes.
TEST(CornerDistances, NearSolvedAsTheCornersOfCubes) {
  for (const Metric metric : kAllMetrics) {
    const auto distances = CornerDistances::make(metric == Metric::quarter);
    std::set<std::array<int, 2 * kCornerCount>> seen;
    std::vector<Cube> level;
    const auto add = [&](const Cube& cube, int distance) {
      std::array<int, 2 * kCornerCount> key{};
      for (std::size_t p = 0; p < kCornerCount; ++p) {
        key[2 * p] = cube.corner_at(static_cast<int>(p)).piece;
        key[2 * p + 1] = cube.corner_at(static_cast<int>(p)).turn;
      }
      if (!seen.insert(key).second) return;
      level.push_back(cube);
      ASSERT_EQ(distances->distance(distances->corners_of(cube)), distance);
    };
    add(Cube(), 0);
    for (int distance = 1; distance <= 5; ++distance)
      for (const Cube& cube : std::exchange(level, {}))
        for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first())
          add(cube.after(left.first()), distance);
    EXPECT_EQ(level.size(), metric == Metric::half ? 205416U : 39528U);
  }
}

TEST(CornerDistances, FollowMoves) {
  const auto distances = CornerDistances::make(false);
  RandomCubes random(1);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    const CornerDistances::Corners corners = distances->corners_of(cube);
    for (Move move : kAllMoves) {
      const CornerDistances::Corners moved = distances->corners_of(cube.after(move));
      ASSERT_EQ(distances->after(corners, move).arrangement, moved.arrangement);
      ASSERT_EQ(distances->after(corners, move).twist, moved.twist);
      ASSERT_LE(std::abs(distances->distance(moved) - distances->distance(corners)), 1);
    }
    ASSERT_EQ(distances->distance(distances->corners_of(cube.inverse())), distances->distance(corners));
  }
}

}  // namespace
}  // namespace halfturn::optimal

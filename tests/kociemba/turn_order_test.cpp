#include "kociemba/search/turn_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unordered_map>
#include <vector>

#include "halfturn/cube.h"
#include "kociemba/exact_distance.h"

namespace halfturn {
namespace {

/// Makes every sequence of `togo` more turns that the order allows, and notes the shortest to each position.
template <Metric metric>
void walk_all(const Cube& cube, std::vector<std::uint8_t>& path, int togo,
              std::unordered_map<Cube, int>& best, std::uint64_t& sequences) {
  const auto made = static_cast<int>(path.size());
  const auto [at, fresh] = best.emplace(cube, made);
  at->second = std::min(at->second, made);
  if (togo == 0) {
    ++sequences;
    return;
  }
  using Order = TurnOrder<metric>;
  for (MoveMask left = Order::moves(Order::after_path(path, path.size())); !left.empty();
       left = left.without_first()) {
    path.push_back(static_cast<std::uint8_t>(left.first().index()));
    walk_all<metric>(cube.after(left.first()), path, togo - 1, best, sequences);
    path.pop_back();
  }
}

template <Metric metric>
void expect_every_position_in_its_shortest_way(int depth, std::uint64_t sequences_expected) {
  const ExactDistance exact(depth, metric);
  std::unordered_map<Cube, int> best;
  std::vector<std::uint8_t> path;
  std::uint64_t sequences = 0;
  walk_all<metric>(Cube(), path, depth, best, sequences);
  std::size_t positions = 1;
  for (const std::size_t size : exact.level_sizes()) positions += size;
  EXPECT_EQ(best.size(), positions);
  for (const auto& [cube, length] : best) ASSERT_EQ(exact.of(cube, 0), length);
  EXPECT_EQ(sequences, sequences_expected);
}

TEST(TurnOrderCoordinates, KeepsAShortestWayToEveryPosition) {
  expect_every_position_in_its_shortest_way<Metric::half>(4, 43'254);
  // As many as there are positions at distance 5: up to there, none is met twice.
  expect_every_position_in_its_shortest_way<Metric::quarter>(5, 93'840);
  EXPECT_THAT(ExactDistance(5, Metric::quarter).level_sizes(),
              testing::ElementsAre(12, 114, 1068, 10011, 93840));
}

TEST(TurnOrderCoordinates, AHalfTurnIsOneClockwiseTurnMadeTwice) {
  using Order = TurnOrder<Metric::quarter>;
  const Move clockwise(Face::R, 1);
  const Move back(Face::R, 3);
  EXPECT_TRUE(Order::moves(Order::after(clockwise)).has(clockwise));
  EXPECT_FALSE(Order::moves(Order::after(clockwise)).has(back));
  EXPECT_FALSE(Order::moves(Order::after(back)).has(back));
  EXPECT_FALSE(Order::moves(Order::after_pair(clockwise)).has(clockwise));
  EXPECT_EQ(Order::after(clockwise) & Order::beginning_with_pair(clockwise), 0u) << "that would be three";
  EXPECT_NE(Order::after(Move(Face::U, 1)) & Order::beginning_with_pair(clockwise), 0u);
  EXPECT_EQ(Order::after(Move(Face::L, 1)) & Order::beginning_with_pair(clockwise), 0u) << "R comes before L";
  for (const Move move : kAllMoves) {
    EXPECT_EQ(TurnOrder<Metric::half>::after(move), moves_after(move).bits());
    EXPECT_EQ((Order::moves(Order::after(move)) - moves_of_cost_one(Metric::quarter)).size(), 0);
  }
}

}  // namespace
}  // namespace halfturn

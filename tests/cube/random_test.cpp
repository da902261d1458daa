#include "halfturn/random.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/position.h"

namespace halfturn {
namespace {

/// Sum of squared deviations in units of what chance alone makes of them: about the number of cells when
/// uniform.
double chi_square(const std::vector<int>& counts) {
  double total = 0;
  for (int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(RandomCubes, SeedMeansTheSamePositionsOnEveryMachine) {
  RandomCubes one(1);
  EXPECT_EQ(format_facelets(one.next()), "BUFBUBBLFRRLLRFURULDDDFUBDLDFFRDULLFRDDBLRUFRDFULBURBB");
  EXPECT_EQ(format_facelets(one.next()), "DLBUURFFFLDDRRURBBDLUDFUBFURRFLDRDDLRBLFLLRUULBBFBDUBF");
  EXPECT_EQ(format_facelets(one.next()), "BUUBUFUBURRLRRFDDDLRFDFDDRBLURDDFFLLRUBFLBDLFFLULBUBBR");
  RandomCubes large(0xFEDC'BA98'7654'3210);
  EXPECT_EQ(format_facelets(large.next()), "FRFFUUDDLBBLRRLBLLRFUDFBRBUFLRDDUDFFRRBFLRLBUDUDDBUULB");
  EXPECT_EQ(format_facelets(large.next()), "DULBUDUBRDLBRRUFRFFUFBFBBDRRRUFDUBFLRDLFLLLRUDFBLBLDDU");
}

TEST(RandomCubes, SeedsDiffer) {
  RandomCubes a(1), b(2), again(1);
  const Cube first = a.next();
  EXPECT_FALSE(first == b.next());
  EXPECT_EQ(first, again.next());
  EXPECT_FALSE(first == a.next());
}

TEST(RandomCubes, BelowStaysBelow) {
  RandomCubes random(3);
  for (std::uint32_t bound : {1u, 2u, 3u, 7u, 1000u, 0x8000'0000u, 0xFFFF'FFFFu})
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(bound), bound);
  std::vector<int> counts(12);
  for (int i = 0; i < 120'000; ++i) ++counts[random.below(12)];
  EXPECT_LT(chi_square(counts), 31.3) << "one stream in a thousand is worse";
}

TEST(RandomCubes, EveryPieceIsEquallyOftenEverywhere) {
  // The seed is fixed, so the outcome is too: the limits are those that one seed in a thousand or so would
  // break.
  RandomCubes random(4);
  constexpr int kCubes = 60'000;
  std::array<std::vector<int>, kCornerCount> corner_at, twist_at;
  std::array<std::vector<int>, kEdgeCount> edge_at, flip_at;
  corner_at.fill(std::vector<int>(kCornerCount));
  twist_at.fill(std::vector<int>(3));
  edge_at.fill(std::vector<int>(kEdgeCount));
  flip_at.fill(std::vector<int>(2));
  std::vector<int> odd(2), pair(12 * 11);
  for (int i = 0; i < kCubes; ++i) {
    const Cube cube = random.next();
    for (int p = 0; p < kCornerCount; ++p) {
      ++corner_at[static_cast<std::size_t>(p)][static_cast<std::size_t>(cube.corner_at(p).piece)];
      ++twist_at[static_cast<std::size_t>(p)][static_cast<std::size_t>(cube.corner_at(p).turn)];
    }
    for (int p = 0; p < kEdgeCount; ++p) {
      ++edge_at[static_cast<std::size_t>(p)][static_cast<std::size_t>(cube.edge_at(p).piece)];
      ++flip_at[static_cast<std::size_t>(p)][static_cast<std::size_t>(cube.edge_at(p).turn)];
    }
    // The two places that the parity swap touches, together.
    const int a = cube.edge_at(0).piece, b = cube.edge_at(1).piece;
    ++pair[static_cast<std::size_t>(11 * a + (b > a ? b - 1 : b))];
    bool is_odd = false;
    for (int p = 0; p < kCornerCount; ++p)
      for (int q = 0; q < p; ++q) is_odd ^= cube.corner_at(q).piece > cube.corner_at(p).piece;
    ++odd[is_odd ? 1 : 0];
  }
  for (const auto& counts : corner_at) EXPECT_LT(chi_square(counts), 28);
  for (const auto& counts : twist_at) EXPECT_LT(chi_square(counts), 16);
  for (const auto& counts : edge_at) EXPECT_LT(chi_square(counts), 36);
  for (const auto& counts : flip_at) EXPECT_LT(chi_square(counts), 13);
  EXPECT_LT(chi_square(odd), 11) << "half of all positions have odd corners";
  EXPECT_LT(chi_square(pair), 190);
}

TEST(RandomCubes, PositionsCanBeReached) {
  RandomCubes random(5);
  for (int i = 0; i < 5000; ++i) {
    const Cube cube = random.next();
    int twist = 0, flip = 0;
    bool odd = false;
    for (int p = 0; p < kCornerCount; ++p) {
      twist += cube.corner_at(p).turn;
      for (int q = 0; q < p; ++q) odd ^= cube.corner_at(q).piece > cube.corner_at(p).piece;
    }
    for (int p = 0; p < kEdgeCount; ++p) {
      flip += cube.edge_at(p).turn;
      for (int q = 0; q < p; ++q) odd ^= cube.edge_at(q).piece > cube.edge_at(p).piece;
    }
    EXPECT_EQ(twist % 3, 0);
    EXPECT_EQ(flip % 2, 0);
    EXPECT_FALSE(odd);
  }
}

/// Every turn that may come next and fits is drawn equally often.
TEST(RandomMoves, HaveExactlyTheirLengthAndNoTurnsThatJoin) {
  for (const Metric metric : kAllMetrics) {
    RandomCubes random(5);
    EXPECT_TRUE(random_moves(random, 0, metric).empty());
    std::vector<int> first(kMoveCount);
    std::vector<int> alone(kMoveCount);
    for (int i = 0; i < 20'000; ++i) {
      const Moves moves = random_moves(random, 2 + i % 20, metric);
      ASSERT_EQ(length(moves, metric), 2 + i % 20);
      ASSERT_EQ(cancelled(moves), moves);
      ++first[static_cast<std::size_t>(moves.front().index())];
      ++alone[static_cast<std::size_t>(random_moves(random, 1, metric).front().index())];
    }
    EXPECT_LT(chi_square(first), 45);
    std::erase(alone, 0);
    EXPECT_EQ(alone.size(), metric == Metric::half ? 18u : 12u);
    EXPECT_LT(chi_square(alone), 45);
  }
}

}  // namespace
}  // namespace halfturn

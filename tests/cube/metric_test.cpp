#include "halfturn/metric.h"

#include <gtest/gtest.h>

#include "halfturn/notation.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

TEST(Metric, CostsOfMoves) {
  for (const Move move : kAllMoves) {
    EXPECT_EQ(cost(move, Metric::half), 1);
    EXPECT_EQ(cost(move, Metric::quarter), move.quarters() == 2 ? 2 : 1);
  }
  EXPECT_EQ(moves_of_cost_one(Metric::half), MoveMask::all());
  EXPECT_EQ(moves_of_cost_one(Metric::quarter).size(), 12);
  EXPECT_FALSE(moves_of_cost_one(Metric::quarter).has(Move(Face::R, 2)));
}

TEST(Metric, LengthsAreThoseThatCountMovesGives) {
  for (const char* text : {"", "R", "R2", "R U2 F'", "U2 D2 R2 L2 F B'"}) {
    const Moves moves = parse_moves(text)->moves;
    const MoveCount count = count_moves(moves);
    EXPECT_EQ(length(moves, Metric::half), count.half_turn) << text;
    EXPECT_EQ(length(moves, Metric::quarter), count.quarter_turn) << text;
  }
}

TEST(Metric, ParityOfAPositionIsThatOfItsQuarterTurns) {
  EXPECT_FALSE(is_odd(Cube()));
  RandomCubes random(1);
  for (int n = 0; n < 200; ++n) {
    Moves moves;
    for (std::uint32_t left = random.below(30); left > 0; --left)
      moves.push_back(kAllMoves[random.below(kMoveCount)]);
    const Cube cube = Cube().after(moves);
    EXPECT_EQ(is_odd(cube), length(moves, Metric::quarter) % 2 == 1) << format_moves(moves);
    EXPECT_EQ(is_odd(cube), is_odd(cube.inverse()));
    for (int s = 0; s < kSymmetryCount; ++s)
      EXPECT_EQ(is_odd(cube), is_odd(cube.seen_through(Symmetry::from_index(s))));
  }
}

TEST(Metric, LengthsThatCanOccur) {
  const Cube even;
  const Cube odd = Cube::of(Move(Face::F, 1));
  for (int length = 0; length < 30; ++length) {
    EXPECT_EQ(next_possible_length(length, even, Metric::half), length);
    EXPECT_EQ(next_possible_length(length, odd, Metric::half), length);
  }
  EXPECT_EQ(next_possible_length(0, even, Metric::quarter), 0);
  EXPECT_EQ(next_possible_length(25, even, Metric::quarter), 26);
  EXPECT_EQ(next_possible_length(0, odd, Metric::quarter), 1);
  EXPECT_EQ(next_possible_length(25, odd, Metric::quarter), 25);
}

TEST(Metric, NothingIsFartherThanTheDiameter) {
  EXPECT_EQ(diameter(Metric::half), 20);
  EXPECT_EQ(diameter(Metric::quarter), 26);
}

TEST(Metric, NamesAreReadAgain) {
  for (const Metric metric : kAllMetrics) {
    const Result<Metric> read = parse_metric(name_of(metric));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, metric);
  }
  EXPECT_EQ(unit_of(Metric::half), "f");
  EXPECT_EQ(unit_of(Metric::quarter), "q");
}

TEST(Metric, OtherNamesAreErrors) {
  for (const char* name : {"", "Half", "quarter ", "slice", "q", "\xFF"})
    EXPECT_FALSE(parse_metric(name)) << name;
  EXPECT_EQ(parse_metric("slice").error().text(),
            "there is no metric 'slice' (the metrics are half and quarter)");
}

}  // namespace
}  // namespace halfturn

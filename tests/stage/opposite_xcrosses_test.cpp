#include "stage/pattern/opposite_xcrosses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/random.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/patterns.h"
#include "support/test_store.h"

namespace halfturn::stage {
namespace {

using Split = OppositeXCrosses::Split;

/// Sets of placements of each corner, a bit each: 3 * place + twist.
using Allowed = std::array<unsigned, kCornerCount>;

/// The ways to place the corners so that their twists add up to 0 and their order is odd or even, corner by
/// corner.
std::uint64_t corner_ways(const Allowed& allowed, bool odd_order) {
  // By places that the first corners take, twist and order.
  std::array<std::array<std::array<std::uint64_t, 2>, 3>, 256> ways{};
  ways[0][0][0] = 1;
  for (unsigned taken = 0; taken < 255; ++taken)
    for (unsigned placement = 0; placement < 24; ++placement) {
      const unsigned place = placement / 3;
      const auto corner = static_cast<std::size_t>(std::popcount(taken));
      if ((allowed[corner] >> placement & 1) == 0 || (taken >> place & 1) != 0) continue;
      const std::size_t passes = static_cast<std::size_t>(std::popcount(taken >> place)) % 2;
      for (std::size_t twist = 0; twist < 3; ++twist)
        for (std::size_t odd = 0; odd < 2; ++odd)
          ways[taken | 1u << place][(twist + placement) % 3][odd ^ passes] += ways[taken][twist][odd];
    }
  return ways[255][0][odd_order ? 1 : 0];
}

std::vector<int> places_of_bits(unsigned bits) {
  std::vector<int> places;
  for (; bits != 0; bits &= bits - 1) places.push_back(std::countr_zero(bits));
  return places;
}

/// Puts four edges into four places: arrangement `number` of Chosen.
void put(PieceState& state, std::size_t first_edge, unsigned places, std::size_t number) {
  std::vector<int> order = places_of_bits(places);
  for (std::size_t skip = number / 16; skip > 0; --skip) std::next_permutation(order.begin(), order.end());
  for (std::size_t i = 0; i < 4; ++i)
    state.byte[first_edge + i] = PieceState::pack(order[i], static_cast<int>(number >> i & 1));
}

class OppositeXCrossesWithTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const PatternSpace space(*pattern_of(goals_of(*stage_of_name("xcross")).front().goal));
    const TableData data =
        *halfturn::test_tables().open_or_build(kind_of(space.pattern()), Residency::mapped, {});
    counter_ = std::make_unique<OppositeXCrosses>(space, data.bytes());
  }
  static void TearDownTestSuite() { counter_.reset(); }

  /// The positions with these crosses, the arrangements of the edges between one by one, and with each the
  /// corners.
  static std::uint64_t slowly(const Split& split, std::size_t lower, std::size_t upper, int least) {
    std::uint64_t sum = 0;
    for (std::size_t between = 0; between < OppositeXCrosses::kArranged; ++between) {
      PieceState state;
      put(state, 0, split.upper, upper);
      put(state, 4, split.lower, lower);
      put(state, 8, 0xFFF & ~split.lower & ~split.upper, between);
      int flips = 0;
      bool odd = false;
      for (std::size_t e = 0; e < kEdgeCount; ++e) {
        flips += state.turn(e);
        for (std::size_t before = 0; before < e; ++before) odd ^= state.place(before) > state.place(e);
      }
      if (flips % 2 != 0) continue;
      Allowed allowed{};
      for (std::size_t corner = 0; corner < kCornerCount; ++corner)
        for (int placement = 0; placement < 24; ++placement) {
          state.byte[PieceState::kCorners + corner] = PieceState::pack(placement / 3, placement % 3);
          if (counter_->distance(state, corner < 4, corner % 4) >= least) allowed[corner] |= 1u << placement;
        }
      sum += corner_ways(allowed, odd);
    }
    return sum;
  }

  static std::unique_ptr<OppositeXCrosses> counter_;
};
std::unique_ptr<OppositeXCrosses> OppositeXCrossesWithTables::counter_;

TEST_F(OppositeXCrossesWithTables, LooksUpWhatTheAnalyzerFinds) {
  const Stage xcross = *stage_of_name("xcross");
  const auto analyzer = Analyzer::open(halfturn::test_tables(), {.stages = {xcross}}, {});
  ASSERT_TRUE(analyzer);
  RandomCubes random(18);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random.next();
    const PieceState state = PieceState::of(cube);
    for (const View view : {View::D, View::U}) {
      int nearest = kMostStageMoves;
      for (std::size_t slot = 0; slot < kSlotCount; ++slot)
        nearest = std::min(nearest, counter_->distance(state, view == View::U, slot));
      const auto rows = analyzer->analyze(cube, {.stages = {xcross}, .views = {view}}, {});
      ASSERT_TRUE(rows);
      EXPECT_EQ(nearest, rows->front()[view]);
    }
  }
}

TEST_F(OppositeXCrossesWithTables, IsWhatOneByOneCounts) {
  const std::vector<Split>& splits = counter_->splits();
  for (const std::size_t n : {splits.size() / 5, splits.size() / 2}) {
    const OppositeXCrosses::Chosen lower = {5, 77, 380};
    const OppositeXCrosses::Chosen upper = {18, 209};
    const AtLeast at_least = counter_->at_least(splits[n], lower, upper);
    for (const int d : {7, 8}) {
      std::uint64_t sum = 0;
      for (const std::size_t x : lower)
        for (const std::size_t y : upper) sum += slowly(splits[n], x, y, d);
      EXPECT_EQ(at_least[static_cast<std::size_t>(d)], sum) << n << ", " << d;
    }
  }
}

TEST_F(OppositeXCrossesWithTables, AllSplitsAreThere) {
  std::uint64_t all = 0;
  for (const Split& split : counter_->splits()) all += split.alike;
  EXPECT_EQ(all, 34'650u);
}

}  // namespace
}  // namespace halfturn::stage

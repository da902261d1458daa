// Conditions with alternatives and with slots: every position that satisfies them is equally likely.

#include "sample/alternatives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "halfturn/where.h"
#include "sample/candidate_sets.h"
#include "sample/draw.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

using ::testing::HasSubstr;

ConditionalCubes alternatives_of(const std::string& text, std::uint64_t seed, bool plain) {
  const auto where = parse_where(text);
  EXPECT_TRUE(where) << where.error().text();
  Result<ConditionalCubes> cubes =
      ConditionalCubes::open(test_tables(), {.where = *where, .seed = seed, .plain = plain}, {});
  EXPECT_TRUE(cubes) << cubes.error().text();
  return std::move(*cubes);
}

/// How often the drawn positions have each combination of lengths in the views that the conditions speak of.
std::map<std::vector<int>, int> lengths_of(ConditionalCubes& cubes, std::size_t count) {
  const auto found = cubes.next(count, {}, {.threads = 2});
  EXPECT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->size(), count);
  std::map<std::vector<int>, int> counts;
  for (const ConditionalCube& cube : *found) {
    std::vector<int> lengths;
    for (std::size_t s = 0; s < cube.rows.size(); ++s)
      for (const View view : cubes.views(s)) lengths.push_back(cube.rows[s][view]);
    ++counts[lengths];
  }
  return counts;
}

/// The sum of squares of two samples of one size, and its degrees of freedom, over cells that are not rare.
struct Unlikeness {
  double sum = 0;
  int cells = 0;
};

Unlikeness unlikeness(const std::map<std::vector<int>, int>& a, const std::map<std::vector<int>, int>& b) {
  std::map<std::vector<int>, std::pair<int, int>> both;
  for (const auto& [key, count] : a) both[key].first = count;
  for (const auto& [key, count] : b) both[key].second = count;
  constexpr int kRare = 10;
  Unlikeness result;
  std::pair<int, int> rare;
  const auto add = [&](const std::pair<int, int>& counts) {
    const double gap = counts.first - counts.second;
    result.sum += gap * gap / (counts.first + counts.second);
    ++result.cells;
  };
  for (const auto& [key, counts] : both) {
    if (counts.first + counts.second >= kRare) {
      add(counts);
    } else {
      rare.first += counts.first;
      rare.second += counts.second;
    }
  }
  if (rare.first + rare.second > 0) add(rare);
  return result;
}

void expect_alike(const std::string& text, const std::string& method) {
  ConditionalCubes listed = alternatives_of(text, 1, false);
  ConditionalCubes plain = alternatives_of(text, 2, true);
  EXPECT_THAT(listed.method(), HasSubstr(method)) << text;
  EXPECT_EQ(plain.method(), "all positions");
  const auto [sum, cells] = unlikeness(lengths_of(listed, 8000), lengths_of(plain, 8000));
  EXPECT_GT(cells, 5) << text << ": too few cells to tell";
  // Mean cells - 1, variance twice that.
  EXPECT_LT(sum, cells + 6 * std::sqrt(2.0 * cells)) << text << ": " << cells << " cells";
}

// The judge rejects positions of the whole cube one by one. The sets overlap and differ in size and in how
// often a draw gives a certain position.
TEST(AlternativesWithTables, OverlappingCrossesLikePlainDrawing) {
  expect_alike("cross(W)<=3 or cross(Y)<=3 or cross(G)<=2", "cross or ");
}

TEST(AlternativesWithTables, ACrossOrASlotLikePlainDrawing) {
  expect_alike("cross(W)<=3 or xcross(W)<=5 and xcross(Y)<=8", "cross or ");
}

TEST(AlternativesWithTables, TwoCrossesOrASlotOrFarSlotsLikePlainDrawing) {
  expect_alike("cross(W)>=7, cross(Y)>=7 or xcross(R)<=5 or xcross(W)=10", "joint positions");
}

TEST(AlternativesWithTables, NotAndBracketsLikePlainDrawing) {
  expect_alike("(cross(W)=2..3 or cross(Y)<=3) and not (xcross(W)=6 or cross(G)=5)", "cross or ");
}

TEST(AlternativesWithTables, ASlotLikePlainDrawing) {
  ConditionalCubes cubes = alternatives_of("xcross(W,FR)<=5 and xcross(W)<=5 and cross(W)>=3", 1, false);
  EXPECT_THAT(cubes.method(), HasSubstr("cross and a slot"));
  expect_alike("xcross(W,FR)<=5 and xcross(W,FL,BL)<=8", "cross and a slot");
}

TEST(AlternativesWithTables, AnAlternativeWithoutAListMeansAllPositions) {
  ConditionalCubes cubes = alternatives_of("cross(W)=8 or cross(W)<=6, eo_cross(W)<=6", 1, false);
  EXPECT_EQ(cubes.method(), "all positions");
  expect_alike("cross(W)<=3 or eo_cross(W)<=6", "all positions");
}

/// Every draw gives a certain position with the probability that draws_per_position() says: then the whole
/// set comes share() * all positions as often.
TEST(AlternativesWithTables, DrawsPerPositionAreWhatTheyAre) {
  constexpr double kAllPositions = 43'252'003'274'489'856'000.0;
  const auto crosses = stage::NibbleTable::open(test_tables(), stage::cross_goal(), {});
  auto opened = stage::NibbleTable::open(test_tables(), stage::first_slot_goal(), {});
  ASSERT_TRUE(crosses && opened);
  const auto slots = std::make_shared<const stage::NibbleTable>(std::move(*opened));
  constexpr LengthSet kAnyLength = (LengthSet{2} << kMostStageMoves) - 1;
  const auto drawn_by = [](const stage::CandidateSet& set, std::uint64_t draws) {
    std::vector<stage::PieceState> states;
    for (std::uint64_t i = 0; i < draws; ++i) {
      stage::Draw draw(3, i);
      set.draw(draw, states);
    }
    return static_cast<double>(states.size());
  };
  // These never fail, and their shares are exact.
  const auto one = stage::one_cross(*crosses, View::U, 1u << 8);
  EXPECT_EQ(one->draws_per_position(), 102 * 227'546'313'523'200u);
  EXPECT_EQ(drawn_by(*one, 100), 100);
  const auto two = stage::two_crosses(*crosses, View::U, 1u << 8, View::D, 1u << 7);
  EXPECT_NEAR(static_cast<double>(two->draws_per_position()) / kAllPositions / two->share(), 1, 1e-12);
  EXPECT_EQ(drawn_by(*two, 100), 100);
  const auto far_slots = stage::far_states(*crosses, *slots, kAnyLength, 1u << 10);
  ASSERT_TRUE(far_slots);
  const auto all = stage::all_slots(far_slots, View::F);
  EXPECT_EQ(all->draws_per_position(), 4'998'960 * std::uint64_t{62'208});
  EXPECT_EQ(drawn_by(*all, 100), 100);
  // A draw of this one fails where a position was listed more than once.
  const auto some = stage::some_slot(*crosses, slots, {View::R, kAnyLength, 1u << 4});
  EXPECT_EQ(some->draws_per_position(), 4 * 21'535 * 592'568'524'800u);
  // Edges are drawn first, then so many of them as the unit of its corner arrangements says.
  std::array<stage::ViewLengths, kViewCount> views;
  for (std::size_t v = 0; v < views.size(); ++v)
    views[v] = {kAllViews[v], kAnyLength, v < 4 ? kAnyLength & ~LengthSet{0x1FF} : kAnyLength};
  const auto everywhere = stage::far_everywhere(*crosses, *slots, views);
  ASSERT_TRUE(everywhere);
  EXPECT_EQ(everywhere->draws_per_position() % (479'001'600u * std::uint64_t{2'048}), 0u);
}

TEST(AlternativesWithTables, ASlotIsNeverCloserThanTheStage) {
  ConditionalCubes cubes = alternatives_of("xcross(W)=6 and xcross(W,FR)=9", 1, false);
  ASSERT_EQ(cubes.stages().size(), 2u);
  EXPECT_EQ(name_of(cubes.stages()[0]), "xcross FR");
  EXPECT_EQ(name_of(cubes.stages()[1]), "xcross");
  const auto found = cubes.next(5, {}, {.threads = 2});
  ASSERT_TRUE(found) << found.error().text();
  const Stage xcross = *stage_of_name("xcross");
  const auto analyzer = Analyzer::open(test_tables(), {.stages = {xcross}}, {});
  ASSERT_TRUE(analyzer);
  for (const ConditionalCube& cube : *found) {
    EXPECT_EQ(cube.rows[0][View::U], 9);
    EXPECT_EQ(cube.rows[1][View::U], 6);
    // The solutions go by the slot too, and a solution of length 9 that fills another one first is one.
    const auto ways = analyzer->solutions(
        cube.cube, {.stage = xcross, .view = View::U, .count = 20, .max_moves = 9, .slots = 1}, {});
    ASSERT_TRUE(ways);
    ASSERT_FALSE(ways->empty());
    for (const StageSolution& way : *ways) {
      EXPECT_EQ(way.moves.size(), 9u);
      EXPECT_EQ(way.reached, "FR");
    }
  }
}

}  // namespace
}  // namespace halfturn

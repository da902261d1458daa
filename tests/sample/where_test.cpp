#include "halfturn/where.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "sample/candidate_sets.h"
#include "sample/corner_arrangements.h"
#include "sample/draw.h"
#include "sample/stage_probe.h"
#include "stage/pattern/pattern.h"
#include "stage/pattern/piece_state.h"
#include "stage/pattern/view_frame.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

using ::testing::HasSubstr;

constexpr stage::PieceMask kEveryPiece = 0xFF'0FFF;

ConditionalCubes cubes_where(const std::string& text, std::uint64_t seed = 1, bool plain = false) {
  const auto conditions = parse_where(text);
  EXPECT_TRUE(conditions) << conditions.error().text();
  Result<ConditionalCubes> cubes =
      ConditionalCubes::open(test_tables(), {.where = *conditions, .seed = seed, .plain = plain}, {});
  EXPECT_TRUE(cubes) << cubes.error().text();
  return std::move(*cubes);
}

std::vector<Cube> drawn(ConditionalCubes& from, std::size_t count, int threads = 2) {
  const auto found = from.next(count, {}, {.threads = threads});
  EXPECT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->size(), count);
  std::vector<Cube> cubes;
  for (const ConditionalCube& cube : *found) cubes.push_back(cube.cube);
  return cubes;
}

/// The sum of squares that says how far counts are from even ones. Its mean is one less than the number of
/// cells.
double unevenness(const std::map<std::uint64_t, int>& counts, std::size_t cells, std::size_t draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(cells);
  double sum = static_cast<double>(cells - counts.size()) * expected;
  for (const auto& [cell, count] : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

/// The same for two samples of one size that should come from one distribution.
double difference(const std::map<int, int>& a, const std::map<int, int>& b) {
  std::map<int, std::pair<int, int>> both;
  for (const auto& [key, count] : a) both[key].first = count;
  for (const auto& [key, count] : b) both[key].second = count;
  double sum = 0;
  for (const auto& [key, counts] : both) {
    const double gap = counts.first - counts.second;
    sum += gap * gap / (counts.first + counts.second);
  }
  return sum;
}

std::uint64_t bottom_cross(const Cube& cube) {
  const stage::PieceState state = stage::PieceState::of(cube);
  std::uint64_t key = 0;
  for (std::size_t e = 4; e < 8; ++e) key = key << 8 | state.byte[e];
  return key;
}

TEST(Completion, EveryCompletionIsEquallyLikely) {
  // All but three edges fixed: 3! / 2 arrangements, as the parity wants it, and two flips are free: 12.
  const stage::PieceState solved = stage::PieceState::of(Cube());
  const stage::PieceMask fixed = kEveryPiece & ~0b111u;
  std::map<std::uint64_t, int> counts;
  constexpr std::size_t kDraws = 12'000;
  for (std::size_t i = 0; i < kDraws; ++i) {
    stage::Draw draw(7, i);
    stage::PieceState state = solved;
    ASSERT_TRUE(stage::complete(state, fixed, draw));
    ++counts[stage::cube_of(state).hash()];
  }
  EXPECT_EQ(counts.size(), 12u);
  EXPECT_LT(unevenness(counts, 12, kDraws), 40);
}

TEST(Completion, RefusesWhatNoTurningReaches) {
  stage::PieceState state = stage::PieceState::of(Cube());
  stage::Draw draw(1, 1);
  EXPECT_TRUE(stage::complete(state, kEveryPiece, draw));
  std::swap(state.byte[0], state.byte[1]);
  EXPECT_FALSE(stage::complete(state, kEveryPiece, draw));
  state = stage::PieceState::of(Cube());
  state.byte[3] ^= 16;
  EXPECT_FALSE(stage::complete(state, kEveryPiece, draw));
}

TEST(ViewFrame, LooksAreTheViews) {
  Cube cube;
  for (const int move : {0, 5, 7, 14, 3, 16, 9, 1, 12}) cube.apply(Move::from_index(move));
  const stage::PieceState state = stage::PieceState::of(cube);
  for (const View view : kAllViews) {
    const stage::PieceState seen = stage::PortableOps::seen(state, stage::symmetry_into(view));
    EXPECT_TRUE(agree(seen, stage::PieceState::of(cube.seen_through(symmetry_of(view))), kEveryPiece));
    EXPECT_TRUE(agree(stage::PortableOps::seen(seen, stage::symmetry_back_from(view)), state, kEveryPiece));
  }
}

TEST(ConditionalCubesWithTables, FarthestCrossesAreHitEvenly) {
  ConditionalCubes cubes = cubes_where("cross(D)=8");
  EXPECT_EQ(cubes.method(), "102 positions of the Y cross");
  std::map<std::uint64_t, int> counts;
  constexpr std::size_t kDraws = 10'000;
  std::set<std::uint64_t> positions;
  for (const Cube& cube : drawn(cubes, kDraws)) {
    ++counts[bottom_cross(cube)];
    positions.insert(cube.hash());
  }
  EXPECT_EQ(counts.size(), 102u);
  EXPECT_LT(unevenness(counts, 102, kDraws), 101 + 6 * 14.2);
  EXPECT_EQ(positions.size(), kDraws);  // the rest of the cube is not the same again
}

TEST(ConditionalCubesWithTables, TwoCrossesLikePlainDrawing) {
  const std::string text = "cross(WY)>=7 and cross(W)=7";
  ConditionalCubes listed = cubes_where(text);
  ConditionalCubes plain = cubes_where(text, 2, true);
  EXPECT_THAT(listed.method(), HasSubstr("joint positions of the Y and W crosses"));
  EXPECT_EQ(plain.method(), "all positions");
  const auto first = Analyzer::open(test_tables(), {.stages = {*stage_of_name("cross")}}, {});
  ASSERT_TRUE(first);
  // How the green cross is spread, which the lists know nothing of.
  const auto green = [&](ConditionalCubes& from) {
    std::map<int, int> counts;
    for (const Cube& cube : drawn(from, 4000))
      ++counts[first->analyze(cube, {.stages = {Stage(0)}}, {.threads = 1})->front()[View::F]];
    return counts;
  };
  EXPECT_LT(difference(green(listed), green(plain)), 40);
}

/// A position that has several slots of the wanted length must not come more often for it.
TEST(ConditionalCubesWithTables, SomeSlotLikePlainDrawing) {
  const auto table = stage::NibbleTable::open(test_tables(), stage::first_slot_goal(), {});
  ASSERT_TRUE(table);
  ConditionalCubes listed = cubes_where("xcross(R)=5");
  ConditionalCubes plain = cubes_where("xcross(R)=5", 2, true);
  EXPECT_THAT(listed.method(), HasSubstr("positions of the R cross and a slot"));
  const auto slots = [&](ConditionalCubes& from) {
    std::map<int, int> counts;
    for (const Cube& cube : drawn(from, 20'000)) {
      const auto state = stage::PieceState::of(cube.seen_through(symmetry_of(View::R)));
      int fives = 0;
      for (int slot = 0; slot < 4; ++slot)
        if (table->distance(stage::PortableOps::seen(state, stage::symmetry_from_first_slot(slot))) == 5)
          ++fives;
      ++counts[fives];
    }
    return counts;
  };
  const std::map<int, int> counts = slots(listed);
  EXPECT_GT(counts.at(2), 100) << "too few to tell";
  EXPECT_LT(difference(counts, slots(plain)), 30);
}

TEST(ConditionalCubesWithTables, WhatIsFoundSatisfiesTheConditions) {
  for (const std::string text :
       {"cross(W)<=4 and xcross(W)=6", "xcross(any)>=8", "cross(any)=7", "cross(worst)<=5",
        "eo_cross(D)<=5, cross(U)>5", "pseudo_cross(GB)=3 and cross_pair(O)!=6", "xxcross(D)<=7"}) {
    ConditionalCubes cubes = cubes_where(text);
    const auto conditions = parse_where(text);
    std::vector<Stage> stages;
    for (const StageBySlots& stage : cubes.stages()) stages.push_back(stage.stage);
    const auto analyzer = Analyzer::open(test_tables(), {.stages = stages}, {});
    ASSERT_TRUE(analyzer);
    const auto found = cubes.next(3, {}, {.threads = 2});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 3u);
    for (const ConditionalCube& cube : *found) {
      const std::vector<StageRow> rows = *analyzer->analyze(cube.cube, {.stages = stages}, {.threads = 1});
      for (const Condition& condition : conditions->alternatives[0]) {
        const auto row =
            static_cast<std::size_t>(std::ranges::find(stages, condition.stage) - stages.begin());
        EXPECT_TRUE(holds(condition, rows[row])) << text;
        EXPECT_TRUE(holds(condition, cube.rows[row])) << text;
      }
    }
  }
}

TEST(ConditionalCubesWithTables, TheHardestOfBothColours) {
  ConditionalCubes cubes = cubes_where("xcross(W)=10 and xcross(Y)=10");
  EXPECT_THAT(cubes.method(), HasSubstr("joint positions of the Y and W crosses and their slots"));
  const auto found = cubes.next(20, {}, {.threads = 2});
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found->size(), 20u);
  for (const ConditionalCube& cube : *found) EXPECT_EQ(cube.rows[0], (StageRow{10, 10, 255, 255, 255, 255}));
}

TEST(CornerArrangements, AreThoseThatTryingAllOfThemFinds) {
  using Corners = std::string;  // a byte each
  stage::Draw draw(1, 0);
  int ways_found = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::array<stage::PlacementSet, kCornerCount> allowed{};
    // Around its own place each, so that there are some.
    for (std::size_t c = 0; c < allowed.size(); ++c)
      for (const std::size_t place : {c, (c + 1) % 8, c ^ 1u}) allowed[c] |= (draw.below(7) + 1) << 3 * place;
    for (const bool odd : {false, true}) {
      std::set<Corners> expected;
      std::vector<std::uint8_t> bytes;
      const auto try_all = [&](const auto& self, unsigned taken, int twists, bool is_odd) -> void {
        if (bytes.size() == kCornerCount) {
          if (twists % 3 == 0 && is_odd == odd) expected.emplace(bytes.begin(), bytes.end());
          return;
        }
        for (int place = 0; place < kCornerCount; ++place)
          for (int twist = 0; twist < 3; ++twist) {
            if ((allowed[bytes.size()] >> (3 * place + twist) & 1u) == 0 || (taken >> place & 1u) != 0)
              continue;
            const bool swapped = std::popcount(taken >> place) % 2 == 1;
            bytes.push_back(stage::PieceState::pack(place, twist));
            self(self, taken | 1u << place, twists + twist, is_odd != swapped);
            bytes.pop_back();
          }
      };
      try_all(try_all, 0, 0, false);
      const stage::CornerArrangements ways(allowed, odd);
      ASSERT_EQ(ways.count(), expected.size());
      std::set<Corners> placed;
      for (std::uint64_t number = 0; number < ways.count(); ++number) {
        stage::PieceState state;
        ways.place(number, state);
        placed.emplace(state.byte.begin() + stage::PieceState::kCorners,
                       state.byte.begin() + stage::PieceState::kCorners + kCornerCount);
      }
      ASSERT_EQ(placed, expected);
      ways_found += static_cast<int>(expected.size());
    }
  }
  EXPECT_GT(ways_found, 1000);
}

TEST(CornerArrangements, CountEveryArrangement) {
  std::array<stage::PlacementSet, kCornerCount> all{};
  all.fill(stage::kAnyPlacement);
  for (const bool odd : {false, true}) EXPECT_EQ(stage::CornerArrangements(all, odd).count(), 44'089'920u);
}

/// With a bound that one in thirty positions keeps, so that the judge can wait for them.
TEST(ConditionalCubesWithTables, FarEverywhereLikePlainDrawing) {
  constexpr int kDraws = 1000;
  const Stage xcross = *stage_of_name("xcross");
  const auto probe = stage::StageProbe::open(test_tables(), std::vector{xcross}, Residency::mapped, {},
                                             fastest_instruction_set());
  ASSERT_TRUE(probe);
  const auto crosses = stage::NibbleTable::open(test_tables(), stage::cross_goal(), {});
  const auto slots = stage::NibbleTable::open(test_tables(), stage::first_slot_goal(), {});
  ASSERT_TRUE(crosses && slots);
  constexpr LengthSet kAnyLength = (LengthSet{2} << kMostStageMoves) - 1;
  std::array<stage::ViewLengths, kViewCount> views;
  for (std::size_t v = 0; v < views.size(); ++v)
    views[v] = {kAllViews[v], kAnyLength, kAnyLength & ~LengthSet{0xFF}};
  const auto far = stage::far_everywhere(*crosses, *slots, views);
  ASSERT_TRUE(far);
  EXPECT_NEAR(far->share(), 0.0343, 0.003);  // 41,147 of 1,200,000 random positions

  // How many views take nine moves or more, among positions that take eight or more in each.
  const auto nines = [&](const stage::CandidateSet& set, std::uint64_t seed) {
    std::map<int, int> counts;
    int found = 0;
    for (std::uint64_t number = 0; found < kDraws; ++number) {
      stage::Draw draw(seed, number);
      std::vector<stage::PieceState> states;
      set.draw(draw, states);
      for (const stage::PieceState& state : states) {
        PerView<int> lengths;
        for (const View view : kAllViews)
          lengths[view] =
              probe->length(xcross, kEverySlot, stage::PortableOps::seen(state, stage::symmetry_into(view)),
                            ~LengthSet{0}, {});
        if (std::ranges::min(lengths) < 8) continue;
        ++found;
        ++counts[static_cast<int>(std::ranges::count_if(lengths, [](int length) { return length > 8; }))];
      }
      EXPECT_LE(states.size(), 1u);
    }
    return counts;
  };
  EXPECT_LT(difference(nines(*far, 1), nines(*stage::whole_cube(), 2)), 30);
}

TEST(ConditionalCubesWithTables, FarInAllColours) {
  ConditionalCubes cubes = cubes_where("xcross(any)>=9");
  EXPECT_THAT(cubes.method(), HasSubstr("all arrangements of the edges"));
  const auto found = cubes.next(3, {}, {.threads = 2});
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found->size(), 3u);
  for (const ConditionalCube& cube : *found)
    EXPECT_THAT(cube.rows[0].values, ::testing::Each(::testing::Ge(9)));
}

TEST(ConditionalCubesWithTables, SameSeedSameCubesWhateverTheThreads) {
  for (const std::string text :
       {"cross(D)=8", "cross(W)<=4 and xcross(W)=6", "xcross(D)<=4", "cross(D)=8 or xcross(W)<=3"}) {
    ConditionalCubes one = cubes_where(text, 5);
    ConditionalCubes same = cubes_where(text, 5);
    ConditionalCubes other = cubes_where(text, 6);
    const std::vector<Cube> first = drawn(one, 50, 1);
    std::vector<Cube> parts = drawn(same, 7, 3);
    for (const Cube& cube : drawn(same, 43, 2)) parts.push_back(cube);
    EXPECT_EQ(first, parts) << text;
    EXPECT_NE(first, drawn(other, 50)) << text;
  }
}

TEST(ConditionalCubesWithTables, GivesUpAfterSoManyTries) {
  ConditionalCubes cubes = cubes_where("xcross(any)>=9 and cross(any)<=1");
  const auto found = cubes.next(1, {.tries = 5000}, {.threads = 2});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
  EXPECT_EQ(cubes.tried(), 5000u);
}

TEST(ConditionalCubesWithTables, StopsWhenAsked) {
  ConditionalCubes cubes = cubes_where("cross(any)=0 and cross(worst)=8");
  std::stop_source stop;
  stop.request_stop();
  const auto found = cubes.next(1, {}, {.threads = 2, .stop = stop.get_token()});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

}  // namespace
}  // namespace halfturn

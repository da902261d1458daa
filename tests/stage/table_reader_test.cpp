#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "halfturn/random.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/pattern_build.h"
#include "stage/pattern/patterns.h"
#include "stage/search/bound_planner.h"
#include "stage/search/search_kernel.h"

/// Which tables bound which goal, and what happens when they say what cannot be.
namespace halfturn::stage {
namespace {

/// The recipe of docs/stages.md: a stage that is not there yet, from its description alone.
TEST(BoundPlanners, PlanAStageThatIsNewFromItsDescription) {
  const auto line = [](int axis) {
    return oriented(at_home(axis == 2 ? piece_bit(5) | piece_bit(7) : piece_bit(4) | piece_bit(6)), axis);
  };
  const PatternSpace space({.name = "line",
                            .goal = line(2),
                            .row_edges = piece_bit(5) | piece_bit(7),
                            .packing = Packing::modulo_three});
  std::vector<std::byte> content(content_bytes(space));
  ASSERT_TRUE(build_pattern(space, content, {.threads = 2}).ok());
  BoundPlanner planner(std::vector<PatternTable>{{&space, content}});
  for (const int axis : {1, 2}) {
    const std::vector<int> numbers = planner.readers_for(line(axis));
    ASSERT_EQ(numbers.size(), 1u) << axis;
    const TableReader& reader = planner.reader(numbers.front());
    // Every position within two moves of the goal, and random ones walked down to it.
    std::vector<PieceState> level = line(axis).ends;
    for (int distance = 0; distance <= 2; ++distance) {
      std::vector<PieceState> next;
      for (const PieceState& state : level) {
        EXPECT_LE(portable_kernel().distance(reader, state), distance);
        EXPECT_EQ(portable_kernel().distance(reader, state) == 0, is_reached(state, line(axis)));
        for (const PlaceMap& map : kMoveMaps) next.push_back(PortableOps::moved(state, map));
      }
      level = std::move(next);
    }
    RandomCubes random(12);
    for (int i = 0; i < 50; ++i) {
      PieceState state = PieceState::of(random.next());
      for (int distance = portable_kernel().distance(reader, state); distance > 0; --distance) {
        const auto closer = std::ranges::find_if(kMoveMaps, [&](const PlaceMap& map) {
          return portable_kernel().distance(reader, PortableOps::moved(state, map)) == distance - 1;
        });
        ASSERT_NE(closer, kMoveMaps.end());
        state = PortableOps::moved(state, *closer);
      }
      EXPECT_TRUE(is_reached(state, line(axis)));
    }
  }
}

/// Two parts that each may be off by a turn of the bottom, but together by the same one.
TEST(BoundPlanners, RefuseTablesThatDoNotSayHowTheirPiecesStandTogether) {
  const PieceMask right = piece_bit(4) | piece_bit(20);
  const PieceMask left = piece_bit(6) | piece_bit(22);
  const PatternSpace part(
      {.name = "part", .goal = up_to_bottom_turn(at_home(right)), .row_edges = piece_bit(4)});
  const PatternSpace line({.name = "line",
                           .goal = up_to_bottom_turn(at_home(piece_bit(4) | piece_bit(6))),
                           .row_edges = piece_bit(4) | piece_bit(6)});
  const Goal both = up_to_bottom_turn(at_home(right | left));
  EXPECT_TRUE(BoundPlanner(std::vector<PatternTable>{{&part, {}}}).readers_for(both).empty());
  EXPECT_FALSE(BoundPlanner(std::vector<PatternTable>{{&part, {}}, {&line, {}}}).readers_for(both).empty());
}

TEST(PatternSpaces, RefuseWhatTheirKeysCannotHold) {
  EXPECT_THROW(PatternSpace({.name = "top", .goal = at_home(kCrossEdges | piece_bit(0))}),
               std::invalid_argument);
  EXPECT_THROW(PatternSpace({.name = "corners", .goal = at_home(kCrossEdges | PieceMask{0x1F} << 16)}),
               std::invalid_argument);
}

/// A walk along distances that do not fit together must end.
TEST(Kernels, NoticeThatATableIsDamaged) {
  const PatternSpace space({.name = "scribbled", .goal = at_home(kCrossEdges)});
  std::vector<std::byte> content(content_bytes(space));
  ASSERT_TRUE(build_pattern(space, content, {.threads = 2}).ok());
  std::mt19937 random(13);
  for (std::byte& byte : content) byte = static_cast<std::byte>(random() % 243);
  BoundPlanner planner(std::vector<PatternTable>{{&space, content}});
  const TableReader& reader = planner.reader(planner.readers_for(at_home(kCrossEdges)).front());
  RandomCubes cubes(14);
  int noticed = 0;
  for (int i = 0; i < 20; ++i) {
    try {
      EXPECT_LE(portable_kernel().distance(reader, PieceState::of(cubes.next())), 20);
    } catch (const DamagedTable& damaged) {
      EXPECT_EQ(damaged.error.kind, ErrorKind::damaged);
      EXPECT_NE(damaged.error.message.find("scribbled is damaged"), std::string::npos);
      ++noticed;
    }
  }
  EXPECT_GT(noticed, 0);
}

TEST(SmallPatterns, CoverEveryStage) {
  std::vector<std::unique_ptr<PatternSpace>> spaces;
  std::vector<PatternTable> tables;
  for (const Pattern& pattern : small_patterns()) {
    spaces.push_back(std::make_unique<PatternSpace>(pattern));
    tables.push_back({spaces.back().get(), {}});
  }
  BoundPlanner planner(tables);
  for (const Stage stage : all_stages()) {
    EXPECT_FALSE(goals_of(stage).empty()) << stage.name();
    for (const StageGoal& goal : goals_of(stage))
      EXPECT_FALSE(planner.readers_for(goal.goal).empty()) << stage.name();
  }
  // What much smaller tables rule out of F2L does not pay for their reads.
  const auto names_for = [&](const char* stage) {
    std::vector<std::string> names;
    for (const int number : planner.readers_for(goals_of(*stage_of_name(stage)).front().goal))
      names.push_back(planner.reader(number).space->pattern().name);
    return names;
  };
  std::vector<std::string> expected = {"stage-edges-four"};
  expected.insert(expected.end(), 4, "stage-corners-three");
  EXPECT_EQ(names_for("f2l"), expected);
  expected.emplace_back("stage-oriented-cross");
  EXPECT_EQ(names_for("eo_f2l"), expected);
}

}  // namespace
}  // namespace halfturn::stage

#include "optimal/solutions.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "optimal/search.h"
#include "optimal/slow_judge.h"

namespace halfturn::optimal {
namespace {

Moves moves_of(const char* text) {
  return parse_moves(text)->moves;
}

TEST(SolutionOrder, JoinsCancelsAndOrders) {
  const auto expect = [](const char* given, const char* ordered) {
    EXPECT_EQ(format_moves(cancelled(moves_of(given))), ordered) << given;
  };
  expect("", "");
  expect("D U", "U D");
  expect("B2 F'", "F' B2");
  expect("U U", "U2");
  expect("U D U", "U2 D");
  expect("D U D", "U D2");
  expect("D U D'", "U");
  expect("R U D U' D' R'", "");
  expect("R U D2 U' D2 R", "R2");
  expect("L R L R' F", "L2 F");
}

TEST(SolutionOrder, IsTheOneFormOfTheJudge) {
  RandomCubes random(1);
  for (int i = 0; i < 20000; ++i) {
    Moves moves;
    // Few faces, so that much cancels.
    const std::uint32_t faces = 1 + random.below(kFaceCount);
    for (std::uint32_t k = random.below(14); k-- > 0;)
      moves.emplace_back(static_cast<Face>((random.below(faces) * 3) % 7 % kFaceCount),
                         1 + static_cast<int>(random.below(3)));
    const Moves ordered = cancelled(moves);
    ASSERT_EQ(ordered, SlowJudge::one_form(moves)) << format_moves(moves);
    ASSERT_EQ(Cube().after(ordered), Cube().after(moves));
  }
}

TEST(SolutionOrder, ComesBeforeByIndices) {
  EXPECT_TRUE(comes_before(moves_of("U"), moves_of("U2")));
  EXPECT_TRUE(comes_before(moves_of("U"), moves_of("U R")));
  EXPECT_TRUE(comes_before(moves_of("U' R"), moves_of("R")));
  EXPECT_FALSE(comes_before(moves_of("R"), moves_of("R")));
}

TEST(SolutionSymmetry, SymmetriesOfKnownPositions) {
  const auto count = [](const char* text) { return symmetries_of(Cube().after(moves_of(text))).size(); };
  EXPECT_EQ(count(""), 48U);
  EXPECT_EQ(count("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 48U);  // superflip
  EXPECT_EQ(count("R2 L2 U2 D2 F2 B2"), 48U);                                   // chequered
  EXPECT_EQ(count("U2"), 8U);
  EXPECT_EQ(count("U"), 4U);
  EXPECT_EQ(count("U D'"), 8U);
  EXPECT_EQ(count("U R F' D2"), 1U);
  EXPECT_EQ(symmetries_of(Cube()).front(), Symmetry());
}

TEST(SolutionSymmetry, ASolutionSeenThroughASymmetryOfThePositionIsASolution) {
  const Moves scramble = moves_of("R2 U2 R2 U2 R2 U2");
  const Cube cube = Cube().after(scramble);
  for (Symmetry symmetry : symmetries_of(cube))
    EXPECT_TRUE(cube.after(seen_through(inverse(scramble), symmetry)).is_solved());
}

TEST(SolutionSymmetry, OneMoveOfEachKind) {
  EXPECT_EQ(one_of_each_kind(MoveMask::all(), symmetries_of(Cube())).size(), 2);
  EXPECT_EQ(one_of_each_kind(MoveMask::all(), {Symmetry()}), MoveMask::all());
  // For each position: the images of those chosen are all moves, each once.
  RandomCubes random(2);
  for (int i = 0; i < 300; ++i) {
    const Symmetry one = Symmetry::from_index(static_cast<int>(random.below(kSymmetryCount)));
    std::vector<Symmetry> group = {Symmetry()};
    for (Symmetry next = one; next != Symmetry(); next = next * one) group.push_back(next);
    MoveMask images;
    const MoveMask chosen = one_of_each_kind(MoveMask::all(), group);
    for (MoveMask left = chosen; !left.empty(); left = left.without_first()) {
      MoveMask of_this;
      for (Symmetry symmetry : group) of_this = of_this | MoveMask::of(symmetry(left.first()));
      ASSERT_TRUE((images & of_this).empty());
      images = images | of_this;
    }
    ASSERT_EQ(images, MoveMask::all());
  }
}

TEST(SearchPath, KeepsItsSteps) {
  RandomCubes random(3);
  for (int round = 0; round < 200; ++round) {
    Path path;
    std::vector<Path::Step> steps;
    Moves on_position;
    Moves on_inverse;
    for (int i = 0; i < Path::kLongest; ++i) {
      const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
      const bool inverse_side = random.below(2) != 0;
      path.add(move, inverse_side);
      steps.push_back({move, inverse_side});
      (inverse_side ? on_inverse : on_position).push_back(move);
      ASSERT_EQ(path.size(), i + 1);
      for (int k = 0; k <= i; ++k) {
        ASSERT_EQ(path[k].move, steps[static_cast<std::size_t>(k)].move);
        ASSERT_EQ(path[k].on_inverse, steps[static_cast<std::size_t>(k)].on_inverse);
      }
    }
    Moves expected = on_position;
    for (Move move : inverse(on_inverse)) expected.push_back(move);
    ASSERT_EQ(path.solution(), expected);
  }
}

/// Moves on either side of a node lead to the position and its inverse, and the path says how.
TEST(SearchPath, NodesFollowMovesOnBothSides) {
  RandomCubes random(4);
  for (int round = 0; round < 100; ++round) {
    const Cube cube = random.next();
    Node node = root_of(cube);
    for (int i = 0; i < 20; ++i) {
      if (random.below(2) != 0) node.swap_sides();
      node = after(node, Move::from_index(static_cast<int>(random.below(kMoveCount))));
    }
    // first x last = end, so the end of the path is where its two halves meet.
    Cube position = cube;
    Cube behind = cube.inverse();
    for (int i = 0; i < node.path.size(); ++i) {
      const auto [move, on_inverse] = node.path[i];
      (on_inverse ? behind : position).apply(move);
      (on_inverse ? position : behind) = (on_inverse ? behind : position).inverse();
    }
    ASSERT_EQ(node.ahead, PlacedPieces::of(node.ahead_is_inverse ? behind : position));
    ASSERT_EQ(node.behind, PlacedPieces::of(node.ahead_is_inverse ? position : behind));
    ASSERT_EQ(node.parity != 0, is_odd(position));
  }
}

/// Every sequence up to the order of turns of opposite faces is tried once, and none that is a shorter one.
TEST(SearchFollow, EverySequenceInOneOrderOnly) {
  for (const Metric metric : kAllMetrics) {
    const Follow follow(metric);
    for (int moves = 0; moves <= 4; ++moves) {
      std::set<Moves, MovesInOrder> all;
      std::map<Moves, int, MovesInOrder> allowed;
      Moves path;
      const std::function<void(Follow::State, bool)> walk = [&](Follow::State state, bool followed) {
        if (static_cast<int>(path.size()) == moves) {
          const Moves one_form = SlowJudge::one_form(path);
          if (length(one_form, metric) == moves) all.insert(one_form);
          if (followed) ++allowed[one_form];
          return;
        }
        for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first()) {
          path.push_back(left.first());
          walk(Follow::after(state, left.first()), followed && follow.allowed(state).has(left.first()));
          path.pop_back();
        }
      };
      walk(0, true);
      EXPECT_EQ(allowed.size(), all.size());
      for (const auto& [sequence, times] : allowed) {
        ASSERT_TRUE(all.contains(sequence)) << format_moves(sequence);
        ASSERT_EQ(times, 1) << format_moves(sequence);
      }
    }
  }
}

}  // namespace
}  // namespace halfturn::optimal

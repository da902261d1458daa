#include "halfturn/solve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "kociemba/exact_distance.h"
#include "kociemba/slow_two_phase.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

class SolverTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    tables_ = ResidentTables::open();
    solver_ = std::make_unique<const Solver>(tables_.phase1, tables_.phase2);
  }
  static void TearDownTestSuite() {
    solver_.reset();
    tables_ = {};
  }

  static SolveOptions up_to(int moves) {
    SolveOptions options;
    options.max_moves = moves;
    return options;
  }

  static MoveMask half_turns() {
    MoveMask mask;
    for (Move move : kAllMoves)
      if (move.quarters() == 2) mask = mask | MoveMask::of(move);
    return mask;
  }

  /// A random walk of canonical moves.
  static Cube walk(RandomCubes& random, int length) {
    Cube cube;
    MoveMask allowed = MoveMask::all();
    for (int i = 0; i < length;) {
      const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
      if (!allowed.has(move)) continue;
      cube.apply(move);
      allowed = moves_after(move);
      ++i;
    }
    return cube;
  }

  static halfturn::Run on(int threads, std::stop_token stop = {}) {
    return {.threads = threads, .stop = std::move(stop), .progress = {}};
  }
  /// Solves on one thread.
  static SolveResult solved(const Cube& cube, const SolveOptions& options) {
    return solver_->solve(cube, options, on(1));
  }

  static ResidentTables tables_;
  static std::unique_ptr<const Solver> solver_;
};

ResidentTables SolverTest::tables_;
std::unique_ptr<const Solver> SolverTest::solver_;

void expect_sound(const Cube& cube, const SolveResult& result) {
  ASSERT_FALSE(result.solutions.empty());
  for (const Moves& moves : result.solutions) ASSERT_TRUE(cube.after(moves).is_solved());
  ASSERT_TRUE(std::ranges::is_sorted(result.solutions, {}, &Moves::size));
  for (std::size_t i = 0; i < result.solutions.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) ASSERT_NE(result.solutions[i], result.solutions[k]);
}

TEST_F(SolverTest, SolvedCubeTakesNoMoves) {
  const SolveResult result = solved(Cube(), {});
  EXPECT_EQ(result.best(), Moves{});
  EXPECT_TRUE(result.target_met);
  EXPECT_TRUE(result.exhausted);
}

TEST_F(SolverTest, OpensItsTablesAndKeepsThem) {
  std::optional<Solver> copy;
  {
    const Result<Solver> opened = Solver::open(test_tables(), {.set = InstructionSet::portable}, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    copy = *opened;
  }
  EXPECT_EQ(copy->instruction_set(), InstructionSet::portable);
  EXPECT_EQ(copy->phase1()->distance({}), 0);
  const Cube cube = RandomCubes(21).next();
  EXPECT_EQ(copy->solve(cube, up_to(20), on(1)).solutions, solved(cube, up_to(20)).solutions);
}

TEST_F(SolverTest, RandomCubesTakeAtMostTwentyMoves) {
  RandomCubes random(1);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    const SolveResult result = solved(cube, up_to(20));
    expect_sound(cube, result);
    ASSERT_LE(result.best().size(), 20u);
    ASSERT_TRUE(result.target_met);
  }
}

TEST_F(SolverTest, EveryTargetDownToNineteenIsMet) {
  RandomCubes random(2);
  for (int i = 0; i < 20; ++i) {
    const Cube cube = random.next();
    for (int target : {30, 25, 22, 20, 19}) {
      const SolveResult result = solved(cube, up_to(target));
      expect_sound(cube, result);
      ASSERT_LE(static_cast<int>(result.best().size()), target);
      ASSERT_TRUE(result.target_met);
    }
  }
}

TEST_F(SolverTest, CubesAtKnownDistanceGetExactlyThatManyMoves) {
  const ExactDistance exact(5);
  EXPECT_THAT(exact.level_sizes(), testing::ElementsAre(18, 243, 3240, 43239, 574908));
  RandomCubes random(3);
  for (int distance = 1; distance <= 9; ++distance) {
    for (int i = 0; i < 1000;) {
      const Cube cube = walk(random, distance);
      if (exact.of(cube, std::max(0, distance - 5)) != distance) continue;
      ++i;
      const SolveResult result = solved(cube, up_to(20));
      expect_sound(cube, result);
      ASSERT_EQ(static_cast<int>(result.best().size()), distance);
      ASSERT_TRUE(result.exhausted);
    }
  }
}

TEST_F(SolverTest, AgreesWithTheSlowSolverOnShortScrambles) {
  const SlowTwoPhase slow(5);
  RandomCubes random(4);
  for (int i = 0; i < 40; ++i) {
    const Cube cube = walk(random, 1 + i % 5);
    ASSERT_EQ(static_cast<int>(solved(cube, up_to(20)).best().size()), slow.shortest(cube, 5));
  }
}

/// Superflip and other positions with many symmetries, where starts coincide.
TEST_F(SolverTest, SymmetricPositionsAreSolved) {
  const std::vector<std::string> sequences = {
      "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",                      // superflip
      "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 U D' R L' F B' U D'",  // superflip and six spots
      "M2 E2 S2",                                                                // checkerboard
      "U D' R L' F B' U D'",                                                     // six spots
      "F L F U' R U F2 L2 U' L' B D' B' L2 U",                                   // cube in the cube
      "R2 L2 U2 D2 F2 B2",
      "U D",
      "R L U D F B R L U D F B",
  };
  for (const std::string& text : sequences) {
    const Cube cube = parse_position(text)->cube;
    const SolveResult result = solved(cube, up_to(20));
    expect_sound(cube, result);
    ASSERT_LE(result.best().size(), 20u) << text;
  }
}

/// For every symmetry a cube that it takes to itself, and one that it takes to its inverse.
TEST_F(SolverTest, CubesOfEveryKindOfSymmetryAreSolved) {
  RandomCubes random(5);
  int symmetric = 0;
  for (int s = 1; s < kSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(s);
    // Products of turns and all their images are drawn until the symmetry holds: where the images commute, it
    // does.
    Cube cube;
    for (int tries = 0; tries < 20'000; ++tries) {
      cube = Cube();
      for (int m = 0; m < 4; ++m) {
        Symmetry image;
        const Cube turn = walk(random, 1);
        do {
          cube = cube * turn.seen_through(image);
          image = image * symmetry;
        } while (!(image == Symmetry()));
      }
      if (cube.seen_through(symmetry) == cube && !cube.is_solved()) break;
    }
    if (cube.seen_through(symmetry) == cube && !cube.is_solved()) ++symmetric;
    const Cube base = random.next();
    const Cube antisymmetric = base * base.seen_through(symmetry).inverse();
    if (symmetry * symmetry == Symmetry()) {
      ASSERT_EQ(antisymmetric.seen_through(symmetry), antisymmetric.inverse());
    }
    for (const Cube& one : {cube, cube.inverse(), antisymmetric}) {
      const SolveResult result = solved(one, up_to(20));
      expect_sound(one, result);
      ASSERT_TRUE(result.target_met);
    }
  }
  EXPECT_GT(symmetric, 30) << "of 47 symmetries";
}

/// A target of 30 is met at once, whatever the cube: in H, among half turns alone, symmetric, or none of
/// these.
TEST_F(SolverTest, TargetThirtyIsMetAtOnce) {
  RandomCubes random(18);
  std::vector<Cube> cubes = {Cube(),
                             parse_position("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")->cube};
  for (int i = 0; i < 500; ++i) cubes.push_back(random.next());
  for (const MoveMask generators : {moves_of_h(), half_turns()}) {
    for (int i = 0; i < 100; ++i) {
      Cube cube;
      for (int m = 0; m < 80; ++m)
        if (const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
            generators.has(move))
          cube.apply(move);
      cubes.push_back(cube);
    }
  }
  for (const Cube& cube : cubes) {
    SolveOptions options = up_to(30);
    options.probes = 100;
    const SolveResult result = solved(cube, options);
    expect_sound(cube, result);
    ASSERT_TRUE(result.target_met);
  }
}

/// Whatever the limit on probes, only what is shortest is called so.
TEST_F(SolverTest, ProvedShortestIsTrueEvenWhenProbesRunOut) {
  const ExactDistance exact(4);
  RandomCubes random(19);
  int proved = 0;
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = walk(random, 3 + i % 5);
    SolveOptions options = up_to(30);
    options.probes = static_cast<std::uint64_t>(i % 7);
    const SolveResult result = solved(cube, options);
    expect_sound(cube, result);
    ASSERT_LE(result.probes, *options.probes);
    if (result.exhausted) {
      ++proved;
      ASSERT_EQ(static_cast<int>(result.best().size()), exact.of(cube, 3));
    }
    ASSERT_EQ(result.target_met, result.best().size() <= 30);
  }
  EXPECT_GT(proved, 100);
}

TEST_F(SolverTest, AnExceptionFromTheReceiverComesOut) {
  RandomCubes random(20);
  std::vector<Cube> cubes;
  for (int i = 0; i < 200; ++i) cubes.push_back(random.next());
  for (int threads : {1, 3}) {
    EXPECT_THROW(solver_->solve_all(cubes, up_to(20), on(threads),
                                    [](std::size_t index, const SolveResult&) {
                                      if (index == 50) throw std::runtime_error("full");
                                    }),
                 std::runtime_error);
  }
}

TEST_F(SolverTest, ResultDoesNotDependOnTheNumberOfThreads) {
  RandomCubes random(6);
  for (int i = 0; i < 60; ++i) {
    const Cube cube = random.next();
    SolveOptions options = up_to(19);
    if (i % 3 == 1) options.solutions = 4;
    if (i % 3 == 2) {
      options.max_moves.reset();
      options.probes = 3000 + static_cast<std::uint64_t>(i) * 777;
    }
    const SolveResult one = solved(cube, options);
    expect_sound(cube, one);
    for (int threads : {2, 3, 7}) {
      const SolveResult several = solver_->solve(cube, options, on(threads));
      ASSERT_EQ(several.solutions, one.solutions);
      ASSERT_EQ(several.probes, one.probes);
    }
  }
}

TEST_F(SolverTest, ResultDoesNotDependOnTheInstructionSet) {
  RandomCubes random(7);
  const Solver portable(tables_.phase1, tables_.phase2, InstructionSet::portable);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random.next();
    const SolveOptions options = up_to(i % 10 == 0 ? 19 : 20);
    const SolveResult fast = solved(cube, options);
    const SolveResult plain = portable.solve(cube, options, on(1));
    ASSERT_EQ(fast.solutions, plain.solutions);
    ASSERT_EQ(fast.probes, plain.probes);
  }
}

TEST_F(SolverTest, ProbesAreALimit) {
  RandomCubes random(8);
  for (std::uint64_t limit : {0u, 1u, 7u, 100u, 5000u}) {
    const Cube cube = random.next();
    SolveOptions options;
    options.max_moves.reset();
    options.probes = limit;
    const SolveResult result = solved(cube, options);
    expect_sound(cube, result);
    ASSERT_EQ(result.probes, limit);
  }
}

TEST_F(SolverTest, MoreProbesNeverGiveALongerSolution) {
  RandomCubes random(9);
  for (int i = 0; i < 20; ++i) {
    const Cube cube = random.next();
    std::size_t length = 99;
    for (std::uint64_t limit = 10; limit < 100'000; limit *= 10) {
      SolveOptions options;
      options.max_moves.reset();
      options.probes = limit;
      const std::size_t now = solved(cube, options).best().size();
      ASSERT_LE(now, length);
      length = now;
    }
  }
}

/// Where a budget ends the search, it has improved step by step, not waited for 20 moves.
TEST_F(SolverTest, ASmallBudgetImprovesOnTheFirstSolution) {
  RandomCubes random(99);
  for (int i = 0; i < 500; ++i) {
    const Cube cube = random.next();
    EXPECT_LE(solved(cube, {.max_moves = std::nullopt, .probes = 200}).best().size(), 23u);
    EXPECT_LE(solved(cube, {.max_moves = std::nullopt, .probes = 2000}).best().size(), 21u);
    EXPECT_LE(solved(cube, {.max_moves = 15, .probes = 2000}).best().size(), 21u);
  }
}

TEST_F(SolverTest, SeveralSolutionsAreDifferentAndShortEnough) {
  RandomCubes random(10);
  for (int i = 0; i < 20; ++i) {
    const Cube cube = random.next();
    SolveOptions options = up_to(20);
    options.solutions = 10;
    const SolveResult result = solved(cube, options);
    expect_sound(cube, result);
    ASSERT_EQ(result.solutions.size(), 10u);
    ASSERT_LE(result.solutions.back().size(), 20u);
    ASSERT_TRUE(result.target_met);
  }
}

TEST_F(SolverTest, EveryStartAloneSuffices) {
  RandomCubes random(11);
  for (StartMask start = 1; start <= 32; start *= 2) {
    const Cube cube = random.next();
    SolveOptions options = up_to(21);
    options.starts = start;
    const SolveResult result = solved(cube, options);
    expect_sound(cube, result);
    ASSERT_TRUE(result.target_met);
  }
}

TEST_F(SolverTest, ThereIsAlwaysAnAnswer) {
  RandomCubes random(12);
  std::stop_source stop;
  stop.request_stop();
  for (int threads : {1, 2}) {
    const Cube cube = random.next();
    const SolveResult stopped = solver_->solve(cube, up_to(15), on(threads, stop.get_token()));
    expect_sound(cube, stopped);
    EXPECT_FALSE(stopped.target_met);

    SolveOptions no_time = up_to(15);
    no_time.time = std::chrono::nanoseconds(0);
    const SolveResult late = solver_->solve(cube, no_time, on(threads));
    expect_sound(cube, late);
    EXPECT_FALSE(late.target_met);
  }
}

TEST_F(SolverTest, ImprovementsComeInOrderAndEndWithTheBest) {
  RandomCubes random(13);
  for (int i = 0; i < 200; ++i) {
    const int threads = 1 + i % 2;
    const Cube cube = random.next();
    std::vector<std::size_t> lengths;
    SolveOptions options;
    options.max_moves.reset();
    options.probes = 2'000;
    options.on_improvement = [&](const Moves& moves) {
      EXPECT_TRUE(cube.after(moves).is_solved());
      lengths.push_back(moves.size());
    };
    const SolveResult result = solver_->solve(cube, options, on(threads));
    ASSERT_FALSE(lengths.empty());
    EXPECT_TRUE(std::ranges::is_sorted(lengths, std::greater_equal<>()));
    EXPECT_EQ(lengths.back(), result.best().size());
  }
}

TEST_F(SolverTest, WithoutALimitACloseCubeIsProvedShortest) {
  RandomCubes random(14);
  SolveOptions options;
  options.max_moves.reset();
  const SolveResult result = solved(walk(random, 7), options);
  EXPECT_LE(result.best().size(), 7u);
  EXPECT_TRUE(result.exhausted);
}

TEST_F(SolverTest, BatchGivesWhatSingleCubesGiveInOrder) {
  RandomCubes random(15);
  std::vector<Cube> cubes;
  for (int i = 0; i < 500; ++i) cubes.push_back(random.next());
  for (int threads : {1, 2, 5}) {
    std::size_t expected = 0;
    const std::size_t done =
        solver_->solve_all(cubes, up_to(20), on(threads), [&](std::size_t index, const SolveResult& result) {
          ASSERT_EQ(index, expected++);
          ASSERT_EQ(result.solutions, solved(cubes[index], up_to(20)).solutions);
        });
    EXPECT_EQ(done, cubes.size());
  }
}

TEST_F(SolverTest, BatchStopsWhenAsked) {
  RandomCubes random(16);
  std::vector<Cube> cubes;
  for (int i = 0; i < 1000; ++i) cubes.push_back(random.next());
  std::stop_source stop;
  std::size_t delivered = 0;
  const auto stop_at_100 = [&](std::size_t, const SolveResult&) {
    if (++delivered == 100) stop.request_stop();
  };
  EXPECT_EQ(solver_->solve_all(cubes, up_to(20), on(2, stop.get_token()), stop_at_100), 100u);
  EXPECT_EQ(delivered, 100u);
}

}  // namespace
}  // namespace halfturn

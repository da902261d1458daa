#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"
#include "kociemba/exact_distance.h"
#include "kociemba/slow_two_phase.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

int quarters(const Moves& moves) {
  return length(moves, Metric::quarter);
}

/// The solver in the quarter metric.
class QuarterSolver : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    tables_ = ResidentTables::open(Metric::quarter);
    solver_ = std::make_unique<const Solver>(tables_.phase1, tables_.phase2);
  }
  static void TearDownTestSuite() {
    solver_.reset();
    tables_ = {};
  }

  static halfturn::Run on(int threads) { return {.threads = threads, .stop = {}, .progress = {}}; }
  static SolveResult solved(const Cube& cube, const SolveOptions& options) {
    return solver_->solve(cube, options, on(1));
  }

  static Cube walk(RandomCubes& random, int turns) {
    Cube cube;
    for (int i = 0; i < turns; ++i)
      cube.apply(Move(static_cast<Face>(random.below(kFaceCount)), random.below(2) == 0 ? 1 : 3));
    return cube;
  }

  static ResidentTables tables_;
  static std::unique_ptr<const Solver> solver_;
};

ResidentTables QuarterSolver::tables_;
std::unique_ptr<const Solver> QuarterSolver::solver_;

void expect_sound_in_quarters(const Cube& cube, const SolveResult& result) {
  ASSERT_FALSE(result.solutions.empty());
  for (std::size_t i = 0; i < result.solutions.size(); ++i) {
    ASSERT_TRUE(cube.after(result.solutions[i]).is_solved());
    ASSERT_EQ(quarters(result.solutions[i]) % 2 != 0, is_odd(cube));
    for (std::size_t k = 0; k < i; ++k) ASSERT_NE(result.solutions[i], result.solutions[k]);
  }
  ASSERT_TRUE(std::ranges::is_sorted(result.solutions, {}, quarters));
}

TEST_F(QuarterSolver, KnowsItsMetric) {
  EXPECT_EQ(solver_->metric(), Metric::quarter);
  const SolveResult result = solved(Cube(), {.max_moves = 26});
  EXPECT_EQ(result.best(), Moves{});
  EXPECT_TRUE(result.exhausted);
}

TEST_F(QuarterSolver, CubesAtKnownDistanceGetExactlyThatManyQuarterTurns) {
  const ExactDistance exact(5, Metric::quarter);
  RandomCubes random(3);
  for (int distance = 1; distance <= 8; ++distance) {
    for (int i = 0; i < (distance < 8 ? 300 : 60);) {
      const Cube cube = walk(random, distance);
      if (exact.of(cube, std::max(0, distance - 5)) != distance) continue;
      ++i;
      const SolveResult result = solved(cube, {.max_moves = 26});
      expect_sound_in_quarters(cube, result);
      ASSERT_EQ(quarters(result.best()), distance);
      ASSERT_TRUE(result.exhausted);
    }
  }
}

TEST_F(QuarterSolver, AgreesWithTheSlowSolverOnShortScrambles) {
  const SlowTwoPhase slow(5, Metric::quarter);
  RandomCubes random(4);
  for (int i = 0; i < 40; ++i) {
    const Cube cube = walk(random, 1 + i % 5);
    ASSERT_EQ(quarters(solved(cube, {.max_moves = 26}).best()), slow.shortest(cube, 5));
  }
}

/// The sum of the probes is the same on every machine: what the search does has not changed.
TEST_F(QuarterSolver, RandomCubesTakeAtMostTwentySixQuarterTurns) {
  RandomCubes random(1);
  std::uint64_t probes = 0;
  int turns = 0;
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random.next();
    const SolveResult result = solved(cube, {.max_moves = 26});
    expect_sound_in_quarters(cube, result);
    ASSERT_LE(quarters(result.best()), 26);
    ASSERT_TRUE(result.target_met);
    probes += result.probes;
    turns += quarters(result.best());
  }
  EXPECT_EQ(probes, 1'401'880u);
  EXPECT_EQ(turns, 5068);
}

/// A target of the wrong parity is as good as the one below it.
TEST_F(QuarterSolver, ATargetOfTheWrongParityIsTheOneBelow) {
  RandomCubes random(2);
  for (int i = 0; i < 60; ++i) {
    const Cube cube = random.next();
    const int right = is_odd(cube) ? 27 : 26;
    const SolveResult exactly = solved(cube, {.max_moves = right});
    const SolveResult above = solved(cube, {.max_moves = right + 1});
    ASSERT_EQ(exactly.solutions, above.solutions);
    ASSERT_EQ(exactly.probes, above.probes);
    ASSERT_TRUE(above.target_met);
  }
}

/// Nothing of the other parity is searched to prove that a solution is shortest.
TEST_F(QuarterSolver, ACloseCubeIsProvedShortest) {
  RandomCubes random(14);
  for (int i = 0; i < 50; ++i) {
    const Cube cube = walk(random, 10);
    const SolveResult result = solved(cube, {.max_moves = std::nullopt});
    expect_sound_in_quarters(cube, result);
    EXPECT_LE(quarters(result.best()), 10);
    EXPECT_TRUE(result.exhausted);
  }
}

TEST_F(QuarterSolver, ResultDependsNeitherOnThreadsNorOnTheInstructionSet) {
  RandomCubes random(6);
  const Solver portable(tables_.phase1, tables_.phase2, InstructionSet::portable);
  for (int i = 0; i < 30; ++i) {
    const Cube cube = random.next();
    SolveOptions options = {.max_moves = 26};
    if (i % 3 == 1) options.solutions = 4;
    if (i % 3 == 2)
      options = {.max_moves = std::nullopt, .probes = 3000 + static_cast<std::uint64_t>(i) * 777};
    const SolveResult one = solved(cube, options);
    expect_sound_in_quarters(cube, one);
    for (const int threads : {2, 3}) {
      const SolveResult several = solver_->solve(cube, options, on(threads));
      ASSERT_EQ(several.solutions, one.solutions);
      ASSERT_EQ(several.probes, one.probes);
    }
    const SolveResult plain = portable.solve(cube, options, on(1));
    ASSERT_EQ(plain.solutions, one.solutions);
    ASSERT_EQ(plain.probes, one.probes);
  }
}

TEST_F(QuarterSolver, ImprovementsComeInOrderAndEndWithTheBest) {
  RandomCubes random(13);
  for (int i = 0; i < 50; ++i) {
    const Cube cube = random.next();
    std::vector<int> lengths;
    SolveOptions options = {.max_moves = std::nullopt, .probes = 2'000};
    options.on_improvement = [&](const Moves& moves) { lengths.push_back(quarters(moves)); };
    const SolveResult result = solved(cube, options);
    ASSERT_EQ(result.probes, 2'000u);
    ASSERT_FALSE(lengths.empty());
    EXPECT_TRUE(std::ranges::is_sorted(lengths, std::greater<>()));
    EXPECT_EQ(lengths.back(), quarters(result.best()));
    EXPECT_LE(lengths.back(), 29);
  }
}

TEST_F(QuarterSolver, SeveralSolutionsAreDifferentAndShortEnough) {
  RandomCubes random(10);
  for (int i = 0; i < 10; ++i) {
    const Cube cube = random.next();
    const SolveResult result = solved(cube, {.max_moves = 27, .solutions = 5});
    expect_sound_in_quarters(cube, result);
    ASSERT_EQ(result.solutions.size(), 5u);
    ASSERT_LE(quarters(result.solutions.back()), 27);
  }
}

TEST_F(QuarterSolver, EveryStartAloneAndNoTimeAtAllGiveAnAnswer) {
  RandomCubes random(11);
  for (StartMask start = 1; start <= 32; start *= 2) {
    const Cube cube = random.next();
    const SolveResult result = solved(cube, {.max_moves = 28, .starts = start});
    expect_sound_in_quarters(cube, result);
    ASSERT_TRUE(result.target_met);
    const SolveResult late = solved(cube, {.max_moves = 15, .time = std::chrono::nanoseconds(0)});
    expect_sound_in_quarters(cube, late);
    EXPECT_FALSE(late.target_met);
  }
}

/// Superflip takes 24 quarter turns, and with four spots 26, the most that any position takes.
TEST_F(QuarterSolver, FarPositionsAreSolved) {
  for (const char* text : {"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", "M2 E2 S2",
                           "R2 L2 U2 D2 F2 B2", "U D' R L' F B' U D'", "U2 D2", "R L U D F B R L U D F B"}) {
    const Cube cube = parse_position(text)->cube;
    const SolveResult result = solved(cube, {.max_moves = 26});
    expect_sound_in_quarters(cube, result);
    ASSERT_TRUE(result.target_met) << text;
  }
}

TEST_F(QuarterSolver, BatchGivesWhatSingleCubesGive) {
  RandomCubes random(15);
  std::vector<Cube> cubes;
  for (int i = 0; i < 40; ++i) cubes.push_back(random.next());
  const SolveOptions options = {.max_moves = 28};
  const std::size_t done =
      solver_->solve_all(cubes, options, on(2), [&](std::size_t index, const SolveResult& result) {
        ASSERT_EQ(result.solutions, solved(cubes[index], options).solutions);
      });
  EXPECT_EQ(done, cubes.size());
}

}  // namespace
}  // namespace halfturn

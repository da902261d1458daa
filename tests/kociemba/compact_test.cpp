#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"
#include "kociemba/exact_distance.h"
#include "kociemba/random_in_h.h"
#include "kociemba/tables/compact_phase1.h"
#include "kociemba/tables/compact_phase2.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

template <class T>
T opened(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(*result);
}

/// Every entry, against the table that has the distances themselves.
TEST(CompactPhase1, HoldsEveryDistanceModuloThree) {
  for (const Metric metric : kAllMetrics) {
    const auto compact = opened(CompactPhase1Table::open(test_tables(), Residency::resident, {}, metric));
    const auto full = opened(Phase1Table::open(test_tables(), Residency::mapped, {}, metric));
    std::uint64_t wrong = 0;
    for (int row = 0; row < kTwistClasses; ++row)
      for (int slice = 0; slice < kSliceCount; ++slice)
        for (int flip = 0; flip < kFlipCount; ++flip) {
          const Phase1Coset coset = {full.coordinates().representative(row), static_cast<std::uint16_t>(flip),
                                     static_cast<std::uint16_t>(slice)};
          if (compact.remainder(coset) != full.distance(coset) % 3) ++wrong;
        }
    EXPECT_EQ(wrong, 0u);
  }
}

TEST(CompactPhase1, CountsTheWayIntoHAndNamesTheSameMoves) {
  for (const Metric metric : kAllMetrics) {
    const auto compact = opened(CompactPhase1Table::open(test_tables(), Residency::mapped, {}, metric));
    const auto full = opened(Phase1Table::open(test_tables(), Residency::mapped, {}, metric));
    EXPECT_EQ(compact.distance({}), 0);
    EXPECT_TRUE(compact.solve({}).empty());
    RandomCubes random(31);
    for (int i = 0; i < 2000; ++i) {
      const Phase1Coset coset = full.coordinates().coset_of(random.next());
      const int distance = full.distance(coset);
      ASSERT_EQ(compact.distance(coset), distance);
      Phase1Coset end = coset;
      const Moves moves = compact.solve(coset);
      for (const Move move : moves) end = full.coordinates().after(end, move);
      ASSERT_TRUE(end.in_h());
      ASSERT_EQ(length(moves, metric), distance);
      for (int togo = distance; togo <= distance + 2; ++togo) {
        MoveMask expected;
        for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first())
          if (full.distance(full.coordinates().after(coset, left.first())) < togo)
            expected = expected | MoveMask::of(left.first());
        ASSERT_EQ(compact.moves(coset, distance, togo).bits(), expected.bits());
      }
    }
  }
}

/// A bound that is 0 for the solved position and never falls by more than a move costs is never too large.
TEST(CompactPhase2, FallsByNoMoreThanAMoveCosts) {
  for (const Metric metric : kAllMetrics) {
    const auto compact = opened(CompactPhase2Table::open(test_tables(), Residency::resident, {}, metric));
    const Phase2Coordinates& coordinates = compact.coordinates();
    EXPECT_EQ(compact.distance({}), 0);
    RandomCubes random(32);
    for (int i = 0; i < 200'000; ++i) {
      const Phase2Position here = {static_cast<std::uint16_t>(random.below(kArrangementCount)),
                                   static_cast<std::uint16_t>(random.below(kArrangementCount)),
                                   static_cast<std::uint8_t>(random.below(24))};
      ASSERT_EQ(compact.distance(here) == 0, here.solved());
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
        ASSERT_LE(compact.distance(here),
                  compact.distance(coordinates.after(here, left.first())) + cost(left.first(), metric));
    }
  }
}

/// Weaker bounds would pass every other test.
TEST(CompactPhase2, NearSolvedNearlyEveryBoundIsTheDistance) {
  const auto compact = opened(CompactPhase2Table::open(test_tables(), Residency::resident, {}, Metric::half));
  const Phase2Coordinates& coordinates = compact.coordinates();
  std::uint64_t exact = 0;
  std::uint64_t total = 0;
  std::vector<Phase2Position> level = {Phase2Position{}};
  std::vector<Phase2Position> known = level;
  const auto is_less = [](Phase2Position a, Phase2Position b) {
    return std::tuple(a.corners, a.edges, a.slice) < std::tuple(b.corners, b.edges, b.slice);
  };
  for (int depth = 1; depth <= 4; ++depth) {
    std::vector<Phase2Position> next;
    for (const Phase2Position& position : level)
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
        next.push_back(coordinates.after(position, left.first()));
    std::ranges::sort(next, is_less);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::erase_if(next, [&](Phase2Position p) { return std::ranges::binary_search(known, p, is_less); });
    for (const Phase2Position& position : next) {
      ++total;
      if (compact.distance(position) == depth) ++exact;
      ASSERT_LE(compact.distance(position), depth);
    }
    known.insert(known.end(), next.begin(), next.end());
    std::ranges::sort(known, is_less);
    level = std::move(next);
  }
  EXPECT_EQ(total, 10u + 67 + 456 + 3079);
  EXPECT_GT(exact, total * 9 / 10);
}

TEST(CompactPhase2, FindsShortestWaysHome) {
  for (const Metric metric : kAllMetrics) {
    const auto compact = opened(CompactPhase2Table::open(test_tables(), Residency::resident, {}, metric));
    const auto full = opened(Phase2Table::open(test_tables(), Residency::mapped, {}, metric));
    RandomCubes random(33);
    for (int i = 0; i < 300; ++i) {
      Cube cube;
      for (int m = 0; m < 3 + i % 6;) {
        const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
        if (!moves_of_h().has(move)) continue;
        cube.apply(move);
        ++m;
      }
      const Phase2Position position = full.coordinates().position_of(cube).value();
      const Moves expected = full.solve(position).value();
      const std::optional<Moves> found = compact.solve(position, length(expected, metric));
      ASSERT_TRUE(found);
      ASSERT_TRUE(cube.after(*found).is_solved());
      ASSERT_EQ(length(*found, metric), length(expected, metric));
      if (!expected.empty()) {
        ASSERT_FALSE(compact.solve(position, length(expected, metric) - 1));
      }
    }
  }
}

class CompactSolver : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    half_ = open(Metric::half);
    quarter_ = open(Metric::quarter);
  }
  static void TearDownTestSuite() {
    half_.reset();
    quarter_.reset();
  }
  static std::unique_ptr<const Solver> open(Metric metric) {
    return std::make_unique<const Solver>(opened(Solver::open(
        test_tables(), {.residency = Residency::resident, .metric = metric, .tables = SolverTables::compact},
        {})));
  }
  static halfturn::Run on(int threads, std::stop_token stop = {}) {
    return {.threads = threads, .stop = std::move(stop), .progress = {}};
  }

  static std::unique_ptr<const Solver> half_;
  static std::unique_ptr<const Solver> quarter_;
};
std::unique_ptr<const Solver> CompactSolver::half_;
std::unique_ptr<const Solver> CompactSolver::quarter_;

void expect_all_solve(const Cube& cube, const SolveResult& result) {
  ASSERT_FALSE(result.solutions.empty());
  for (const Moves& moves : result.solutions) ASSERT_TRUE(cube.after(moves).is_solved());
}

TEST_F(CompactSolver, SaysWhatItIs) {
  EXPECT_EQ(half_->phase1(), nullptr);
  EXPECT_EQ(half_->metric(), Metric::half);
  EXPECT_EQ(quarter_->metric(), Metric::quarter);
  std::uint64_t bytes = 0;
  for (const TableKind& kind : solver_tables(SolverTables::compact, Metric::half))
    bytes += kind.content_bytes();
  EXPECT_LT(bytes, 40'000'000u);
}

TEST_F(CompactSolver, SolvedCubeTakesNoMoves) {
  for (const Solver* solver : {half_.get(), quarter_.get()}) {
    const SolveResult result = solver->solve(Cube(), {}, on(1));
    EXPECT_EQ(result.best(), Moves{});
    EXPECT_TRUE(result.exhausted);
  }
}

TEST_F(CompactSolver, RandomCubesMeetTheirTarget) {
  RandomCubes random(34);
  for (int i = 0; i < 400; ++i) {
    const Cube cube = random.next();
    const int target = i % 20 == 0 ? 19 : 20;
    const SolveResult result = half_->solve(cube, {.max_moves = target}, on(1));
    expect_all_solve(cube, result);
    ASSERT_TRUE(result.target_met);
    ASSERT_LE(static_cast<int>(result.best().size()), target);
  }
}

TEST_F(CompactSolver, CloseCubesGetAShortestSolution) {
  const ExactDistance exact(4);
  RandomCubes random(35);
  for (int i = 0; i < 1000; ++i) {
    Cube cube;
    for (int m = 0; m < 1 + i % 8; ++m)
      cube.apply(Move::from_index(static_cast<int>(random.below(kMoveCount))));
    const SolveResult result = half_->solve(cube, {}, on(1));
    expect_all_solve(cube, result);
    ASSERT_EQ(static_cast<int>(result.best().size()), exact.of(cube, 4));
    ASSERT_TRUE(result.exhausted);
  }
}

/// Positions that are near H along every axis, but far from solved within it: their ways home are too long
/// to be looked for, so that solutions must leave H.
TEST_F(CompactSolver, PositionsWithinHAreSolved) {
  RandomCubes random(36);
  std::vector<Cube> cubes;
  for (int i = 0; i < 40; ++i) cubes.push_back(random_in_h(random));
  for (int i = 0; i < 40; ++i) {
    Cube cube;
    for (int m = 0; m < 60; ++m) cube.apply(Move(static_cast<Face>(random.below(kFaceCount)), 2));
    cubes.push_back(cube);
  }
  cubes.push_back(parse_position("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")->cube);
  cubes.push_back(parse_position("M2 E2 S2")->cube);
  cubes.push_back(parse_position("U D' R L' F B' U D'")->cube);
  for (const Cube& cube : cubes) {
    const SolveResult result = half_->solve(cube, {}, on(1));
    expect_all_solve(cube, result);
    ASSERT_LE(result.best().size(), 20u);
    ASSERT_TRUE(result.target_met);
  }
}

TEST_F(CompactSolver, ShortestIsSaidOnlyWhereItIsTrue) {
  const ResidentTables tables = ResidentTables::open();
  const Solver full(tables.phase1, tables.phase2);
  RandomCubes random(37);
  for (int i = 0; i < 30; ++i) {
    // Shortest solutions of up to thirteen moves, half of them of cubes in H.
    Cube cube;
    for (int m = 0; m < 13;) {
      const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
      if (i % 2 == 0 && !moves_of_h().has(move)) continue;
      cube.apply(move);
      ++m;
    }
    const SolveResult expected = full.solve(cube, {.max_moves = 1}, on(2));
    ASSERT_TRUE(expected.exhausted);
    const SolveResult result = half_->solve(cube, {.max_moves = 1, .probes = 200'000}, on(1));
    expect_all_solve(cube, result);
    if (result.exhausted) {
      ASSERT_EQ(result.best().size(), expected.best().size());
    }
  }
}

TEST_F(CompactSolver, ResultDoesNotDependOnTheNumberOfThreads) {
  RandomCubes random(38);
  for (int i = 0; i < 20; ++i) {
    const Cube cube = random.next();
    SolveOptions options = {.max_moves = 19};
    if (i % 2 == 1) {
      options.max_moves.reset();
      options.probes = 3000;
      options.solutions = 3;
    }
    const SolveResult one = half_->solve(cube, options, on(1));
    for (const int threads : {2, 5}) {
      const SolveResult several = half_->solve(cube, options, on(threads));
      ASSERT_EQ(several.solutions, one.solutions);
      ASSERT_EQ(several.probes, one.probes);
    }
  }
}

TEST_F(CompactSolver, ThereIsAlwaysAnAnswer) {
  RandomCubes random(39);
  std::stop_source stop;
  stop.request_stop();
  for (int i = 0; i < 50; ++i) {
    const Cube cube = i % 5 == 0 ? random_in_h(random) : random.next();
    for (const Solver* solver : {half_.get(), quarter_.get()}) {
      expect_all_solve(cube, solver->solve(cube, {}, on(1, stop.get_token())));
      SolveOptions options;
      options.max_moves.reset();
      options.probes = static_cast<std::uint64_t>(i % 3);
      expect_all_solve(cube, solver->solve(cube, options, on(1)));
      options.probes.reset();
      options.time = std::chrono::nanoseconds(0);
      expect_all_solve(cube, solver->solve(cube, options, on(1)));
    }
  }
}

TEST_F(CompactSolver, QuarterTurnsAreCounted) {
  RandomCubes random(40);
  for (int i = 0; i < 60; ++i) {
    const Cube cube = random.next();
    const SolveResult result = quarter_->solve(cube, {.max_moves = 28}, on(1));
    expect_all_solve(cube, result);
    ASSERT_TRUE(result.target_met);
    ASSERT_LE(length(result.best(), Metric::quarter), 28);
  }
}

TEST_F(CompactSolver, ImprovementsComeInOrderAndEndWithTheBest) {
  RandomCubes random(41);
  for (int i = 0; i < 50; ++i) {
    const Cube cube = random.next();
    std::vector<std::size_t> lengths;
    SolveOptions options;
    options.max_moves.reset();
    options.probes = 2'000;
    options.on_improvement = [&](const Moves& moves) {
      EXPECT_TRUE(cube.after(moves).is_solved());
      lengths.push_back(moves.size());
    };
    const SolveResult result = half_->solve(cube, options, on(1));
    ASSERT_FALSE(lengths.empty());
    ASSERT_TRUE(std::ranges::is_sorted(lengths, std::ranges::greater{}));
    ASSERT_EQ(lengths.back(), result.best().size());
  }
}

}  // namespace
}  // namespace halfturn

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "halfturn/coset.h"
#include "halfturn/notation.h"
#include "halfturn/optimal.h"
#include "halfturn/phase1.h"
#include "halfturn/random.h"
#include "optimal/placed_pieces.h"
#include "optimal/slow_judge.h"
#include "optimal/solutions.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

constexpr const char* kTable = "optimal-700m";

halfturn::Run on_threads(int threads) {
  return {.threads = threads, .stop = {}, .progress = {}};
}

/// The solver with the smallest table, in half turns.
class OptimalSolverTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<OptimalSolver> opened = OptimalSolver::open(test_tables(), {.table = kTable}, {});
    if (!opened) throw std::runtime_error(opened.error().text());
    solver_ = std::make_unique<const OptimalSolver>(std::move(*opened));
    judge_ = std::make_unique<const SlowJudge>(Metric::half, 5);
  }
  static void TearDownTestSuite() {
    solver_.reset();
    judge_.reset();
  }

  static OptimalResult solved(const Cube& cube, const OptimalOptions& options = {}, int threads = 2) {
    return solver_->solve(cube, options, on_threads(threads));
  }

  /// A position of about `moves` moves from solved.
  static Cube walked(RandomCubes& random, int moves) {
    Moves scramble;
    while (static_cast<int>(SlowJudge::one_form(scramble).size()) < moves)
      scramble.push_back(Move::from_index(static_cast<int>(random.below(kMoveCount))));
    return Cube().after(scramble);
  }

  /// The same for all images of a position under symmetries, and for no other.
  static std::array<std::uint8_t, 32> least_image(const Cube& cube) {
    std::array<std::uint8_t, 32> least;
    least.fill(0xFF);
    for (int s = 0; s < kSymmetryCount; ++s)
      least = std::min(least, optimal::PlacedPieces::of(cube.seen_through(Symmetry::from_index(s))).byte);
    return least;
  }

  static void expect_shortest(const Cube& cube, const OptimalResult& result, int length) {
    ASSERT_TRUE(result.complete);
    ASSERT_EQ(result.solutions.size(), 1U);
    ASSERT_EQ(static_cast<int>(result.solutions.front().size()), length);
    ASSERT_EQ(result.lower_bound, length);
    ASSERT_TRUE(result.is_optimal(Metric::half));
    ASSERT_TRUE(cube.after(result.solutions.front()).is_solved());
  }

  static std::unique_ptr<const OptimalSolver> solver_;
  static std::unique_ptr<const SlowJudge> judge_;
};

std::unique_ptr<const OptimalSolver> OptimalSolverTest::solver_;
std::unique_ptr<const SlowJudge> OptimalSolverTest::judge_;

TEST_F(OptimalSolverTest, KnowsItsTable) {
  EXPECT_EQ(solver_->metric(), Metric::half);
  EXPECT_EQ(solver_->table(), kTable);
  const Result<OptimalSolver> none = OptimalSolver::open(test_tables(), {.table = "optimal-7m"}, {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, ErrorKind::bad_input);
  EXPECT_NE(none.error().text().find(kTable), std::string::npos);
}

TEST_F(OptimalSolverTest, SolvedTakesNoMoves) {
  expect_shortest(Cube(), solved(Cube()), 0);
  const OptimalResult all = solved(Cube(), {.all_within = 2});
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.solutions, std::vector<Moves>{Moves{}});
}

/// Every position within six moves, one of those that are the same up to symmetry, by breadth-first search.
TEST_F(OptimalSolverTest, AllPositionsWithinSixMoves) {
  std::vector<std::size_t> classes;
  std::set<std::array<std::uint8_t, 32>> seen = {least_image(Cube())};
  std::vector<Cube> cubes = {Cube()};
  for (int distance = 0; distance <= 6; ++distance) {
    classes.push_back(cubes.size());
    const std::size_t done = solver_->solve_all(
        cubes, {}, on_threads(2),
        [&](std::size_t i, const OptimalResult& result) { expect_shortest(cubes[i], result, distance); });
    ASSERT_EQ(done, cubes.size());
    if (distance == 6) break;
    std::vector<Cube> next;
    for (const Cube& cube : cubes)
      for (Move move : kAllMoves)
        if (seen.insert(least_image(cube.after(move))).second) next.push_back(cube.after(move));
    cubes = std::move(next);
  }
  EXPECT_EQ(classes, (std::vector<std::size_t>{1, 2, 9, 75, 934, 12077, 159131}));
}

TEST_F(OptimalSolverTest, RandomPositionsOfSevenToNineMoves) {
  RandomCubes random(1);
  for (int distance = 7; distance <= 9; ++distance) {
    std::vector<Cube> cubes;
    for (int i = 0; i < 1000; ++i) cubes.push_back(judge_->random_at(distance, random));
    const std::size_t done = solver_->solve_all(
        cubes, {}, on_threads(2),
        [&](std::size_t i, const OptimalResult& result) { expect_shortest(cubes[i], result, distance); });
    ASSERT_EQ(done, cubes.size());
  }
}

/// The coset solver finds all positions of a coset that are within so many moves, in another way: by phase 1
/// alone, and a bit for each position. What it has not reached after one level but has after the next is as
/// far as that.
TEST_F(OptimalSolverTest, PositionsOfCosetsNearHAreAsFarAsTheCosetSolverFinds) {
  Result<Phase1Table> phase1 = Phase1Table::open(test_tables(), Residency::resident, {});
  ASSERT_TRUE(phase1.ok());
  CosetSolver cosets(std::make_shared<const Phase1Table>(std::move(*phase1)));
  // In a fixed order, up to a point.
  const auto unreached = [&](const Cube& coset, int depth) {
    ExploreOptions options;
    options.search_depth = depth;
    std::vector<Cube> listed;
    options.unsolved = [&](const Cube& cube) {
      listed.push_back(cube);
      return listed.size() < 300'000;
    };
    EXPECT_TRUE(cosets.explore(coset, options, {}).ok());
    return listed;
  };
  // The nearer to H, the longer the coset solver takes.
  struct Levels {
    const char* coset;
    int first;
    int last;
  };
  for (const auto& [text, first, last] :
       {Levels{"", 11, 11}, Levels{"R U F", 12, 12}, Levels{"R U F D L", 13, 14}}) {
    SCOPED_TRACE(text);
    const Cube coset = parse_moves(text)->position();
    std::vector<Cube> before = unreached(coset, first - 1);
    for (int depth = first; depth <= last; ++depth) {
      const std::vector<Cube> after = unreached(coset, depth);
      std::vector<Cube> reached;
      std::size_t next = 0;
      for (const Cube& cube : before) {
        // The second list goes at least as far as the first.
        if (cube == after.at(next))
          ++next;
        else
          reached.push_back(cube);
      }
      ASSERT_GT(reached.size(), 1000U);
      RandomCubes random(9);
      std::vector<Cube> chosen;
      for (int i = 0; i < 100; ++i)
        chosen.push_back(reached[random.below(static_cast<std::uint32_t>(reached.size()))]);
      const std::size_t done = solver_->solve_all(
          chosen, {}, on_threads(2),
          [&](std::size_t i, const OptimalResult& result) { expect_shortest(chosen[i], result, depth); });
      ASSERT_EQ(done, chosen.size());
      before = after;
    }
  }
}

/// Positions that the cosets cannot tell from solved: the search then asks for the distance to H as well.
TEST_F(OptimalSolverTest, AllSolutionsOfPositionsThatTheCosetsDoNotSee) {
  for (const char* text : {"U2 R2 F2 U2 L2 B2 D2", "R L' U D' F B' R L'", "U D' R2 L2 F2 B2 U D'",
                           "R2 U2 F2 R L' U2 D2", "F B' U2 F2 R2 U2 L2 F B'"}) {
    SCOPED_TRACE(text);
    const Cube cube = parse_moves(text)->position();
    const int shortest = judge_->distance(cube, 9);
    ASSERT_LE(shortest, 9);
    std::vector<Moves> expected;
    for (int moves = shortest; moves <= 9; ++moves)
      for (const Moves& solution : judge_->solutions(cube, moves)) expected.push_back(solution);
    EXPECT_EQ(solved(cube, {.all_within = 9 - shortest}).solutions, expected);
  }
}

/// Superflip takes 20 moves; the smallest table excludes what it can of that in a moment.
TEST_F(OptimalSolverTest, SuperflipIsNotSolvedInSeventeenMoves) {
  const Cube superflip = parse_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")->position();
  const OptimalResult result = solved(superflip, {.max_moves = 17});
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.solutions.empty());
  EXPECT_EQ(result.lower_bound, 18);
}

TEST_F(OptimalSolverTest, AllSolutionsAreThoseOfTheJudge) {
  RandomCubes random(2);
  for (int distance = 1; distance <= 9; ++distance) {
    for (int within = 0; within <= 2; ++within) {
      // The judge takes 15 times as long for each move more.
      const int longest = distance + within;
      if (longest > 10) continue;
      for (int i = 0; i < (longest <= 8 ? 10 : longest == 9 ? 4 : 1); ++i) {
        const Cube cube = judge_->random_at(distance, random);
        std::vector<Moves> expected;
        for (int moves = distance; moves <= longest; ++moves)
          for (const Moves& solution : judge_->solutions(cube, moves)) expected.push_back(solution);
        MoveSequences heard;
        OptimalOptions options{.all_within = within};
        options.on_solution = [&](const Moves& solution) { EXPECT_TRUE(heard.insert(solution).second); };
        const OptimalResult result = solved(cube, options);
        ASSERT_TRUE(result.complete);
        ASSERT_EQ(result.lower_bound, distance);
        ASSERT_EQ(result.solutions, expected);
        ASSERT_EQ(heard, MoveSequences(expected.begin(), expected.end()));
      }
    }
  }
}

/// The solutions of a symmetric position are taken to each other by its symmetries.
TEST_F(OptimalSolverTest, SolutionsOfSymmetricPositionsAreClosedUnderTheirSymmetries) {
  for (const char* text : {"R2 L2 U2 D2 F2 B2", "R L' F B' U D' R L'", "R2 U2 R2 U2 R2 U2",
                           "R L U2 R L' B2 U2 R2 F2 L2 D2 L2 F2"}) {
    SCOPED_TRACE(text);
    const Cube cube = parse_moves(text)->position();
    const std::vector<Symmetry> symmetries = optimal::symmetries_of(cube);
    ASSERT_GT(symmetries.size(), 1U);
    const OptimalResult result = solved(cube, {.all_within = 0});
    ASSERT_TRUE(result.complete);
    ASSERT_FALSE(result.solutions.empty());
    const MoveSequences found(result.solutions.begin(), result.solutions.end());
    EXPECT_EQ(found.size(), result.solutions.size());
    MoveSequences images;
    for (const Moves& solution : found)
      for (Symmetry symmetry : symmetries)
        images.insert(SlowJudge::one_form(seen_through(solution, symmetry)));
    EXPECT_EQ(images, found);
    // A position that is its own inverse has with each solution the inverse one too.
    if (cube != cube.inverse()) continue;
    for (const Moves& solution : found) EXPECT_TRUE(found.contains(SlowJudge::one_form(inverse(solution))));
  }
}

TEST_F(OptimalSolverTest, TheInverseAndAllImagesTakeAsManyMoves) {
  RandomCubes random(3);
  for (int moves : {12, 13, 14, 14}) {
    const Cube cube = walked(random, moves);
    const OptimalResult result = solved(cube);
    const int shortest = static_cast<int>(result.solutions.front().size());
    expect_shortest(cube, result, shortest);
    std::vector<Cube> images = {cube.inverse()};
    for (int s = 0; s < kSymmetryCount; ++s) {
      const Cube image = cube.seen_through(Symmetry::from_index(s));
      images.push_back(s % 2 == 0 ? image : image.inverse());
    }
    solver_->solve_all(images, {}, on_threads(2), [&](std::size_t i, const OptimalResult& other) {
      expect_shortest(images[i], other, shortest);
    });
  }
}

TEST_F(OptimalSolverTest, TheSameForAllThreadsInstructionSetsAndShares) {
  Result<OptimalSolver> portable =
      OptimalSolver::open(test_tables(), {.table = kTable, .set = InstructionSet::portable}, on_threads(2));
  ASSERT_TRUE(portable.ok()) << portable.error().text();
  RandomCubes random(4);
  for (int i = 0; i < 3; ++i) {
    const Cube cube = walked(random, 15);
    const OptimalResult one = solved(cube, {}, 1);
    expect_shortest(cube, one, static_cast<int>(one.solutions.front().size()));
    for (int threads : {2, 3}) EXPECT_EQ(solved(cube, {}, threads).solutions, one.solutions);
    const OptimalResult plain = portable->solve(cube, {}, on_threads(1));
    EXPECT_EQ(plain.solutions, one.solutions);
    EXPECT_EQ(plain.work.reads, one.work.reads);
    EXPECT_EQ(plain.work.nodes, one.work.nodes);
    EXPECT_EQ(plain.work.endings, one.work.endings);
    EXPECT_EQ(plain.work.probes, one.work.probes);
    const OptimalResult again = solved(cube, {}, 1);
    EXPECT_EQ(again.work.reads, one.work.reads);
    EXPECT_EQ(solved(cube, {.two_phase = false}).solutions.front().size(), one.solutions.front().size());
  }
}

TEST_F(OptimalSolverTest, WithinSoManyMovesOrNot) {
  RandomCubes random(5);
  for (int i = 0; i < 4; ++i) {
    const Cube cube = walked(random, 13);
    const int shortest = static_cast<int>(solved(cube).solutions.front().size());
    const OptimalResult no = solved(cube, {.max_moves = shortest - 1});
    EXPECT_TRUE(no.complete);
    EXPECT_TRUE(no.solutions.empty());
    EXPECT_EQ(no.lower_bound, shortest);
    EXPECT_FALSE(no.is_optimal(Metric::half));
    expect_shortest(cube, solved(cube, {.max_moves = shortest}), shortest);
    expect_shortest(cube, solved(cube, {.max_moves = 20}), shortest);
    // What the caller knows is not searched again.
    std::vector<int> excluded;
    OptimalOptions options{.lower_bound = shortest};
    options.on_excluded = [&](int moves) { excluded.push_back(moves); };
    expect_shortest(cube, solved(cube, options), shortest);
    EXPECT_TRUE(excluded.empty());
    // Limits hold for lists too.
    const OptimalResult list = solved(cube, {.max_moves = shortest, .all_within = 2});
    EXPECT_TRUE(list.complete);
    EXPECT_EQ(list.solutions, solved(cube, {.all_within = 0}).solutions);
  }
}

/// The two-phase solver finds a solution that is shortest, but longer than asked for.
TEST_F(OptimalSolverTest, ALongerSolutionIsNoAnswer) {
  const Cube cube =
      parse_moves("R2 U' F2 D B2 L2 D' F2 U2 R2 B' R' D2 F U' L B' D' R F2")->position();  // takes 18 moves
  std::vector<std::size_t> improvements;
  OptimalOptions options{.max_moves = 17};
  options.on_improvement = [&](const Moves& solution) { improvements.push_back(solution.size()); };
  const OptimalResult result = solved(cube, options);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.solutions.empty());
  EXPECT_EQ(result.lower_bound, 18);
  EXPECT_EQ(improvements.back(), 18U);
}

TEST_F(OptimalSolverTest, ReportsWhatItHasExcludedAndFound) {
  RandomCubes random(6);
  const Cube cube = walked(random, 14);
  std::vector<int> excluded;
  std::vector<Moves> improvements;
  OptimalOptions options;
  options.on_excluded = [&](int moves) { excluded.push_back(moves); };
  options.on_improvement = [&](const Moves& solution) { improvements.push_back(solution); };
  bool reported = false;
  halfturn::Run run = on_threads(2);
  run.progress = [&](const Progress& progress) {
    // Once also tables are copied to memory.
    reported = reported || progress.task.starts_with("depth ");
    EXPECT_GE(progress.fraction, 0);
    EXPECT_LE(progress.fraction, 1);
  };
  const OptimalResult result = solver_->solve(cube, options, run);
  const int shortest = static_cast<int>(result.solutions.front().size());
  expect_shortest(cube, result, shortest);
  EXPECT_TRUE(reported);
  ASSERT_FALSE(excluded.empty());
  EXPECT_EQ(excluded.back(), shortest - 1);
  for (std::size_t i = 1; i < excluded.size(); ++i) EXPECT_EQ(excluded[i], excluded[i - 1] + 1);
  ASSERT_FALSE(improvements.empty());
  EXPECT_EQ(improvements.back(), result.solutions.front());
  EXPECT_TRUE(std::ranges::is_sorted(improvements, std::greater<>(), &Moves::size));
}

/// A stop in the middle leaves a bound that was proved, and a solution that is one.
TEST_F(OptimalSolverTest, AStopGivesWhatIsKnownByThen) {
  const Cube cube = parse_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")->position();
  for (int stop_after : {0, 9, 10}) {
    std::stop_source stop;
    std::vector<int> excluded;
    OptimalOptions options;
    options.on_excluded = [&](int moves) {
      excluded.push_back(moves);
      if (moves == stop_after) stop.request_stop();
    };
    if (stop_after == 0) stop.request_stop();
    const OptimalResult result = solver_->solve(cube, options, {.threads = 2, .stop = stop.get_token()});
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(result.lower_bound, excluded.empty() ? result.lower_bound : excluded.back() + 1);
    EXPECT_LE(result.lower_bound, 20);
    ASSERT_EQ(result.solutions.size(), 1U);
    EXPECT_TRUE(cube.after(result.solutions.front()).is_solved());
    EXPECT_GE(static_cast<int>(result.solutions.front().size()), 20);
    EXPECT_FALSE(result.is_optimal(Metric::half));
  }
}

/// A stop within a depth that would take seconds.
TEST_F(OptimalSolverTest, AStopWithinADepthEndsIt) {
  RandomCubes random(8);
  const Cube cube = random.next();
  std::stop_source stop;
  halfturn::Run run{.threads = 2, .stop = stop.get_token(), .progress = {}};
  run.progress = [&](const Progress& progress) {
    if (progress.task == "depth 16") stop.request_stop();
  };
  const OptimalResult result = solver_->solve(cube, {.two_phase = false}, run);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.lower_bound, 16);
}

TEST_F(OptimalSolverTest, BatchGivesWhatSingleCubesGiveInOrder) {
  RandomCubes random(7);
  std::vector<Cube> cubes;
  for (int i = 0; i < 24; ++i) cubes.push_back(walked(random, 4 + i % 10));
  std::size_t next = 0;
  OptimalOptions options{.all_within = 1};
  options.on_solution = [](const Moves&) { ADD_FAILURE() << "a batch calls none of these"; };
  options.on_excluded = [](int) { ADD_FAILURE() << "a batch calls none of these"; };
  options.on_improvement = [](const Moves&) { ADD_FAILURE() << "a batch calls none of these"; };
  const std::size_t done =
      solver_->solve_all(cubes, options, on_threads(2), [&](std::size_t i, const OptimalResult& result) {
        EXPECT_EQ(i, next++);
        EXPECT_EQ(result.solutions, solved(cubes[i], {.all_within = 1}, 1).solutions);
      });
  EXPECT_EQ(done, cubes.size());

  std::stop_source stop;
  std::size_t heard = 0;
  const std::size_t some = solver_->solve_all(cubes, {}, {.threads = 2, .stop = stop.get_token()},
                                              [&](std::size_t i, const OptimalResult& result) {
                                                EXPECT_EQ(i, heard++);
                                                EXPECT_TRUE(result.complete);
                                                if (i == 5) stop.request_stop();
                                              });
  EXPECT_EQ(some, 6U);
  EXPECT_EQ(heard, 6U);
}

}  // namespace
}  // namespace halfturn

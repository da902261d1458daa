// The solver and the optimal solver through the interface for C, compared with the C++ library.

#include "halfturn/solve.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "c/c_support.h"
#include "halfturn/notation.h"
#include "halfturn/optimal.h"
#include "halfturn/position.h"
#include "support/test_store.h"

namespace halfturn::testing {
namespace {

struct Collected {
  std::vector<Moves> first;
  std::vector<std::size_t> counts;
  std::size_t stop_after = 0;  // 0: never
};

int collect(void* user, std::size_t index, const halfturn_solutions* solutions) {
  auto& collected = *static_cast<Collected*>(user);
  EXPECT_EQ(index, collected.first.size()) << "out of order";
  collected.first.push_back(solution_at(solutions));
  collected.counts.push_back(halfturn_solutions_count(solutions));
  return collected.first.size() == collected.stop_after ? 1 : 0;
}

class CSolverWithTables : public ::testing::TestWithParam<Metric> {
 protected:
  static void TearDownTestSuite() {
    for (auto& one : opened()) {
      halfturn_solver_free(one);
      one = nullptr;
    }
  }
  static halfturn_solver* solver() {
    halfturn_solver*& one = opened()[static_cast<std::size_t>(GetParam())];
    if (one != nullptr) return one;
    auto options = defaults<halfturn_solver_options>();
    options.metric = static_cast<int>(GetParam());
    halfturn_error error;
    EXPECT_STATUS(HALFTURN_OK, halfturn_solver_open(table_folder(), &options, nullptr, &one, &error));
    return one;
  }
  static const Solver& judge() {
    static const std::array<Solver, 2> kJudges = {
        Solver::open(test_tables(), {.metric = Metric::half}, {}).value(),
        Solver::open(test_tables(), {.metric = Metric::quarter}, {}).value()};
    return kJudges[static_cast<std::size_t>(GetParam())];
  }

  halfturn_error error;
  OwnedSolutions solutions;

 private:
  static std::array<halfturn_solver*, 2>& opened() {
    static std::array<halfturn_solver*, 2> opened{};
    return opened;
  }
};
INSTANTIATE_TEST_SUITE_P(Metrics, CSolverWithTables, ::testing::ValuesIn(kAllMetrics),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST_P(CSolverWithTables, GivesWhatTheLibraryGives) {
  for (const Cube& cube : some_cubes(30)) {
    const halfturn_cube c = as_c(cube);
    SolveOptions options;
    options.max_moves = diameter(GetParam());
    const SolveResult expected = judge().solve(cube, options, {});
    ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &c, nullptr, nullptr, solutions.put(), &error));
    ASSERT_EQ(halfturn_solutions_count(solutions.get()), 1U);
    const Moves found = solution_at(solutions.get());
    EXPECT_EQ(found, expected.best());
    EXPECT_TRUE(cube.after(found).is_solved());
    EXPECT_LE(length(found, GetParam()), diameter(GetParam()));
    EXPECT_EQ(halfturn_solutions_text(solutions.get(), 0), format_moves(found));
    EXPECT_STREQ(halfturn_solutions_reached(solutions.get(), 0), "");
    EXPECT_EQ(halfturn_solutions_probes(solutions.get()), expected.probes);
    EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 1);
    EXPECT_EQ(halfturn_solutions_complete(solutions.get()), expected.exhausted ? 1 : 0);
  }
}

TEST_P(CSolverWithTables, SolvedTakesNoMoves) {
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &cube, nullptr, nullptr, solutions.put(), &error));
  ASSERT_EQ(halfturn_solutions_count(solutions.get()), 1U);
  std::size_t count = 99;
  EXPECT_NE(halfturn_solutions_moves(solutions.get(), 0, &count), nullptr);
  EXPECT_EQ(count, 0U);
  EXPECT_STREQ(halfturn_solutions_text(solutions.get(), 0), "");
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
  EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), 0);
  // There is no second one to ask for.
  EXPECT_EQ(halfturn_solutions_moves(solutions.get(), 1, &count), nullptr);
  EXPECT_EQ(halfturn_solutions_text(solutions.get(), 1), nullptr);
  EXPECT_EQ(halfturn_solutions_reached(solutions.get(), 1), nullptr);
}

TEST_P(CSolverWithTables, CloseOnesAreKnownToBeShortest) {
  const Cube cube = parse_position("R U2 F' D").value().cube;
  const halfturn_cube c = as_c(cube);
  ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &c, nullptr, nullptr, solutions.put(), &error));
  EXPECT_STREQ(halfturn_solutions_text(solutions.get(), 0), "D' F U2 R'");
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
  EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), GetParam() == Metric::half ? 4 : 5);
}

TEST_P(CSolverWithTables, KeepsToItsOptions) {
  const Cube cube = some_cubes(1, 99).front();
  const halfturn_cube c = as_c(cube);
  auto options = defaults<halfturn_solve_options>();
  options.max_moves = HALFTURN_NO_TARGET;
  options.probes = 3000;
  options.solutions = 5;
  SolveOptions same;
  same.max_moves.reset();
  same.probes = 3000;
  same.solutions = 5;
  const SolveResult expected = judge().solve(cube, same, {});
  for (const int threads : {1, 2, 5}) {
    auto run = defaults<halfturn_run>();
    run.threads = threads;
    ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &c, &options, &run, solutions.put(), &error));
    ASSERT_EQ(halfturn_solutions_count(solutions.get()), expected.solutions.size());
    for (std::size_t i = 0; i < expected.solutions.size(); ++i)
      EXPECT_EQ(solution_at(solutions.get(), i), expected.solutions[i]);
    EXPECT_EQ(halfturn_solutions_probes(solutions.get()), expected.probes);
    EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 1) << "there was none";
  }
  // A target that cannot be met in so few tries is said not to be met; there is an answer all the same.
  options.max_moves = 14;
  options.probes = 10;
  options.solutions = 0;
  ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &c, &options, nullptr, solutions.put(), &error));
  EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 0);
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
  // A time limit, the shortest there is: an answer all the same.
  options = defaults<halfturn_solve_options>();
  options.max_moves = HALFTURN_NO_TARGET;
  options.time_us = 1;
  ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver(), &c, &options, nullptr, solutions.put(), &error));
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
}

TEST_P(CSolverWithTables, RefusesOptionsOutOfRange) {
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  const auto refused = [&](auto change) {
    auto options = defaults<halfturn_solve_options>();
    change(options);
    EXPECT_EQ(halfturn_solve(solver(), &cube, &options, nullptr, solutions.put(), &error),
              HALFTURN_BAD_ARGUMENT);
    EXPECT_EQ(solutions.get(), nullptr);
    EXPECT_STRNE(error.hint, "");
    EXPECT_EQ(halfturn_solve_many(solver(), &cube, 1, &options, nullptr, collect, nullptr, nullptr, &error),
              HALFTURN_BAD_ARGUMENT);
  };
  refused([](auto& options) { options.max_moves = -2; });
  refused([](auto& options) { options.max_moves = 41; });
  refused([](auto& options) { options.solutions = -1; });
  refused([](auto& options) { options.solutions = 1001; });
  refused([](auto& options) { options.time_us = 1'000'000'000'000'001; });
  refused([](auto& options) { options.size = 8; });
}

TEST_P(CSolverWithTables, RefusesImpossibleCubesAndNull) {
  halfturn_cube twisted;
  halfturn_cube_solved(&twisted);
  twisted.corners[2] = 0x12;
  EXPECT_EQ(halfturn_solve(solver(), &twisted, nullptr, nullptr, solutions.put(), &error),
            HALFTURN_BAD_INPUT);
  EXPECT_EQ(solutions.get(), nullptr);
  EXPECT_EQ(halfturn_solve(solver(), nullptr, nullptr, nullptr, solutions.put(), &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_solve(solver(), &twisted, nullptr, nullptr, nullptr, &error), HALFTURN_BAD_ARGUMENT);

  std::vector<halfturn_cube> cubes = as_c(some_cubes(5));
  cubes[3] = twisted;
  Collected collected;
  std::size_t done = 99;
  EXPECT_EQ(
      halfturn_solve_many(solver(), cubes.data(), 5, nullptr, nullptr, collect, &collected, &done, &error),
      HALFTURN_BAD_INPUT);
  EXPECT_EQ(error.index, 3U);
  EXPECT_EQ(done, 0U);
  EXPECT_TRUE(collected.first.empty());
  EXPECT_EQ(halfturn_solve_many(solver(), nullptr, 5, nullptr, nullptr, collect, &collected, &done, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_solve_many(solver(), cubes.data(), 3, nullptr, nullptr, nullptr, nullptr, &done, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_solve_many(solver(), nullptr, 0, nullptr, nullptr, collect, &collected, &done, &error),
            HALFTURN_OK);
  EXPECT_EQ(done, 0U);
}

TEST_P(CSolverWithTables, ManyAtOnce) {
  const std::vector<Cube> cubes = some_cubes(200);
  const std::vector<halfturn_cube> c = as_c(cubes);
  SolveOptions options;
  options.max_moves = diameter(GetParam());
  for (const int threads : {1, 3}) {
    auto run = defaults<halfturn_run>();
    run.threads = threads;
    Collected collected;
    std::size_t done = 0;
    ASSERT_STATUS(HALFTURN_OK, halfturn_solve_many(solver(), c.data(), c.size(), nullptr, &run, collect,
                                                   &collected, &done, &error));
    EXPECT_EQ(done, cubes.size());
    ASSERT_EQ(collected.first.size(), cubes.size());
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      EXPECT_TRUE(cubes[i].after(collected.first[i]).is_solved());
      EXPECT_LE(length(collected.first[i], GetParam()), *options.max_moves);
    }
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ(collected.first[i], judge().solve(cubes[i], options, {}).best());
  }
}

TEST_P(CSolverWithTables, TheCallbackMayStop) {
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(50));
  for (const int threads : {1, 4}) {
    auto run = defaults<halfturn_run>();
    run.threads = threads;
    Collected collected;
    collected.stop_after = 7;
    std::size_t done = 0;
    EXPECT_EQ(halfturn_solve_many(solver(), cubes.data(), cubes.size(), nullptr, &run, collect, &collected,
                                  &done, &error),
              HALFTURN_STOPPED);
    EXPECT_EQ(done, 7U);
    EXPECT_EQ(collected.first.size(), 7U);
    // After the last cube there is nothing left to stop.
    collected = {};
    collected.stop_after = cubes.size();
    EXPECT_STATUS(HALFTURN_OK, halfturn_solve_many(solver(), cubes.data(), cubes.size(), nullptr, &run,
                                                   collect, &collected, &done, &error));
  }
}

/// A callback in C++ must not throw. If it does, that is said, and nothing is thrown through C.
TEST_P(CSolverWithTables, ExceptionsOfCallbacksAreCaught) {
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(10));
  std::size_t done = 99;
  EXPECT_EQ(halfturn_solve_many(
                solver(), cubes.data(), cubes.size(), nullptr, nullptr,
                [](void*, std::size_t index, const halfturn_solutions*) -> int {
                  if (index == 4) throw std::runtime_error("from the callback");
                  return 0;
                },
                nullptr, &done, &error),
            HALFTURN_INTERNAL);
  EXPECT_STREQ(error.message, "from the callback");
  EXPECT_EQ(done, 4U);
}

TEST_P(CSolverWithTables, SeveralThreadsShareOne) {
  const std::vector<Cube> cubes = some_cubes(40);
  halfturn_solver* shared = solver();
  std::vector<std::vector<Moves>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<Moves>& mine : found)
    threads.emplace_back([&mine, &cubes, shared] {
      for (const Cube& cube : cubes) {
        const halfturn_cube c = as_c(cube);
        auto run = defaults<halfturn_run>();
        run.threads = 1;
        OwnedSolutions one;
        halfturn_error problem;
        EXPECT_EQ(halfturn_solve(shared, &c, nullptr, &run, one.put(), &problem), HALFTURN_OK);
        mine.push_back(solution_at(one.get()));
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Moves>& each : found) {
    EXPECT_EQ(each, found.front());
    for (std::size_t i = 0; i < cubes.size(); ++i) EXPECT_TRUE(cubes[i].after(each[i]).is_solved());
  }
}

TEST(CSolverWithTablesAlone, CompactTablesSolveAsWell) {
  OwnedSolver solver;
  halfturn_error error;
  auto options = defaults<halfturn_solver_options>();
  options.compact = 1;
  ASSERT_STATUS(HALFTURN_OK, halfturn_solver_open(table_folder(), &options, nullptr, solver.put(), &error));
  for (const Cube& cube : some_cubes(20)) {
    OwnedSolutions solutions;
    const halfturn_cube c = as_c(cube);
    ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver.get(), &c, nullptr, nullptr, solutions.put(), &error));
    const Moves moves = solution_at(solutions.get());
    EXPECT_TRUE(cube.after(moves).is_solved());
    EXPECT_LE(moves.size(), 20u);
  }
  // A folder where nothing can be built shows which tables it asks for.
  EXPECT_STATUS(HALFTURN_MACHINE,
                halfturn_solver_open("/dev/null/tables", &options, nullptr, solver.put(), &error));
}

TEST(CSolverWithTablesAlone, SolutionsOutliveTheirSolver) {
  OwnedSolutions solutions;
  halfturn_error error;
  const Cube cube = some_cubes(1).front();
  {
    OwnedSolver solver;
    auto options = defaults<halfturn_solver_options>();
    options.residency = HALFTURN_RESIDENT;
    ASSERT_STATUS(HALFTURN_OK, halfturn_solver_open(table_folder(), &options, nullptr, solver.put(), &error));
    const halfturn_cube c = as_c(cube);
    ASSERT_STATUS(HALFTURN_OK, halfturn_solve(solver.get(), &c, nullptr, nullptr, solutions.put(), &error));
  }
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
}

TEST(CSolverWithTablesAlone, TheDefaultFolderIsThatOfTheEnvironment) {
  const char* before = std::getenv("HALFTURN_TABLES");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("HALFTURN_TABLES", table_folder(), 1);
  OwnedSolver solver;
  halfturn_error error;
  EXPECT_STATUS(HALFTURN_OK, halfturn_solver_open(nullptr, nullptr, nullptr, solver.put(), &error));
  if (before == nullptr)
    ::unsetenv("HALFTURN_TABLES");
  else
    ::setenv("HALFTURN_TABLES", kept.c_str(), 1);
}

class COptimalWithTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    halfturn_error error;
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_optimal_open(table_folder(), nullptr, nullptr, optimal.put(), &error));
  }
  static void TearDownTestSuite() { optimal.put(); }

  static inline OwnedOptimal optimal;
  halfturn_error error;
  OwnedSolutions solutions;
};

TEST_F(COptimalWithTables, FindsShortestSolutions) {
  EXPECT_STREQ(halfturn_optimal_table(optimal.get()), "optimal-700m");
  struct {
    const char* text;
    int length;
  } const cases[] = {
      {"", 0}, {"R", 1}, {"R2 U2 R2 U2", 4}, {"R U F D L B R2", 7}, {"R U F D L B R2 U' F2 D' L2", 11}};
  for (const auto& one : cases) {
    const Cube cube = parse_position(one.text).value().cube;
    const halfturn_cube c = as_c(cube);
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_optimal_solve(optimal.get(), &c, nullptr, nullptr, solutions.put(), &error));
    ASSERT_EQ(halfturn_solutions_count(solutions.get()), 1U);
    const Moves found = solution_at(solutions.get());
    EXPECT_TRUE(cube.after(found).is_solved());
    EXPECT_EQ(found.size(), static_cast<std::size_t>(one.length)) << one.text;
    EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
    EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 1);
    EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), one.length);
  }
}

TEST_F(COptimalWithTables, FindsAllOfThemOrNone) {
  const Cube cube = parse_position("R2 U2 R2 U2").value().cube;
  const halfturn_cube c = as_c(cube);
  const OptimalSolver judge = OptimalSolver::open(test_tables(), {}, {}).value();
  for (const int beyond : {0, 2}) {
    auto search = defaults<halfturn_optimal_search>();
    search.all = 1;
    search.beyond = beyond;
    OptimalOptions options;
    options.all_within = beyond;
    const OptimalResult expected = judge.solve(cube, options, {});
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_optimal_solve(optimal.get(), &c, &search, nullptr, solutions.put(), &error));
    ASSERT_EQ(halfturn_solutions_count(solutions.get()), expected.solutions.size());
    for (std::size_t i = 0; i < expected.solutions.size(); ++i)
      EXPECT_EQ(solution_at(solutions.get(), i), expected.solutions[i]);
  }
  auto search = defaults<halfturn_optimal_search>();
  search.max_moves = 3;
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_optimal_solve(optimal.get(), &c, &search, nullptr, solutions.put(), &error));
  EXPECT_EQ(halfturn_solutions_count(solutions.get()), 0U);
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
  EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 0);
  EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), 4);
  EXPECT_EQ(halfturn_solutions_text(solutions.get(), 0), nullptr);
}

TEST_F(COptimalWithTables, ManyAtOnce) {
  std::vector<Cube> cubes;
  RandomCubes random(3);
  for (int i = 0; i < 30; ++i) cubes.push_back(Cube().after(random_moves(random, i % 11, Metric::half)));
  const std::vector<halfturn_cube> c = as_c(cubes);
  Collected collected;
  std::size_t done = 0;
  ASSERT_STATUS(HALFTURN_OK, halfturn_optimal_solve_many(optimal.get(), c.data(), c.size(), nullptr, nullptr,
                                                         collect, &collected, &done, &error));
  EXPECT_EQ(done, cubes.size());
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    EXPECT_TRUE(cubes[i].after(collected.first[i]).is_solved());
    EXPECT_LE(collected.first[i].size(), i % 11);
  }
  collected = {};
  collected.stop_after = 4;
  EXPECT_EQ(halfturn_optimal_solve_many(optimal.get(), c.data(), c.size(), nullptr, nullptr, collect,
                                        &collected, &done, &error),
            HALFTURN_STOPPED);
  EXPECT_EQ(done, 4U);
}

TEST_F(COptimalWithTables, RefusesWhatIsWrong) {
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  const auto refused = [&](auto change) {
    auto search = defaults<halfturn_optimal_search>();
    change(search);
    EXPECT_EQ(halfturn_optimal_solve(optimal.get(), &cube, &search, nullptr, solutions.put(), &error),
              HALFTURN_BAD_ARGUMENT);
    EXPECT_EQ(solutions.get(), nullptr);
  };
  refused([](auto& search) { search.max_moves = -1; });
  refused([](auto& search) { search.max_moves = 41; });
  refused([](auto& search) { search.lower_bound = 41; });
  refused([](auto& search) { search.beyond = 1; });
  refused([](auto& search) { search.all = 1, search.beyond = -1; });
  EXPECT_EQ(halfturn_optimal_solve(optimal.get(), nullptr, nullptr, nullptr, solutions.put(), &error),
            HALFTURN_BAD_ARGUMENT);
  cube.edges[0] = 1;
  EXPECT_EQ(halfturn_optimal_solve(optimal.get(), &cube, nullptr, nullptr, solutions.put(), &error),
            HALFTURN_BAD_INPUT);
  auto options = defaults<halfturn_optimal_options>();
  options.table = "no-such-table";
  OwnedOptimal other;
  EXPECT_EQ(halfturn_optimal_open(table_folder(), &options, nullptr, other.put(), &error),
            HALFTURN_BAD_INPUT);
  EXPECT_NE(std::string(error.hint).find("optimal-700m"), std::string::npos) << error.hint;
}

}  // namespace
}  // namespace halfturn::testing

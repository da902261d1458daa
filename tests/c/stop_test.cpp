// Stops: from another thread, from a signal handler, from callbacks, before and during work.

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "c/c_support.h"
#include "halfturn/position.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

TEST(CStop, StaysRequested) {
  OwnedStop stop;
  halfturn_error error;
  ASSERT_STATUS(HALFTURN_OK, halfturn_stop_new(stop.put(), &error));
  EXPECT_EQ(halfturn_stop_requested(stop.get()), 0);
  for (int i = 0; i < 3; ++i) {
    halfturn_stop_request(stop.get());
    EXPECT_EQ(halfturn_stop_requested(stop.get()), 1);
  }
}

TEST(CStop, ManyComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    OwnedStop stop;
    ASSERT_EQ(halfturn_stop_new(stop.put(), nullptr), HALFTURN_OK);
    if (i % 2 == 0) halfturn_stop_request(stop.get());
  }
}

/// Signals of the program are not handled on the thread of a stop: with all of the program's threads blocking
/// it, the signal waits.
TEST(CStop, ItsThreadTakesNoSignals) {
  static volatile std::sig_atomic_t handled = 0;
  sigset_t usr1;
  sigset_t before;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  const auto old = std::signal(SIGUSR1, [](int) { handled = 1; });
  OwnedStop stop;
  ASSERT_EQ(halfturn_stop_new(stop.put(), nullptr), HALFTURN_OK);
  pthread_sigmask(SIG_BLOCK, &usr1, &before);
  ::kill(::getpid(), SIGUSR1);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // time enough for another thread to take it
  const timespec none{};
  EXPECT_EQ(sigtimedwait(&usr1, nullptr, &none), SIGUSR1);
  EXPECT_EQ(handled, 0);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  std::signal(SIGUSR1, old);
}

TEST(CStop, EndsTheBuildingOfATableAndLeavesNothing) {
  const TemporaryFolder folder;
  halfturn_error error;
  OwnedSolver solver;
  OwnedStop stop;
  ASSERT_EQ(halfturn_stop_new(stop.put(), nullptr), HALFTURN_OK);
  halfturn_stop_request(stop.get());
  auto run = defaults<halfturn_run>();
  run.stop = stop.get();
  EXPECT_STATUS(HALFTURN_STOPPED,
                halfturn_solver_open(folder.path().c_str(), nullptr, &run, solver.put(), &error));
  EXPECT_EQ(solver.get(), nullptr);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{});

  // The same by the callback of progress, once the work has begun.
  struct Watch {
    std::thread::id caller = std::this_thread::get_id();
    int reports = 0;
    std::string task;
  } watch;
  run.stop = nullptr;
  run.user = &watch;
  run.progress = [](void* user, const char* task, const char* step, double fraction) {
    auto& it = *static_cast<Watch*>(user);
    it.task = task;
    EXPECT_EQ(it.caller, std::this_thread::get_id());
    EXPECT_STRNE(step, "");
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    return ++it.reports == 2 ? 1 : 0;
  };
  const char* const stages[] = {"cross", "xcross"};
  OwnedAnalyzer analyzer;
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_analyzer_open(folder.path().c_str(), stages, 2, nullptr, &run,
                                                         analyzer.put(), &error));
  EXPECT_EQ(watch.reports, 2) << "called again after it had said stop";
  EXPECT_NE(watch.task, "");
  EXPECT_EQ(analyzer.get(), nullptr);
}

class CStopWithTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    halfturn_error error;
    ASSERT_STATUS(HALFTURN_OK, halfturn_solver_open(table_folder(), nullptr, nullptr, solver.put(), &error));
  }
  static void TearDownTestSuite() { solver.put(); }
  void SetUp() override {
    ASSERT_EQ(halfturn_stop_new(stop.put(), nullptr), HALFTURN_OK);
    run = defaults<halfturn_run>();
    run.stop = stop.get();
    endless = defaults<halfturn_solve_options>();
    endless.max_moves = HALFTURN_NO_TARGET;
  }

  static inline OwnedSolver solver;
  OwnedStop stop;
  OwnedSolutions solutions;
  halfturn_error error;
  halfturn_run run;
  halfturn_solve_options endless;
  const Cube cube = some_cubes(1, 4).front();
  const halfturn_cube c = as_c(cube);
};

TEST_F(CStopWithTables, FromAnotherThread) {
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    halfturn_stop_request(stop.get());
  });
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_solve(solver.get(), &c, &endless, &run, solutions.put(), &error));
  other.join();
  // The best until then is there.
  ASSERT_EQ(halfturn_solutions_count(solutions.get()), 1U);
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 0);
}

TEST_F(CStopWithTables, FromASignalHandler) {
  static std::atomic<halfturn_stop*> watched;
  watched = stop.get();
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) { halfturn_stop_request(watched); };
  ::sigaction(SIGUSR1, &action, &before);
  // To this very thread, in the middle of its work.
  std::thread other([self = pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pthread_kill(self, SIGUSR1);
  });
  run.threads = 1;
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_solve(solver.get(), &c, &endless, &run, solutions.put(), &error));
  other.join();
  ::sigaction(SIGUSR1, &before, nullptr);
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
}

TEST_F(CStopWithTables, BeforeTheWorkBegins) {
  halfturn_stop_request(stop.get());
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_solve(solver.get(), &c, &endless, &run, solutions.put(), &error));
  EXPECT_TRUE(cube.after(solution_at(solutions.get())).is_solved());
  std::size_t done = 99;
  const auto take = [](void*, std::size_t, const halfturn_solutions*) { return 0; };
  EXPECT_EQ(halfturn_solve_many(solver.get(), &c, 1, nullptr, &run, take, nullptr, &done, &error),
            HALFTURN_STOPPED);
  EXPECT_EQ(done, 0U);
  OwnedSolver other;
  EXPECT_EQ(halfturn_solve(solver.get(), &c, nullptr, nullptr, solutions.put(), &error), HALFTURN_OK)
      << "another call was stopped as well";
}

TEST_F(CStopWithTables, OneStopsSeveralCalls) {
  std::vector<std::thread> threads;
  std::atomic<int> stopped{0};
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      auto mine = run;
      mine.threads = 1;
      OwnedSolutions found;
      halfturn_error mistake;
      if (halfturn_solve(solver.get(), &c, &endless, &mine, found.put(), &mistake) == HALFTURN_STOPPED)
        ++stopped;
      EXPECT_TRUE(cube.after(solution_at(found.get())).is_solved());
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  halfturn_stop_request(stop.get());
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(stopped, 3);
}

TEST_F(CStopWithTables, AnalyzerAndItsSolutions) {
  const char* const stages[] = {"f2l"};
  OwnedAnalyzer analyzer;
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_analyzer_open(table_folder(), stages, 1, nullptr, nullptr, analyzer.put(), &error));
  halfturn_stop_request(stop.get());
  for (const std::size_t count : {1U, 3U}) {
    const std::vector<halfturn_cube> cubes = as_c(some_cubes(count));
    std::vector<std::uint8_t> lengths(6 * count, 77);
    std::size_t done = 99;
    EXPECT_STATUS(HALFTURN_STOPPED, halfturn_analyze(analyzer.get(), cubes.data(), count, nullptr, &run,
                                                     lengths.data(), &done, &error));
    EXPECT_EQ(done, 0U);
    EXPECT_EQ(lengths, std::vector<std::uint8_t>(6 * count, HALFTURN_NOT_COMPUTED));
  }
  auto options = defaults<halfturn_stage_options>();
  options.solutions = 100;
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_stage_solutions(analyzer.get(), &c, "f2l", 0, &options, &run,
                                                           solutions.put(), &error));
  EXPECT_NE(solutions.get(), nullptr);
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 0);
}

TEST_F(CStopWithTables, OptimalSolverKeepsWhatItHasProved) {
  OwnedOptimal optimal;
  ASSERT_STATUS(HALFTURN_OK, halfturn_optimal_open(table_folder(), nullptr, nullptr, optimal.put(), &error));
  // Superflip takes minutes; stopped by progress at a depth that is searched after others are done.
  halfturn_position superflip;
  ASSERT_STATUS(HALFTURN_OK, halfturn_parse("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
                                            HALFTURN_MOVES, &superflip, &error));
  int reports = 0;
  run.user = &reports;
  run.progress = [](void* user, const char* task, const char*, double) {
    int& seen = *static_cast<int*>(user);
    ++seen;
    return std::string(task) == "depth 15" ? 1 : 0;
  };
  EXPECT_STATUS(HALFTURN_STOPPED, halfturn_optimal_solve(optimal.get(), &superflip.cube, nullptr, &run,
                                                         solutions.put(), &error));
  EXPECT_GT(reports, 0);
  EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 0);
  EXPECT_GE(halfturn_solutions_lower_bound(solutions.get()), 10);
  EXPECT_LE(halfturn_solutions_lower_bound(solutions.get()), 20);
}

}  // namespace
}  // namespace halfturn::testing

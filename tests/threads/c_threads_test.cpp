// The interface for C with several threads: objects that are shared, and stops from outside.

#include <atomic>
#include <thread>

#include "c/c_support.h"

namespace halfturn::testing {
namespace {

constexpr int kCallers = 4;

template <class Work>
void in_several_threads(const Work& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kCallers; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

class CThreads : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    halfturn_error error;
    ASSERT_STATUS(HALFTURN_OK, halfturn_solver_open(table_folder(), nullptr, nullptr, solver.put(), &error));
  }
  static void TearDownTestSuite() { solver.put(); }

  static inline OwnedSolver solver;
  const std::vector<Cube> cubes = some_cubes(6);
  const std::vector<halfturn_cube> c = as_c(cubes);
};

TEST_F(CThreads, ShareASolver) {
  in_several_threads([&](int caller) {
    auto run = defaults<halfturn_run>();
    run.threads = 1 + caller % 2;
    OwnedSolutions solutions;
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      EXPECT_EQ(halfturn_solve(solver.get(), &c[i], nullptr, &run, solutions.put(), nullptr), HALFTURN_OK);
      EXPECT_TRUE(cubes[i].after(solution_at(solutions.get())).is_solved());
    }
  });
}

TEST_F(CThreads, CallbacksNeedNoLock) {
  struct Seen {
    std::size_t next = 0;
    std::size_t moves = 0;
    int reports = 0;
  } seen;
  auto run = defaults<halfturn_run>();
  run.threads = kCallers;
  run.user = &seen;
  run.progress = [](void* user, const char*, const char*, double) {
    ++static_cast<Seen*>(user)->reports;
    return 0;
  };
  const auto solved = [](void* user, std::size_t index, const halfturn_solutions* solutions) {
    auto& it = *static_cast<Seen*>(user);
    EXPECT_EQ(index, it.next++);
    it.moves += solution_at(solutions).size();
    return 0;
  };
  std::size_t done = 0;
  EXPECT_EQ(
      halfturn_solve_many(solver.get(), c.data(), c.size(), nullptr, &run, solved, &seen, &done, nullptr),
      HALFTURN_OK);
  EXPECT_EQ(seen.next, c.size());
  EXPECT_EQ(done, c.size());
  EXPECT_GT(seen.moves, c.size());
}

TEST_F(CThreads, OneStopForAll) {
  OwnedStop stop;
  ASSERT_EQ(halfturn_stop_new(stop.put(), nullptr), HALFTURN_OK);
  std::atomic<int> stopped{0};
  std::atomic<int> begun{0};
  std::thread other([&] {
    while (begun < kCallers) std::this_thread::yield();
    halfturn_stop_request(stop.get());
    halfturn_stop_request(stop.get());
  });
  in_several_threads([&](int) {
    auto run = defaults<halfturn_run>();
    run.threads = 2;
    run.stop = stop.get();
    auto endless = defaults<halfturn_solve_options>();
    endless.max_moves = HALFTURN_NO_TARGET;
    OwnedSolutions solutions;
    ++begun;
    if (halfturn_solve(solver.get(), c.data(), &endless, &run, solutions.put(), nullptr) == HALFTURN_STOPPED)
      ++stopped;
    EXPECT_TRUE(cubes[0].after(solution_at(solutions.get())).is_solved());
    EXPECT_EQ(halfturn_stop_requested(stop.get()), 1);
  });
  other.join();
  EXPECT_EQ(stopped, kCallers);
}

TEST_F(CThreads, ShareAnAnalyzer) {
  const char* const stages[] = {"cross", "xcross"};
  OwnedAnalyzer analyzer;
  halfturn_error error;
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_analyzer_open(table_folder(), stages, 2, nullptr, nullptr, analyzer.put(), &error));
  std::vector<std::vector<std::uint8_t>> lengths(kCallers, std::vector<std::uint8_t>(cubes.size() * 12));
  in_several_threads([&](int caller) {
    auto run = defaults<halfturn_run>();
    run.threads = 2;
    EXPECT_EQ(halfturn_analyze(analyzer.get(), c.data(), c.size(), nullptr, &run,
                               lengths[static_cast<std::size_t>(caller)].data(), nullptr, nullptr),
              HALFTURN_OK);
  });
  for (const std::vector<std::uint8_t>& mine : lengths) EXPECT_EQ(mine, lengths.front());
}

TEST_F(CThreads, AScramblerServesOneAtATime) {
  auto options = defaults<halfturn_scrambler_options>();
  options.seeded = 1;
  OwnedScrambler scrambler;
  halfturn_error error;
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_scrambler_open(table_folder(), &options, nullptr, scrambler.put(), &error));
  std::atomic<int> made{0};
  in_several_threads([&](int) {
    for (int i = 0; i < 3; ++i) {
      halfturn_scramble scramble;
      const halfturn_status status =
          halfturn_scrambles(scrambler.get(), 1, nullptr, &scramble, nullptr, nullptr);
      EXPECT_TRUE(status == HALFTURN_OK || status == HALFTURN_BAD_ARGUMENT);
      if (status == HALFTURN_OK) ++made;
    }
  });
  EXPECT_GT(made, 0);
}

}  // namespace
}  // namespace halfturn::testing

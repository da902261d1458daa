#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

namespace halfturn::base {
namespace {

TEST(ParallelFor, RunsEveryIndexOnce) {
  for (const int threads : {0, 1, 2, 7, 300}) {
    for (const std::size_t count : {0u, 1u, 2u, 6u, 7u, 8u, 100u, 1000u}) {
      std::vector<std::atomic<int>> runs(count);
      EXPECT_TRUE(parallel_for(threads, count, {}, [&](int, std::size_t index) { ++runs.at(index); }));
      for (const std::atomic<int>& run : runs) ASSERT_EQ(run, 1) << threads << " threads, " << count;
    }
  }
}

TEST(ParallelFor, GivesEachWorkerANumberOfItsOwn) {
  // A counter for each worker, without a lock, as the engines have them: the thread sanitizer sees where two
  // share one.
  constexpr int kThreads = 5;
  std::vector<std::size_t> of_worker(kThreads, 0);
  EXPECT_TRUE(parallel_for(kThreads, 2000, {}, [&](int worker, std::size_t) {
    ++of_worker.at(static_cast<std::size_t>(worker));
  }));
  std::size_t sum = 0;
  for (const std::size_t runs : of_worker) sum += runs;
  EXPECT_EQ(sum, 2000u);
}

TEST(ParallelFor, TheCallerIsWorkerZero) {
  const std::thread::id caller = std::this_thread::get_id();
  EXPECT_TRUE(parallel_for(3, 500, {}, [&](int worker, std::size_t) {
    EXPECT_EQ(worker == 0, std::this_thread::get_id() == caller);
  }));
}

TEST(ParallelFor, OneThreadGoesInOrder) {
  std::vector<std::size_t> order;
  EXPECT_TRUE(parallel_for(1, 4, {}, [&](int, std::size_t index) { order.push_back(index); }));
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(ParallelFor, BeginsNothingAfterAStop) {
  for (const int threads : {0, 1, 7}) {
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(parallel_for(threads, 10, source.get_token(), [](int, std::size_t) { FAIL() << "begun"; }));
  }
}

TEST(ParallelFor, StopsInTheMiddle) {
  for (const int threads : {1, 4}) {
    std::stop_source source;
    std::atomic<std::size_t> runs{0};
    EXPECT_FALSE(parallel_for(threads, 100'000, source.get_token(), [&](int, std::size_t index) {
      ++runs;
      if (index == 10) source.request_stop();
      // Those that were begun before may end; nobody runs on.
      while (index > 10 && !source.stop_requested()) std::this_thread::yield();
    }));
    EXPECT_GE(runs, 11u);
    EXPECT_LE(runs, 10u + static_cast<std::size_t>(threads));
  }
}

TEST(ParallelFor, AStopAfterTheLastIndexChangesNothing) {
  std::stop_source source;
  EXPECT_TRUE(parallel_for(1, 3, source.get_token(), [&](int, std::size_t index) {
    if (index == 2) source.request_stop();
  }));
}

TEST(ParallelFor, NothingToDoIsDone) {
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(parallel_for(2, 0, source.get_token(), [](int, std::size_t) { FAIL(); }));
}

TEST(ParallelFor, PassesOnTheFirstException) {
  for (int threads : {1, 3}) {
    std::atomic<int> begun{0};
    EXPECT_THROW(parallel_for(threads, 100'000, {},
                              [&](int, std::size_t index) {
                                ++begun;
                                if (index == 10) throw std::runtime_error("as told");
                              }),
                 std::runtime_error);
    EXPECT_GE(begun, 11);
    EXPECT_LE(begun, 100'000);
  }
}

TEST(DefaultThreads, IsAtLeastOne) {
  EXPECT_GE(default_threads(), 1);
}

}  // namespace
}  // namespace halfturn::base

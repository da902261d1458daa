// Memory runs out at the first, second, third .. allocation within a call: each time it is said, nothing is
// thrown into C, and the object can be used as before. This program's operator new is used by the shared
// library too.

#include <atomic>
#include <cstdlib>
#include <new>

#include "c/c_support.h"

namespace {

std::atomic<long> left{-1};  // allocations until one fails; below 0: none does
std::atomic<long> living{0};

}  // namespace

// The compiler sees malloc and free behind new and delete, and objects.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) {
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  ++living;
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  --living;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace halfturn::testing {
namespace {

/// Calls it with one more allocation each time, until it succeeds. Returns how often it failed.
template <class Function>
int fail_everywhere(const Function& call, long most) {
  int failures = 0;
  for (long allowed = 0;; allowed += 1 + allowed / 20) {
    const long before = living;
    halfturn_error error;
    left = allowed;
    const halfturn_status status = call(&error);
    left = -1;
    EXPECT_EQ(living, before) << "leaks when allocation " << allowed << " fails";
    if (status == HALFTURN_OK) return failures;
    EXPECT_EQ(status, HALFTURN_NO_MEMORY) << error.message;
    EXPECT_STREQ(error.message, "memory ran out");
    ++failures;
    if (allowed > most || ::testing::Test::HasFailure()) {
      ADD_FAILURE() << "still fails after " << allowed << " allocations";
      return failures;
    }
  }
}

TEST(CMemory, OfTextAndStops) {
  halfturn_position position;
  EXPECT_GT(fail_everywhere(
                [&](halfturn_error* error) {
                  return halfturn_parse("(R U R' U')6 [R, F] // comment", HALFTURN_ANY, &position, error);
                },
                1000),
            2);
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  char text[HALFTURN_PIECES_SIZE];
  EXPECT_GT(
      fail_everywhere([&](halfturn_error* error) { return halfturn_cube_pieces(&cube, text, error); }, 1000),
      0);
  EXPECT_GT(fail_everywhere(
                [&](halfturn_error* error) {
                  halfturn_stop* stop = nullptr;
                  const halfturn_status status = halfturn_stop_new(&stop, error);
                  EXPECT_EQ(stop == nullptr, status != HALFTURN_OK);
                  halfturn_stop_free(stop);
                  return status;
                },
                1000),
            1);
}

/// A message for a person needs memory too. Without it, there is another message.
TEST(CMemory, OfMessages) {
  halfturn_position position;
  for (long allowed = 0; allowed < 100; ++allowed) {
    const long before = living;
    left = allowed;
    halfturn_error error;
    const halfturn_status status = halfturn_parse("R U K", HALFTURN_ANY, &position, &error);
    left = -1;
    EXPECT_EQ(living, before);
    EXPECT_TRUE(status == HALFTURN_NO_MEMORY || status == HALFTURN_BAD_INPUT) << error.message;
  }
}

TEST(CMemoryWithTables, OfTheSolver) {
  halfturn_error problem;
  OwnedSolver solver;
  ASSERT_EQ(halfturn_solver_open(table_folder(), nullptr, nullptr, solver.put(), &problem), HALFTURN_OK)
      << problem.message;
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(3));
  for (const int threads : {1, 2}) {
    auto run = defaults<halfturn_run>();
    run.threads = threads;
    EXPECT_GT(fail_everywhere(
                  [&](halfturn_error* error) {
                    halfturn_solutions* solutions = nullptr;
                    const halfturn_status status =
                        halfturn_solve(solver.get(), cubes.data(), nullptr, &run, &solutions, error);
                    EXPECT_EQ(solutions == nullptr, status != HALFTURN_OK);
                    halfturn_solutions_free(solutions);
                    return status;
                  },
                  1'000'000),
              10);
    EXPECT_GT(fail_everywhere(
                  [&](halfturn_error* error) {
                    std::size_t seen = 0;
                    std::size_t done = 99;
                    const halfturn_status status = halfturn_solve_many(
                        solver.get(), cubes.data(), cubes.size(), nullptr, &run,
                        [](void* user, std::size_t, const halfturn_solutions*) {
                          ++*static_cast<std::size_t*>(user);
                          return 0;
                        },
                        &seen, &done, error);
                    EXPECT_EQ(done, seen);
                    return status;
                  },
                  1'000'000),
              10);
  }
}

TEST(CMemoryWithTables, OfTheAnalyzer) {
  halfturn_error problem;
  OwnedAnalyzer analyzer;
  const char* const stages[] = {"cross", "xcross"};
  ASSERT_EQ(halfturn_analyzer_open(table_folder(), stages, 2, nullptr, nullptr, analyzer.put(), &problem),
            HALFTURN_OK)
      << problem.message;
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(3));
  std::uint8_t lengths[3 * 2 * HALFTURN_COLOURS];
  for (const std::size_t count : {1U, 3U})
    EXPECT_GT(fail_everywhere(
                  [&](halfturn_error* error) {
                    return halfturn_analyze(analyzer.get(), cubes.data(), count, nullptr, nullptr, lengths,
                                            nullptr, error);
                  },
                  1'000'000),
              2);
  EXPECT_GT(fail_everywhere(
                [&](halfturn_error* error) {
                  halfturn_solutions* solutions = nullptr;
                  const halfturn_status status =
                      halfturn_stage_solutions(analyzer.get(), cubes.data(), "xcross", HALFTURN_RED, nullptr,
                                               nullptr, &solutions, error);
                  halfturn_solutions_free(solutions);
                  return status;
                },
                1'000'000),
            2);
}

}  // namespace
}  // namespace halfturn::testing

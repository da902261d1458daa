// Each engine with several threads. What comes out is looked at as well, but elsewhere more closely.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "coset/level_search.h"
#include "coset/prepass.h"
#include "coset/sparse_bitmap.h"
#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

constexpr int kThreads = 4;

std::vector<Cube> random_cubes(std::size_t count) {
  RandomCubes random(7);
  std::vector<Cube> cubes(count);
  for (Cube& cube : cubes) cube = random.next();
  return cubes;
}

const halfturn::Run kAlone{.threads = 1};
const halfturn::Run kTogether{.threads = kThreads};

class Threads : public ::testing::Test {
 protected:
  static const Solver& solver() {
    static const Result<Solver> solver = Solver::open(test_tables(), {}, kAlone);
    return *solver;
  }
};

TEST_F(Threads, OneCubeWithSeveral) {
  for (const Cube& cube : random_cubes(3)) {
    SolveOptions options;
    options.max_moves = 20;
    const SolveResult alone = solver().solve(cube, options, kAlone);
    int improvements = 0;
    options.on_improvement = [&](const Moves&) { ++improvements; };
    EXPECT_EQ(solver().solve(cube, options, kTogether).solutions, alone.solutions);
    EXPECT_GT(improvements, 0);
  }
}

TEST_F(Threads, ManyCubes) {
  const std::vector<Cube> cubes = random_cubes(30);
  std::size_t next = 0;
  EXPECT_EQ(solver().solve_all(cubes, {}, kTogether,
                               [&](std::size_t index, const SolveResult& result) {
                                 EXPECT_EQ(index, next++);
                                 EXPECT_EQ(cubes[index].after(result.best()), Cube());
                               }),
            cubes.size());
}

TEST_F(Threads, Analyzer) {
  const std::vector<Stage> stages = {*stage_of_name("cross"), *stage_of_name("xcross"),
                                     *stage_of_name("xxcross"), *stage_of_name("pseudo_xcross")};
  const Result<Analyzer> analyzer =
      Analyzer::open(test_tables(), {.stages = stages, .size = TableSize::small}, kAlone);
  ASSERT_TRUE(analyzer.ok()) << analyzer.error().text();
  const std::vector<Cube> cubes = random_cubes(6);
  AnalyzeRequest request;
  request.stages = stages;
  std::vector<std::vector<StageRow>> alone;
  for (const Cube& cube : cubes) alone.push_back(*analyzer->analyze(cube, request, kAlone));
  EXPECT_EQ(*analyzer->analyze(cubes[0], request, kTogether), alone[0]);
  std::size_t next = 0;
  const Result<std::size_t> done = analyzer->analyze_all(
      cubes, request, kTogether, [&](std::size_t index, std::span<const StageRow> rows) {
        EXPECT_EQ(index, next++);
        EXPECT_TRUE(std::ranges::equal(rows, alone[index]));
      });
  EXPECT_EQ(*done, cubes.size());
}

TEST_F(Threads, CosetSearchAndPrepass) {
  const auto layout = BitmapLayout::make();
  const CosetSearchTables tables(*solver().phase1(), *layout);
  SparseBitmap bitmap;
  SparseBitmap extended;
  PendingBits pending;
  ASSERT_TRUE(pending.reserve(kThreads).ok());
  const Cube position = parse_moves("R' U' B' F L' B2 D U R")->position();
  std::uint64_t reached = 0;
  for (int depth = 9; depth <= 11; ++depth) {
    LevelSearchWork work;
    work.depth = depth;
    work.reached_before = reached;
    reached +=
        search_level(tables, fastest_instruction_set(), position, bitmap.bytes(), pending, work, kTogether)
            .fresh;
  }
  EXPECT_EQ(reached, 435U);

  // A few families of pages, by all threads, then a stop.
  const Prepass prepass(*layout, fastest_instruction_set());
  std::stop_source enough;
  int families = 0;
  const halfturn::Run run{.threads = kThreads, .stop = enough.get_token(), .progress = [&](const Progress&) {
                            if (++families == 2) enough.request_stop();
                          }};
  EXPECT_FALSE(prepass.run(bitmap.bytes(), extended.bytes(), run).has_value());
  EXPECT_GE(families, 2);
}

}  // namespace
}  // namespace halfturn

// Each engine with several threads. What comes out is looked at as well, but elsewhere more closely.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <memory>
#include <vector>

#include "coset/level_search.h"
#include "coset/prepass.h"
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

class Threads : public ::testing::Test {
 protected:
  static const Phase1Table& phase1() {
    static const Result<Phase1Table> table = Phase1Table::open(test_tables(), Residency::mapped, {});
    return *table;
  }
  static const Solver& solver() {
    static const Result<Phase2Table> phase2 = Phase2Table::open(test_tables(), Residency::mapped, {});
    static const Solver solver(phase1(), *phase2);
    return solver;
  }
};

TEST_F(Threads, OneCubeWithSeveral) {
  for (const Cube& cube : random_cubes(3)) {
    SolveOptions options;
    options.max_moves = 20;
    const SolveResult alone = solver().solve(cube, options);
    options.threads = kThreads;
    int improvements = 0;
    options.on_improvement = [&](const Moves&) { ++improvements; };
    EXPECT_EQ(solver().solve(cube, options).solutions, alone.solutions);
    EXPECT_GT(improvements, 0);
  }
}

TEST_F(Threads, ManyCubes) {
  const std::vector<Cube> cubes = random_cubes(30);
  SolveOptions options;
  options.threads = kThreads;
  std::size_t next = 0;
  EXPECT_EQ(solver().solve_all(cubes, options,
                               [&](std::size_t index, const SolveResult& result) {
                                 EXPECT_EQ(index, next++);
                                 EXPECT_EQ(cubes[index].after(result.best()), Cube());
                               }),
            cubes.size());
}

TEST_F(Threads, Analyzer) {
  const std::vector<int> stages = {*stage_of_name("cross"), *stage_of_name("xcross"),
                                   *stage_of_name("xxcross"), *stage_of_name("pseudo_xcross")};
  const Result<Analyzer> analyzer =
      Analyzer::open(test_tables(), stages, Residency::mapped, {}, TableSize::small);
  ASSERT_TRUE(analyzer.ok()) << analyzer.error().text();
  const std::vector<Cube> cubes = random_cubes(6);
  AnalyzeRequest request;
  request.stages = stages;
  std::vector<std::vector<StageRow>> alone;
  for (const Cube& cube : cubes) alone.push_back(analyzer->analyze(cube, request));
  request.threads = kThreads;
  EXPECT_EQ(analyzer->analyze(cubes[0], request), alone[0]);
  std::size_t next = 0;
  EXPECT_EQ(analyzer->analyze_all(cubes, request,
                                  [&](std::size_t index, std::span<const StageRow> rows) {
                                    EXPECT_EQ(index, next++);
                                    EXPECT_TRUE(std::ranges::equal(rows, alone[index]));
                                  }),
            cubes.size());
}

/// Memory for a whole bitmap that takes up only as much as is written to. Two whole ones would be 5 GB, and
/// the sanitizer keeps four times as much about them.
class SparseBitmap {
 public:
  SparseBitmap()
      : bytes_(::mmap(nullptr, kBitmapBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    ::madvise(bytes_, kBitmapBytes, MADV_NOHUGEPAGE);
  }
  SparseBitmap(const SparseBitmap&) = delete;
  SparseBitmap& operator=(const SparseBitmap&) = delete;
  ~SparseBitmap() { ::munmap(bytes_, kBitmapBytes); }
  std::uint8_t* bytes() { return static_cast<std::uint8_t*>(bytes_); }

 private:
  void* bytes_;
};

TEST_F(Threads, CosetSearchAndPrepass) {
  const auto layout = BitmapLayout::make();
  const CosetSearchTables tables(phase1(), *layout);
  SparseBitmap bitmap;
  SparseBitmap extended;
  const Cube position = parse_moves("R' U' B' F L' B2 D U R")->position();
  std::uint64_t reached = 0;
  for (int depth = 9; depth <= 12; ++depth) {
    LevelSearchWork work;
    work.depth = depth;
    work.reached_before = reached;
    work.threads = kThreads;
    reached += search_level(tables, fastest_instruction_set(), position, bitmap.bytes(), work).fresh;
  }
  EXPECT_EQ(reached, 6468U);

  // A few families of pages, by all threads, then a stop.
  const Prepass prepass(*layout, fastest_instruction_set());
  std::stop_source enough;
  int families = 0;
  Prepass::Control control;
  control.threads = kThreads;
  control.stop = enough.get_token();
  control.progress = [&](double) {
    if (++families == 2) enough.request_stop();
  };
  EXPECT_FALSE(prepass.run(bitmap.bytes(), extended.bytes(), control).has_value());
  EXPECT_GE(families, 2);
}

}  // namespace
}  // namespace halfturn

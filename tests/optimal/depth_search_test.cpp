#include "optimal/depth_search.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "optimal/shallow_tables.h"
#include "optimal/slow_judge.h"

namespace halfturn::optimal {
namespace {

/// The search against the judge, in each metric.
class DepthSearchTest : public testing::TestWithParam<Metric> {
 protected:
  static void SetUpTestSuite() {
    for (const Metric metric : kAllMetrics) {
      shallow_.push_back(std::make_unique<const ShallowTables>(metric));
      judges_.push_back(std::make_unique<const SlowJudge>(metric, metric == Metric::half ? 5 : 6));
    }
  }
  static void TearDownTestSuite() {
    shallow_.clear();
    judges_.clear();
  }

  static std::size_t which() { return GetParam() == Metric::half ? 0 : 1; }
  static const SlowJudge& judge() { return *judges_[which()]; }
  static SearchTables shallow_tables() { return shallow_[which()]->tables(); }

  static DepthSearch::Outcome searched(const Cube& cube, int depth, DepthSearch::Wanted wanted,
                                       InstructionSet set = fastest_instruction_set(), int threads = 1) {
    const halfturn::Run run{.threads = threads, .stop = {}, .progress = {}};
    DepthSearch search(shallow_tables(), set, cube, run);
    MoveSequences heard;
    const DepthSearch::Outcome outcome = search.search(depth, wanted, [&](const Moves& solution) {
      EXPECT_TRUE(heard.insert(solution).second) << "heard of twice";
    });
    EXPECT_TRUE(outcome.complete);
    if (wanted == DepthSearch::Wanted::all) {
      EXPECT_EQ(std::vector<Moves>(heard.begin(), heard.end()), outcome.solutions);
    }
    return outcome;
  }

  /// All solutions of exactly `depth` moves, and the first of them.
  static void expect_as_judged(const Cube& cube, int depth) {
    const MoveSequences expected = judge().solutions(cube, depth);
    const std::vector<Moves> found = searched(cube, depth, DepthSearch::Wanted::all).solutions;
    ASSERT_EQ(found, std::vector<Moves>(expected.begin(), expected.end())) << "depth " << depth;
    const std::vector<Moves> first = searched(cube, depth, DepthSearch::Wanted::first).solutions;
    ASSERT_EQ(first.empty(), expected.empty()) << "depth " << depth;
    if (!first.empty()) {
      ASSERT_TRUE(expected.contains(first.front()));
    }
  }

 private:
  static std::vector<std::unique_ptr<const ShallowTables>> shallow_;
  static std::vector<std::unique_ptr<const SlowJudge>> judges_;
};

std::vector<std::unique_ptr<const ShallowTables>> DepthSearchTest::shallow_;
std::vector<std::unique_ptr<const SlowJudge>> DepthSearchTest::judges_;

TEST_P(DepthSearchTest, AllSolutionsOfCubesNearSolved) {
  RandomCubes random(1);
  for (int distance = 0; distance <= 5; ++distance)
    for (int i = 0; i < 30; ++i) {
      const std::vector<Cube>& all = judge().at_distance(distance);
      const Cube cube = all[random.below(static_cast<std::uint32_t>(all.size()))];
      for (int depth = 0; depth <= distance + 2; ++depth) expect_as_judged(cube, depth);
    }
}

TEST_P(DepthSearchTest, AllSolutionsOfRandomCubes) {
  RandomCubes random(2);
  for (int distance = 6; distance <= 9; ++distance)
    for (int i = 0; i < 25; ++i) {
      const Cube cube = judge().random_at(distance, random);
      for (int depth = distance - 1; depth <= std::min(distance + 2, 9); ++depth)
        expect_as_judged(cube, depth);
    }
}

/// One more than the lists above, for few cubes: the judge takes its time.
TEST_P(DepthSearchTest, AllSolutionsOfTenMovesAndMore) {
  RandomCubes random(3);
  for (int i = 0; i < 3; ++i) expect_as_judged(judge().random_at(9, random), 10);
  expect_as_judged(judge().random_at(9, random), 11);
}

/// The search leaves out first moves that are like others, and must get back all solutions.
TEST_P(DepthSearchTest, AllSolutionsOfSymmetricCubes) {
  constexpr int kMost = 8;
  for (const char* text :
       {"", "U", "U2", "U D", "U D'", "U2 D2", "R L U2", "U2 D2 F2 B2", "U D' R L'", "R2 L2 U2 D2 F2 B2",
        "R2 U2 R2 U2 R2 U2", "R L' F B' U D' R L'", "F2 B2 R2 L2", "U D R L F B", "R2 F2 R2 F2",
        "U R2 U2 R2 U", "M2 E2 S2", "U R U' R'", "F B U D'"}) {
    const Cube cube = parse_moves(text)->position();
    for (int depth = 0; depth <= kMost; ++depth) {
      SCOPED_TRACE(text);
      expect_as_judged(cube, depth);
      // What the symmetries of the cube do to a solution is a solution.
      MoveSequences images;
      const std::vector<Moves> found = searched(cube, depth, DepthSearch::Wanted::all).solutions;
      for (const Moves& solution : found)
        for (Symmetry symmetry : symmetries_of(cube))
          images.insert(SlowJudge::one_form(seen_through(solution, symmetry)));
      ASSERT_EQ(images.size(), found.size());
    }
  }
}

/// What is found depends neither on the threads nor on the instruction set. From twelve moves on, threads
/// share the work.
TEST_P(DepthSearchTest, SameForAllThreadsAndInstructionSets) {
  RandomCubes random(4);
  for (int i = 0; i < 3; ++i) {
    // Its inverse is a solution of exactly twelve moves.
    Moves scramble;
    while (length(SlowJudge::one_form(scramble), GetParam()) != 12) {
      scramble.clear();
      while (scramble.size() < 12) {
        const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
        if (cost(move, GetParam()) == 1) scramble.push_back(move);
      }
    }
    const Cube cube = Cube().after(scramble);
    for (const DepthSearch::Wanted wanted : {DepthSearch::Wanted::first, DepthSearch::Wanted::all}) {
      const std::vector<Moves> expected = searched(cube, 12, wanted).solutions;
      ASSERT_FALSE(expected.empty());
      for (const Moves& solution : expected) ASSERT_TRUE(cube.after(solution).is_solved());
      ASSERT_EQ(searched(cube, 12, wanted, InstructionSet::portable).solutions, expected);
      for (int threads : {2, 3})
        ASSERT_EQ(searched(cube, 12, wanted, fastest_instruction_set(), threads).solutions, expected);
    }
  }
}

TEST_P(DepthSearchTest, CountsDoNotDependOnTheInstructionSet) {
  RandomCubes random(5);
  const Cube cube = judge().random_at(8, random);
  const auto counts = [&](InstructionSet set) {
    const halfturn::Run run{.threads = 1, .stop = {}, .progress = {}};
    DepthSearch search(shallow_tables(), set, cube, run);
    search.search(10, DepthSearch::Wanted::all, {});
    return search.counts();
  };
  const SearchCounts fast = counts(fastest_instruction_set());
  const SearchCounts plain = counts(InstructionSet::portable);
  EXPECT_GT(fast.reads, 0U);
  EXPECT_EQ(fast.reads, plain.reads);
  EXPECT_EQ(fast.nodes, plain.nodes);
  EXPECT_EQ(fast.endings, plain.endings);
}

INSTANTIATE_TEST_SUITE_P(Metrics, DepthSearchTest, testing::ValuesIn(kAllMetrics),
                         [](const auto& metric) { return std::string(name_of(metric.param)); });

/// The same with the order of corners, against the judge.
TEST(DepthSearchWithOrder, AllSolutionsOfCubesNearSolved) {
  const ShallowTables shallow(Metric::half, CornerDetail::order);
  const SlowJudge judge(Metric::half, 5);
  RandomCubes random(21);
  for (const InstructionSet set : {InstructionSet::portable, fastest_instruction_set()})
    for (int distance = 0; distance <= 6; ++distance)
      for (int i = 0; i < 20; ++i) {
        const Cube cube = judge.random_at(distance, random);
        const halfturn::Run run{.threads = 1, .stop = {}, .progress = {}};
        DepthSearch search(shallow.tables(), set, cube, run);
        for (int depth = std::max(0, distance - 1); depth <= std::min(distance + 2, 7); ++depth) {
          const MoveSequences expected = judge.solutions(cube, depth);
          ASSERT_EQ(search.search(depth, DepthSearch::Wanted::all, {}).solutions,
                    std::vector<Moves>(expected.begin(), expected.end()))
              << "distance " << distance << " depth " << depth;
        }
      }
}

}  // namespace
}  // namespace halfturn::optimal

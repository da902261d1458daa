#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "halfturn/coset.h"
#include "halfturn/notation.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

using testing::ElementsAreArray;
using Counts = std::vector<std::uint64_t>;

class CosetSolverTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ResidentTables tables = ResidentTables::open();
    phase1_ = tables.phase1;
    two_phase_ = std::make_unique<const Solver>(tables.phase1, tables.phase2);
    solver_ = std::make_unique<CosetSolver>(*phase1_, two_phase_.get());
  }
  static void TearDownTestSuite() {
    solver_.reset();
    two_phase_.reset();
    phase1_.reset();
  }

  static Cube position(const std::string& sequence) { return parse_moves(sequence)->position(); }

  static CosetResult solve(const std::string& sequence, const CosetOptions& options) {
    Result<CosetResult> result = solver_->solve(position(sequence), options);
    if (!result) ADD_FAILURE() << result.error().text();
    return result ? std::move(*result) : CosetResult{};
  }

  static CosetOptions to_depth(int depth, CosetEngine engine = CosetEngine::fast) {
    CosetOptions options;
    options.engine = engine;
    options.search_depth = options.depth = depth;
    return options;
  }

  static Counts fresh(const CosetResult& result) {
    Counts counts;
    for (const CosetLevel& level : result.levels) counts.push_back(level.fresh.value());
    return counts;
  }
  static Counts probes(const CosetResult& result) {
    Counts counts;
    for (const CosetLevel& level : result.levels) counts.push_back(level.probes);
    return counts;
  }

  static std::shared_ptr<const Phase1Table> phase1_;
  static std::unique_ptr<const Solver> two_phase_;
  static std::unique_ptr<CosetSolver> solver_;
};

std::shared_ptr<const Phase1Table> CosetSolverTest::phase1_;
std::unique_ptr<const Solver> CosetSolverTest::two_phase_;
std::unique_ptr<CosetSolver> CosetSolverTest::solver_;

struct PublishedRow {
  const char* sequence;
  int first;
  Counts counts;  // from depth `first` to 15
};

TEST_F(CosetSolverTest, FourPublishedRowsThroughLevel15) {
  const std::vector<PublishedRow> rows = {
      {"R' U' B' F L' B2 D U R", 9, {2, 30, 403, 6033, 92543, 1404341, 20938697}},
      {"L' F2 R D' U B' U' F2 U'", 9, {12, 283, 3909, 50440, 625227, 7523487, 89006836}},
      {"B' L F L2 D B2 R B L' U2", 10, {14, 534, 11657, 196080, 2937991, 41299927}},
      {"L' F' D R2 F U B' D U", 9, {2, 74, 1380, 21783, 316425, 4286841, 55717758}},
  };
  for (const PublishedRow& row : rows) {
    const CosetResult result = solve(row.sequence, to_depth(15));
    ASSERT_FALSE(result.levels.empty());
    EXPECT_EQ(result.levels.front().depth, row.first);
    EXPECT_THAT(fresh(result), ElementsAreArray(row.counts)) << row.sequence;
    for (const CosetLevel& level : result.levels) EXPECT_TRUE(level.exact);
  }
}

TEST_F(CosetSolverTest, TriesAsManySequencesAsPublished) {
  CosetOptions options = to_depth(14);
  options.prepass = false;
  EXPECT_THAT(probes(solve("R' U' B' F L' B2 D U R", options)),
              ElementsAreArray(Counts{2, 30, 408, 6214, 96942, 1496350}));
  EXPECT_THAT(probes(solve("L' F2 R D' U B' U' F2 U'", options)),
              ElementsAreArray(Counts{12, 288, 4090, 53688, 681576, 8444934}));
}

TEST_F(CosetSolverTest, TheSolvedCubesOwnCoset) {
  const Counts published = {1, 10, 67, 456, 3079, 20076, 125218, 756092, 4331124, 23639531};
  EXPECT_THAT(fresh(solve("", to_depth(9))), ElementsAreArray(published));
}

TEST_F(CosetSolverTest, ThreeEnginesAgreeNearH) {
  for (const char* sequence : {"", "R", "R U F", "F2 L' U B"}) {
    const int depth = std::string(sequence).empty() ? 6 : 8;
    const CosetResult set = solve(sequence, to_depth(depth, CosetEngine::set));
    const CosetResult bitmap = solve(sequence, to_depth(depth, CosetEngine::bitmap));
    const CosetResult fast = solve(sequence, to_depth(depth));
    EXPECT_EQ(fresh(set), fresh(bitmap)) << sequence;
    EXPECT_EQ(fresh(set), fresh(fast)) << sequence;
    EXPECT_EQ(probes(set), probes(bitmap)) << sequence;
    EXPECT_EQ(probes(set), probes(fast)) << sequence;
    for (const CosetResult* result : {&set, &bitmap, &fast})
      for (const CosetLevel& level : result->levels) EXPECT_TRUE(level.exact);
  }
}

TEST_F(CosetSolverTest, PrepassesFindWhatSearchFinds) {
  // From level 9 on the first of these runs a prepass before each search, the second never.
  const CosetResult with = solve("", to_depth(10));
  CosetOptions options = to_depth(10);
  options.prepass = false;
  const CosetResult without = solve("", options);
  EXPECT_EQ(fresh(with), fresh(without));
  EXPECT_LT(with.levels.back().probes, without.levels.back().probes);
  EXPECT_GT(with.levels.back().prepass_seconds, 0);
  EXPECT_EQ(without.levels.back().prepass_seconds, 0);
}

TEST_F(CosetSolverTest, InstructionSetsAgreeInTheSearch) {
  CosetSolver portable(*phase1_, nullptr, InstructionSet::portable);
  CosetOptions options = to_depth(13);
  options.prepass = false;
  const Result<CosetResult> result = portable.solve(position("L' F2 R D' U B' U' F2 U'"), options);
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(fresh(*result), ElementsAreArray(Counts{12, 283, 3909, 50440, 625227}));
}

TEST_F(CosetSolverTest, AnEarlyEndDoesNotDependOnThreads) {
  CosetOptions options = to_depth(15);
  options.depth = 16;
  options.stop_at = 10'000'000;
  options.threads = 1;
  const CosetResult one = solve("R' U' B' F L' B2 D U R", options);
  EXPECT_GE(one.levels[6].total.value(), options.stop_at);
  EXPECT_LT(one.levels[6].total.value(), 22'442'049u);
  EXPECT_TRUE(one.levels[5].exact);
  EXPECT_FALSE(one.levels[6].exact);
  EXPECT_FALSE(one.levels[7].exact);
  for (int threads : {2, 3}) {
    options.threads = threads;
    const CosetResult several = solve("R' U' B' F L' B2 D U R", options);
    EXPECT_EQ(fresh(several), fresh(one));
    EXPECT_EQ(probes(several), probes(one));
  }
}

TEST_F(CosetSolverTest, ProvesTwenty) {
  CosetOptions options;
  options.prove = 20;
  options.count = false;
  const CosetResult result = solve("L' F2 R D' U B' U' F2 U'", options);
  EXPECT_EQ(result.proved, 20);
  EXPECT_EQ(result.remaining, 0u);
  EXPECT_GT(result.solved_singly, 0u);
  EXPECT_FALSE(result.levels.back().total.has_value());
}

TEST_F(CosetSolverTest, ListsWhatRemains) {
  CosetOptions options = to_depth(14);
  options.depth = 20;
  std::vector<Cube> listed;
  options.unsolved = [&](const Cube& cube) {
    listed.push_back(cube);
    return true;
  };
  const std::string sequence = "B' L F L2 D B2 R B L' U2";
  const CosetResult result = solve(sequence, options);
  ASSERT_GT(result.remaining, 0u);
  ASSERT_LT(result.remaining, 5'000'000u);
  EXPECT_EQ(listed.size(), result.remaining);
  const auto& coordinates = phase1_->coordinates();
  const Phase1Coset coset = coordinates.coset_of(position(sequence));
  std::set<std::uint64_t> different;
  for (const Cube& cube : listed) {
    ASSERT_EQ(coordinates.coset_of(cube), coset);
    different.insert(cube.hash());
  }
  EXPECT_EQ(different.size(), listed.size());
  const SolveResult solved = two_phase_->solve(listed.front(), {}, {});
  EXPECT_TRUE(listed.front().after(solved.best()).is_solved());
}

TEST_F(CosetSolverTest, StopsWhenAsked) {
  std::stop_source source;
  CosetOptions options = to_depth(17);
  options.stop = source.get_token();
  options.on_level = [&](const CosetLevel& level) {
    if (level.depth == 14) source.request_stop();
  };
  const CosetResult result = solve("R' U' B' F L' B2 D U R", options);
  EXPECT_TRUE(result.stopped);
  EXPECT_LE(result.levels.back().depth, 15);
}

TEST_F(CosetSolverTest, SaysWhatDoesNotGoTogether) {
  const auto error_of = [](const CosetOptions& options) {
    const Result<CosetResult> result = solver_->solve(Cube(), options);
    return result ? std::string() : result.error().text();
  };
  CosetOptions options;
  options.search_depth = 16;
  EXPECT_THAT(error_of(options), testing::HasSubstr("search depth"));
  options = to_depth(12, CosetEngine::set);
  options.prove = 20;
  EXPECT_THAT(error_of(options), testing::HasSubstr("fast engine"));
  options = to_depth(10, CosetEngine::bitmap);
  options.depth = 12;
  EXPECT_THAT(error_of(options), testing::HasSubstr("prepasses"));
}

}  // namespace
}  // namespace halfturn

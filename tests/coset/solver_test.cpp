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
    phase1_ = std::move(tables.phase1);
    phase2_ = std::move(tables.phase2);
    two_phase_ = std::make_unique<const Solver>(phase1_, phase2_);
    solver_ = std::make_unique<CosetSolver>(*two_phase_);
  }
  static void TearDownTestSuite() {
    solver_.reset();
    two_phase_.reset();
    phase1_.reset();
    phase2_.reset();
  }

  static Cube position(const std::string& sequence) { return parse_moves(sequence)->position(); }

  static CosetResult checked(Result<CosetResult> result) {
    if (!result) ADD_FAILURE() << result.error().text();
    return result ? std::move(*result) : CosetResult{};
  }

  static CosetResult explore(const std::string& sequence, const ExploreOptions& options,
                             const halfturn::Run& run = {}) {
    return checked(solver_->explore(position(sequence), options, run));
  }

  static ExploreOptions to_depth(int depth, CosetEngine engine = CosetEngine::fast) {
    ExploreOptions options;
    options.engine = engine;
    options.search_depth = depth;
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
  static std::shared_ptr<const Phase2Table> phase2_;
  static std::unique_ptr<const Solver> two_phase_;
  static std::unique_ptr<CosetSolver> solver_;
};

std::shared_ptr<const Phase1Table> CosetSolverTest::phase1_;
std::shared_ptr<const Phase2Table> CosetSolverTest::phase2_;
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
    const CosetResult result = explore(row.sequence, to_depth(15));
    ASSERT_FALSE(result.levels.empty());
    EXPECT_EQ(result.levels.front().depth, row.first);
    EXPECT_THAT(fresh(result), ElementsAreArray(row.counts)) << row.sequence;
    for (const CosetLevel& level : result.levels) EXPECT_TRUE(level.exact);
  }
}

TEST_F(CosetSolverTest, TriesAsManySequencesAsPublished) {
  const ExploreOptions options = to_depth(14, CosetEngine::search);
  EXPECT_THAT(probes(explore("R' U' B' F L' B2 D U R", options)),
              ElementsAreArray(Counts{2, 30, 408, 6214, 96942, 1496350}));
  EXPECT_THAT(probes(explore("L' F2 R D' U B' U' F2 U'", options)),
              ElementsAreArray(Counts{12, 288, 4090, 53688, 681576, 8444934}));
}

TEST_F(CosetSolverTest, TheSolvedCubesOwnCoset) {
  const Counts published = {1, 10, 67, 456, 3079, 20076, 125218, 756092, 4331124, 23639531};
  EXPECT_THAT(fresh(explore("", to_depth(9))), ElementsAreArray(published));
}

TEST_F(CosetSolverTest, ThreeEnginesAgreeNearH) {
  for (const char* sequence : {"", "R", "R U F", "F2 L' U B"}) {
    const int depth = std::string(sequence).empty() ? 6 : 8;
    const CosetResult set = explore(sequence, to_depth(depth, CosetEngine::set));
    const CosetResult bitmap = explore(sequence, to_depth(depth, CosetEngine::bitmap));
    const CosetResult fast = explore(sequence, to_depth(depth));
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
  const CosetResult with = explore("", to_depth(10));
  const CosetResult without = explore("", to_depth(10, CosetEngine::search));
  EXPECT_EQ(fresh(with), fresh(without));
  EXPECT_LT(with.levels.back().probes, without.levels.back().probes);
  EXPECT_GT(with.levels.back().prepass_seconds, 0);
  EXPECT_EQ(without.levels.back().prepass_seconds, 0);
}

TEST_F(CosetSolverTest, InstructionSetsAgreeInTheSearch) {
  CosetSolver portable(phase1_, InstructionSet::portable);
  const Result<CosetResult> result =
      portable.explore(position("L' F2 R D' U B' U' F2 U'"), to_depth(13, CosetEngine::search), {});
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(fresh(*result), ElementsAreArray(Counts{12, 283, 3909, 50440, 625227}));
}

TEST_F(CosetSolverTest, AnEarlyEndDoesNotDependOnThreads) {
  ExploreOptions options = to_depth(15);
  options.depth = 16;
  options.stop_at = 10'000'000;
  const CosetResult one = explore("R' U' B' F L' B2 D U R", options, {.threads = 1});
  EXPECT_GE(one.levels[6].total.value(), options.stop_at);
  EXPECT_LT(one.levels[6].total.value(), 22'442'049u);
  EXPECT_TRUE(one.levels[5].exact);
  EXPECT_FALSE(one.levels[6].exact);
  EXPECT_FALSE(one.levels[7].exact);
  for (int threads : {2, 3}) {
    const CosetResult several = explore("R' U' B' F L' B2 D U R", options, {.threads = threads});
    EXPECT_EQ(fresh(several), fresh(one));
    EXPECT_EQ(probes(several), probes(one));
  }
}

TEST_F(CosetSolverTest, ProvesTwenty) {
  ProofOptions options;
  options.count = false;
  const CosetResult result = checked(solver_->prove(position("L' F2 R D' U B' U' F2 U'"), options, {}));
  EXPECT_EQ(result.proved, 20);
  EXPECT_EQ(result.remaining, 0u);
  EXPECT_GT(result.solved_singly, 0u);
  EXPECT_FALSE(result.levels.back().total.has_value());
}

TEST_F(CosetSolverTest, ListsWhatRemains) {
  ExploreOptions options = to_depth(14);
  options.depth = 20;
  std::vector<Cube> listed;
  options.unsolved = [&](const Cube& cube) {
    listed.push_back(cube);
    return true;
  };
  const std::string sequence = "B' L F L2 D B2 R B L' U2";
  const CosetResult result = explore(sequence, options);
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
  const SolveResult solved = two_phase_->solve(listed.front(), {}, {.threads = 1});
  EXPECT_TRUE(listed.front().after(solved.best()).is_solved());
}

TEST_F(CosetSolverTest, StopsWhenAsked) {
  std::stop_source source;
  ExploreOptions options = to_depth(17);
  options.on_level = [&](const CosetLevel& level) {
    if (level.depth == 14) source.request_stop();
  };
  const CosetResult result = explore("R' U' B' F L' B2 D U R", options, {.stop = source.get_token()});
  EXPECT_TRUE(result.stopped);
  EXPECT_LE(result.levels.back().depth, 15);
}

TEST_F(CosetSolverTest, EnginesListTheSamePositionsAsUnreached) {
  const auto first_unreached = [](CosetEngine engine) {
    std::vector<Cube> listed;
    ExploreOptions options = to_depth(6, engine);
    options.unsolved = [&](const Cube& cube) {
      listed.push_back(cube);
      return listed.size() < 5000;
    };
    explore("R U", options);
    return listed;
  };
  const std::vector<Cube> set = first_unreached(CosetEngine::set);
  EXPECT_EQ(set.size(), 5000u);
  EXPECT_EQ(set, first_unreached(CosetEngine::bitmap));
  EXPECT_EQ(set, first_unreached(CosetEngine::fast));
}

TEST_F(CosetSolverTest, SaysHowFarItIs) {
  std::set<std::string> told;
  const halfturn::Run run = {.progress = [&](const Progress& progress) {
    told.insert(std::string(progress.task) + ": " + std::string(progress.step));
  }};
  explore("", to_depth(10), run);
  EXPECT_TRUE(told.contains("depth 10: search"));
  EXPECT_TRUE(told.contains("depth 10: prepass"));
}

TEST_F(CosetSolverTest, NamesWhatIsOutOfRange) {
  EXPECT_THAT(solver_->explore(Cube(), to_depth(31), {}).error().text(), testing::HasSubstr("0 to 30"));
  EXPECT_THAT(solver_->prove(Cube(), {{}, 31}, {}).error().text(), testing::HasSubstr("1 to 30"));
}

}  // namespace
}  // namespace halfturn

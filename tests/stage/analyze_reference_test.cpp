#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "stage/inequalities.h"
#include "stage/random_goals.h"
#include "stage/slow_reference.h"
#include "support/test_store.h"

/// The analyzer against the slow reference.
namespace halfturn::reference {
namespace {

std::vector<Stage> every_stage() {
  return {all_stages().begin(), all_stages().end()};
}

class AnalyzeReferenceTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<Analyzer> opened = Analyzer::open(
        test_tables(), {.stages = every_stage(), .residency = Residency::resident, .size = TableSize::small},
        {});
    if (!opened) throw std::runtime_error(opened.error().text());
    analyzer_ = std::make_unique<const Analyzer>(std::move(*opened));
  }
  static void TearDownTestSuite() { analyzer_.reset(); }

  /// Every cell that the reference knows within the limit, view by view. Others are not asked for: they may
  /// be far away, and cost the analyzer much. Returns how many cells there were.
  static int compare_within(const Cube& cube, int limit) {
    const Distances expected = reference_distances(Pieces::of(cube), limit);
    int cells = 0;
    for (View view : kAllViews) {
      const auto bottom = static_cast<std::size_t>(bottom_of(view));
      AnalyzeRequest request{.stages = {}, .views = view};
      for (const Stage stage : all_stages())
        if (expected[stage.index()][bottom] != kBeyondLimit) request.stages.push_back(stage);
      if (request.stages.empty()) continue;
      const std::vector<StageRow> rows = *analyzer_->analyze(cube, request, {.threads = 1});
      EXPECT_EQ(rows.size(), request.stages.size());
      for (std::size_t i = 0; i < rows.size(); ++i, ++cells) {
        const std::size_t stage = request.stages[i].index();
        for (View other : kAllViews)
          EXPECT_EQ(int{rows[i][other]}, other == view ? expected[stage][bottom] : int{kNotComputed})
              << kGoals[stage].name << "_" << suffix_of(other) << " of " << format_pieces(cube);
      }
    }
    return cells;
  }

  /// Every cell, in one request. The cube must be at most `limit` moves from solved.
  static void compare_all(const Cube& cube, int limit) {
    const Distances expected = reference_distances(Pieces::of(cube), limit);
    const std::vector<StageRow> rows = *analyzer_->analyze(cube, {.stages = every_stage()}, {.threads = 1});
    ASSERT_EQ(rows.size(), kGoals.size());
    for (std::size_t stage = 0; stage < rows.size(); ++stage)
      for (View view : kAllViews)
        EXPECT_EQ(int{rows[stage][view]}, expected[stage][static_cast<std::size_t>(bottom_of(view))])
            << kGoals[stage].name << "_" << suffix_of(view) << " of " << format_pieces(cube);
  }

  static std::unique_ptr<const Analyzer> analyzer_;
};

std::unique_ptr<const Analyzer> AnalyzeReferenceTest::analyzer_;

TEST(AnalyzeCatalogue, NamesWhatTheReferenceNames) {
  ASSERT_EQ(all_stages().size(), kGoals.size());
  const std::vector<std::string_view> variants = {"std", "pseudo", "pair", "pseudo_pair", "eo"};
  EXPECT_EQ(std::vector<std::string_view>(all_variants().begin(), all_variants().end()), variants);
  for (std::size_t i = 0; i < kGoals.size(); ++i) {
    const Stage stage = all_stages()[i];
    EXPECT_EQ(stage.name(), kGoals[i].name);
    EXPECT_EQ(stage.variant(), variants[static_cast<std::size_t>(kGoals[i].variant)]);
    EXPECT_EQ(stage.number(), kGoals[i].number);
    EXPECT_EQ(stage_of_name(stage.name()), Stage(i));
  }
}

TEST(AnalyzeCatalogue, AViewBringsItsFaceToTheBottom) {
  using enum Face;
  const std::vector<Face> bottoms = {D, U, L, R, F, B};
  for (View view : kAllViews) {
    EXPECT_EQ(bottom_of(view), bottoms[index_of(view)]);
    EXPECT_EQ(symmetry_of(view)(bottom_of(view)), D);
    EXPECT_FALSE(symmetry_of(view).is_reflection());
    std::string rotations;  // "x3" is x three times
    for (char turns = '0'; turns < suffix_of(view)[1]; ++turns) rotations += suffix_of(view)[0];
    EXPECT_EQ(parse_moves(rotations)->orientation, symmetry_of(view)) << suffix_of(view);
  }
}

TEST(AnalyzeReached, AgreesWithThePredicates) {
  RandomGoals random(11);
  std::vector<int> met(kGoals.size());
  std::vector<int> missed(kGoals.size());
  const auto compare = [&](const Cube& cube) {
    const Pieces pieces = Pieces::of(cube);
    for (std::size_t stage = 0; stage < kGoals.size(); ++stage)
      for (View view : kAllViews) {
        const bool expected = reached(pieces, kGoals[stage], bottom_of(view));
        ++(expected ? met : missed)[stage];
        ASSERT_EQ(Analyzer::reached(cube, Stage(stage), view), expected)
            << kGoals[stage].name << "_" << suffix_of(view) << " of " << format_pieces(cube);
      }
  };
  for (const Goal& goal : kGoals)
    for (View view : kAllViews)
      for (int moves : {0, 0, 0, 1, 1, 2})
        compare(random.moved(random.meeting(goal, bottom_of(view)), moves));
  for (int i = 0; i < 2000; ++i) compare(random.moved(Cube(), i % 7));
  for (std::size_t stage = 0; stage < kGoals.size(); ++stage) {
    EXPECT_GE(met[stage], 100) << kGoals[stage].name;
    EXPECT_GE(missed[stage], 100) << kGoals[stage].name;
  }
}

TEST_F(AnalyzeReferenceTest, EveryPositionWithinTwoMoves) {
  compare_all(Cube(), 0);
  for (Move first : kAllMoves) {
    compare_all(Cube::of(first), 1);
    for (MoveMask left = moves_after(first); !left.empty(); left = left.without_first())
      compare_all(Cube::of(first).after(left.first()), 2);
  }
}

TEST_F(AnalyzeReferenceTest, ShortScrambles) {
  RandomGoals random(12);
  for (int i = 0; i < 200; ++i) compare_all(random.moved(Cube(), 3), 3);
  for (int i = 0; i < 60; ++i) compare_all(random.moved(Cube(), 4), 4);
  for (int i = 0; i < 10; ++i) compare_all(random.moved(Cube(), 5), 5);
}

/// Mixed-up cubes that are a few moves from a stage.
TEST_F(AnalyzeReferenceTest, NearAStageAndFarFromSolved) {
  RandomGoals random(13);
  int cells = 0;
  for (const Goal& goal : kGoals)
    for (View view : kAllViews) {
      const int moves = random.below(5);
      cells += compare_within(random.moved(random.meeting(goal, bottom_of(view)), moves), moves);
    }
  EXPECT_GE(cells, 22 * 6);
}

TEST_F(AnalyzeReferenceTest, SolutionsReachTheStageAtTheirEndAndNotBefore) {
  RandomGoals random(14);
  for (const Goal& goal : kGoals) {
    const Stage stage(static_cast<std::size_t>(&goal - kGoals.data()));
    const View view = kAllViews[static_cast<std::size_t>(random.below(int{kViewCount}))];
    const Cube cube = random.moved(random.meeting(goal, bottom_of(view)), 3);
    const int shortest = reference_distance(Pieces::of(cube), goal, bottom_of(view), 3);
    const std::vector<StageSolution> solutions = *analyzer_->solutions(
        cube, {.stage = stage, .view = view, .count = 20, .max_moves = shortest + 1}, {});
    ASSERT_FALSE(solutions.empty()) << goal.name;
    EXPECT_EQ(solutions.front().moves.size(), static_cast<std::size_t>(shortest)) << goal.name;
    for (const StageSolution& solution : solutions) {
      EXPECT_LE(solution.moves.size(), static_cast<std::size_t>(shortest) + 1);
      Pieces held = Pieces::of(cube.seen_through(symmetry_of(view)));
      for (Move move : solution.moves) {
        EXPECT_FALSE(reached(held, goal, Face::D)) << goal.name << ": " << format_moves(solution.moves);
        held.turn(move);
      }
      EXPECT_TRUE(reached(held, goal, Face::D)) << goal.name << ": " << format_moves(solution.moves);
    }
  }
}

void expect_inequalities(const Analyzer& analyzer, const std::vector<Stage>& stages, int count) {
  RandomCubes random(15);
  std::vector<Cube> cubes;
  for (int i = 0; i < count; ++i) cubes.push_back(random.next());
  const AnalyzeRequest request{.stages = stages};
  const std::size_t done =
      *analyzer.analyze_all(cubes, request, {}, [&](std::size_t index, std::span<const StageRow> rows) {
        EXPECT_TRUE(check_inequalities(request.stages, rows)) << format_pieces(cubes[index]);
      });
  EXPECT_EQ(done, cubes.size());
}

TEST_F(AnalyzeReferenceTest, InequalitiesOfTheFirstStagesOnRandomCubes) {
  std::vector<Stage> stages;
  for (const Stage stage : all_stages())
    if (stage.number() <= 1) stages.push_back(stage);
  expect_inequalities(*analyzer_, stages, 2000);
}

/// The last stages cost seconds a cube with the small tables.
TEST_F(AnalyzeReferenceTest, InequalitiesOfAllStagesOnAFewRandomCubes) {
  expect_inequalities(*analyzer_, every_stage(), 3);
}

}  // namespace
}  // namespace halfturn::reference

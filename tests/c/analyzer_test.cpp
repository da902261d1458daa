// The analyzer through the interface for C, compared with the C++ library.

#include "halfturn/analyzer.h"

#include <algorithm>
#include <thread>

#include "c/c_support.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "support/test_store.h"

namespace halfturn::testing {
namespace {

const std::vector<const char*> kNames = {"xcross", "cross", "eo_cross"};  // not in the catalogue's order

class CAnalyzerWithTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    halfturn_error error;
    ASSERT_STATUS(HALFTURN_OK, halfturn_analyzer_open(table_folder(), kNames.data(), kNames.size(), nullptr,
                                                      nullptr, analyzer.put(), &error));
  }
  static void TearDownTestSuite() { analyzer.put(); }

  static std::vector<Stage> stages() {
    std::vector<Stage> stages;
    for (const char* name : kNames) stages.push_back(*stage_of_name(name));
    return stages;
  }
  static const Analyzer& judge() {
    static const Analyzer kJudge = Analyzer::open(test_tables(), {.stages = stages()}, {}).value();
    return kJudge;
  }
  static constexpr std::size_t kPerCube = 3 * HALFTURN_COLOURS;

  static inline OwnedAnalyzer analyzer;
  halfturn_error error;
  OwnedSolutions solutions;
};

TEST_F(CAnalyzerWithTables, OneCubeAndMany) {
  EXPECT_EQ(halfturn_analyzer_stages(analyzer.get()), 3U);
  const std::vector<Cube> cubes = some_cubes(25);
  const std::vector<halfturn_cube> c = as_c(cubes);
  std::vector<std::uint8_t> all(cubes.size() * kPerCube + 1, 77);
  std::size_t done = 0;
  ASSERT_STATUS(HALFTURN_OK, halfturn_analyze(analyzer.get(), c.data(), c.size(), nullptr, nullptr,
                                              all.data(), &done, &error));
  EXPECT_EQ(done, cubes.size());
  EXPECT_EQ(all.back(), 77) << "written beyond the end";
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    const std::vector<StageRow> rows = judge().analyze(cubes[i], {.stages = stages()}, {}).value();
    std::vector<std::uint8_t> alone(kPerCube, 77);
    done = 0;
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_analyze(analyzer.get(), &c[i], 1, nullptr, nullptr, alone.data(), &done, &error));
    EXPECT_EQ(done, 1U);
    for (std::size_t s = 0; s < 3; ++s)
      for (const View view : kAllViews) {
        EXPECT_EQ(alone[s * HALFTURN_COLOURS + index_of(view)], rows[s][view]);
        EXPECT_EQ(all[(i * 3 + s) * HALFTURN_COLOURS + index_of(view)], rows[s][view]);
      }
  }
}

TEST_F(CAnalyzerWithTables, ColoursAndSlotsThatAreNotAskedForStayEmpty) {
  const Cube cube = some_cubes(1).front();
  const halfturn_cube c[2] = {as_c(cube), as_c(cube)};
  auto options = defaults<halfturn_analyze_options>();
  options.colours = 1U << HALFTURN_WHITE | 1U << HALFTURN_BLUE;
  options.slots = HALFTURN_SLOT_FR | HALFTURN_SLOT_BL;
  const std::vector<StageRow> rows =
      judge().analyze(cube, {.stages = stages(), .views = {View::U, View::B}, .slots = 0b0101}, {}).value();
  for (const std::size_t count : {1U, 2U}) {
    std::vector<std::uint8_t> lengths(2 * kPerCube, 77);
    ASSERT_STATUS(HALFTURN_OK, halfturn_analyze(analyzer.get(), c, count, &options, nullptr, lengths.data(),
                                                nullptr, &error));
    for (std::size_t s = 0; s < 3; ++s)
      for (const View view : kAllViews) {
        EXPECT_EQ(lengths[s * 6 + index_of(view)], rows[s][view]);
        EXPECT_EQ(lengths[s * 6 + index_of(view)] == HALFTURN_NOT_COMPUTED,
                  view != View::U && view != View::B);
      }
  }
  options.colours = 64;
  std::uint8_t lengths[kPerCube] = {77};
  EXPECT_EQ(halfturn_analyze(analyzer.get(), c, 1, &options, nullptr, lengths, nullptr, &error),
            HALFTURN_BAD_ARGUMENT);
  options.colours = 0;
  options.slots = 16;
  EXPECT_EQ(halfturn_analyze(analyzer.get(), c, 1, &options, nullptr, lengths, nullptr, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(lengths[0], 77);
}

TEST_F(CAnalyzerWithTables, SolvedTakesNoMoves) {
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  std::uint8_t lengths[kPerCube];
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_analyze(analyzer.get(), &cube, 1, nullptr, nullptr, lengths, nullptr, &error));
  for (const std::uint8_t length : lengths) EXPECT_EQ(length, 0);
  ASSERT_STATUS(HALFTURN_OK, halfturn_stage_solutions(analyzer.get(), &cube, "cross", HALFTURN_GREEN, nullptr,
                                                      nullptr, solutions.put(), &error));
  ASSERT_EQ(halfturn_solutions_count(solutions.get()), 1U);
  EXPECT_STREQ(halfturn_solutions_text(solutions.get(), 0), "");
}

TEST_F(CAnalyzerWithTables, RefusesWhatIsWrong) {
  std::vector<halfturn_cube> cubes = as_c(some_cubes(4));
  cubes[2].corners[0] ^= 0x10;
  std::vector<std::uint8_t> lengths(4 * kPerCube, 77);
  std::size_t done = 99;
  EXPECT_EQ(
      halfturn_analyze(analyzer.get(), cubes.data(), 4, nullptr, nullptr, lengths.data(), &done, &error),
      HALFTURN_BAD_INPUT);
  EXPECT_EQ(error.index, 2U);
  EXPECT_EQ(done, 0U);
  EXPECT_EQ(lengths[0], 77);
  EXPECT_EQ(halfturn_analyze(analyzer.get(), nullptr, 4, nullptr, nullptr, lengths.data(), &done, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_analyze(analyzer.get(), cubes.data(), 1, nullptr, nullptr, nullptr, &done, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_analyze(analyzer.get(), cubes.data(), ~std::size_t{0}, nullptr, nullptr, lengths.data(),
                             &done, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_analyze(analyzer.get(), nullptr, 0, nullptr, nullptr, nullptr, &done, &error),
            HALFTURN_OK);

  const halfturn_cube fine = cubes[0];
  const auto refused = [&](const halfturn_cube* cube, const char* stage, int colour, auto change) {
    auto options = defaults<halfturn_stage_options>();
    change(options);
    EXPECT_EQ(halfturn_stage_solutions(analyzer.get(), cube, stage, colour, &options, nullptr,
                                       solutions.put(), &error),
              HALFTURN_BAD_ARGUMENT);
    EXPECT_EQ(solutions.get(), nullptr);
    EXPECT_STRNE(error.message, "");
  };
  const auto nothing = [](auto&) {};
  refused(nullptr, "cross", 0, nothing);
  refused(&fine, nullptr, 0, nothing);
  refused(&fine, "no_such_stage", 0, nothing);
  refused(&fine, "xxcross", 0, nothing);  // not opened for it
  refused(&fine, "cross", 6, nothing);
  refused(&fine, "cross", 0, [](auto& options) { options.solutions = -1; });
  refused(&fine, "cross", 0, [](auto& options) { options.solutions = 100'001; });
  refused(&fine, "cross", 0, [](auto& options) { options.max_moves = 21; });
  refused(&fine, "cross", 0, [](auto& options) { options.slots = 99; });
  refused(&fine, "cross", 0, [](auto& options) { options.reserved = 1; });
  EXPECT_EQ(halfturn_stage_solutions(analyzer.get(), &fine, "cross", 0, nullptr, nullptr, nullptr, &error),
            HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_stage_solutions(analyzer.get(), &cubes[2], "cross", 0, nullptr, nullptr, solutions.put(),
                                     &error),
            HALFTURN_BAD_INPUT);
}

TEST_F(CAnalyzerWithTables, SolutionsOfAStage) {
  for (const Cube& cube : some_cubes(5))
    for (const View view : kAllViews) {
      const halfturn_cube c = as_c(cube);
      auto options = defaults<halfturn_stage_options>();
      options.solutions = 4;
      const auto expected =
          judge().solutions(cube, {.stage = *stage_of_name("xcross"), .view = view, .count = 4}, {}).value();
      ASSERT_STATUS(HALFTURN_OK,
                    halfturn_stage_solutions(analyzer.get(), &c, "xcross", static_cast<int>(view), &options,
                                             nullptr, solutions.put(), &error));
      ASSERT_EQ(halfturn_solutions_count(solutions.get()), expected.size());
      EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
      EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), static_cast<int>(expected[0].moves.size()));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const Moves moves = solution_at(solutions.get(), i);
        EXPECT_EQ(moves, expected[i].moves);
        EXPECT_EQ(halfturn_solutions_reached(solutions.get(), i), expected[i].reached);
        // Replayed as halfturn.h says: on the cube held with the colour at the bottom.
        const Cube held = cube.seen_through(symmetry_of(view)).after(moves);
        int reached = 0;
        const halfturn_cube back = as_c(held.seen_through(symmetry_of(view).inverse()));
        ASSERT_STATUS(HALFTURN_OK,
                      halfturn_stage_reached(&back, "xcross", static_cast<int>(view), 0, &reached, &error));
        EXPECT_EQ(reached, 1);
      }
      // None that is shorter than the shortest.
      options.max_moves = static_cast<int>(expected[0].moves.size()) - 1;
      if (options.max_moves == 0) continue;
      ASSERT_STATUS(HALFTURN_OK,
                    halfturn_stage_solutions(analyzer.get(), &c, "xcross", static_cast<int>(view), &options,
                                             nullptr, solutions.put(), &error));
      EXPECT_EQ(halfturn_solutions_count(solutions.get()), 0U);
      EXPECT_EQ(halfturn_solutions_complete(solutions.get()), 1);
      EXPECT_EQ(halfturn_solutions_target_met(solutions.get()), 0);
      EXPECT_EQ(halfturn_solutions_lower_bound(solutions.get()), options.max_moves + 1);
    }
}

TEST_F(CAnalyzerWithTables, SeveralThreadsShareOne) {
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(20));
  std::vector<std::vector<std::uint8_t>> lengths(4, std::vector<std::uint8_t>(cubes.size() * kPerCube));
  std::vector<std::thread> threads;
  for (std::vector<std::uint8_t>& mine : lengths)
    threads.emplace_back([&] {
      halfturn_error mistake;
      EXPECT_EQ(halfturn_analyze(analyzer.get(), cubes.data(), cubes.size(), nullptr, nullptr, mine.data(),
                                 nullptr, &mistake),
                HALFTURN_OK);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<std::uint8_t>& mine : lengths) EXPECT_EQ(mine, lengths.front());
  EXPECT_EQ(std::ranges::count(lengths.front(), HALFTURN_NOT_COMPUTED), 0);
}

TEST_F(CAnalyzerWithTables, ProgressIsThatOfTheCallerAndMayStop) {
  const std::vector<halfturn_cube> cubes = as_c(some_cubes(60));
  struct Watch {
    std::thread::id caller = std::this_thread::get_id();
    int reports = 0;
    int stop_at = 0;
    double last = 0;
  } watch;
  auto run = defaults<halfturn_run>();
  run.threads = 1;
  run.user = &watch;
  run.progress = [](void* user, const char* task, const char* step, double fraction) {
    auto& it = *static_cast<Watch*>(user);
    EXPECT_EQ(it.caller, std::this_thread::get_id());
    EXPECT_STREQ(task, "analyze");
    EXPECT_STREQ(step, "cubes");
    EXPECT_GT(fraction, it.last);
    EXPECT_LE(fraction, 1);
    it.last = fraction;
    return ++it.reports == it.stop_at ? 1 : 0;
  };
  std::vector<std::uint8_t> lengths(cubes.size() * kPerCube, 77);
  std::size_t done = 0;
  ASSERT_STATUS(HALFTURN_OK, halfturn_analyze(analyzer.get(), cubes.data(), cubes.size(), nullptr, &run,
                                              lengths.data(), &done, &error));
  EXPECT_EQ(watch.reports, 60);
  EXPECT_EQ(watch.last, 1.0);
  watch = {};
  watch.stop_at = 9;
  const std::vector<std::uint8_t> all = lengths;
  lengths.assign(lengths.size(), 77);
  EXPECT_EQ(halfturn_analyze(analyzer.get(), cubes.data(), cubes.size(), nullptr, &run, lengths.data(), &done,
                             &error),
            HALFTURN_STOPPED);
  EXPECT_EQ(done, 9U);
  EXPECT_EQ(watch.reports, 9);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    ASSERT_EQ(lengths[i], i < done * kPerCube ? all[i] : HALFTURN_NOT_COMPUTED) << i;
}

TEST(CAnalyzerWithTablesAlone, LargeTablesThatAreMissingAreNamed) {
  const char* const stages[] = {"xxcross"};
  auto options = defaults<halfturn_analyzer_options>();
  options.tables = HALFTURN_LARGE_TABLES;
  OwnedAnalyzer analyzer;
  halfturn_error error;
  EXPECT_STATUS(HALFTURN_MISSING,
                halfturn_analyzer_open(table_folder(), stages, 1, &options, nullptr, analyzer.put(), &error));
  EXPECT_STRNE(error.table, "");
  EXPECT_NE(std::string(error.message).find(error.table), std::string::npos)
      << error.message << " " << error.table;
  EXPECT_EQ(analyzer.get(), nullptr);
}

}  // namespace
}  // namespace halfturn::testing

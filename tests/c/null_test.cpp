// Wrong calls: NULL in every place, structures of wrong sizes, callbacks that are missing. Needs no tables.

#include <cstring>
#include <filesystem>

#include "c/c_support.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

#define EXPECT_REFUSED(call)                        \
  do {                                              \
    std::memset(&error, 0x7F, sizeof error);        \
    EXPECT_EQ(call, HALFTURN_BAD_ARGUMENT);         \
    EXPECT_EQ(error.status, HALFTURN_BAD_ARGUMENT); \
    EXPECT_NE(std::string(error.message), "");      \
  } while (false)

int take_none(void* /*user*/, std::size_t /*index*/, const halfturn_solutions* /*solutions*/) {
  return 0;
}

class CNull : public ::testing::Test {
 protected:
  void SetUp() override { halfturn_cube_solved(&cube); }

  halfturn_error error;
  halfturn_cube cube;
  halfturn_cube result;
  halfturn_position position;
  halfturn_move moves[4] = {1, 2, 3, 4};
  halfturn_scramble scramble;
  std::size_t count = 0;
  char text[100];
  int number = 0;
  std::uint8_t lengths[6];
  halfturn_solutions* solutions = nullptr;
};

TEST_F(CNull, CubesAndMoves) {
  EXPECT_REFUSED(halfturn_parse(nullptr, HALFTURN_ANY, &position, &error));
  EXPECT_REFUSED(halfturn_parse("R", HALFTURN_ANY, nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_check(nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_compose(nullptr, &cube, &result, &error));
  EXPECT_REFUSED(halfturn_cube_compose(&cube, nullptr, &result, &error));
  EXPECT_REFUSED(halfturn_cube_compose(&cube, &cube, nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_invert(nullptr, &result, &error));
  EXPECT_REFUSED(halfturn_cube_invert(&cube, nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_apply(nullptr, moves, 1, &result, &error));
  EXPECT_REFUSED(halfturn_cube_apply(&cube, nullptr, 1, &result, &error));
  EXPECT_REFUSED(halfturn_cube_apply(&cube, moves, 1, nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_facelets(nullptr, 0, text, &error));
  EXPECT_REFUSED(halfturn_cube_facelets(&cube, 0, nullptr, &error));
  EXPECT_REFUSED(halfturn_cube_pieces(nullptr, text, &error));
  EXPECT_REFUSED(halfturn_cube_pieces(&cube, nullptr, &error));
  EXPECT_REFUSED(halfturn_parse_moves(nullptr, moves, 4, &count, nullptr, &error));
  EXPECT_REFUSED(halfturn_parse_moves("R", nullptr, 4, &count, nullptr, &error));
  EXPECT_REFUSED(halfturn_parse_moves("R", moves, 4, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_moves_text(nullptr, 1, text, sizeof text, &error));
  EXPECT_REFUSED(halfturn_moves_text(moves, 1, nullptr, sizeof text, &error));
  EXPECT_REFUSED(halfturn_moves_invert(nullptr, 1, moves, &error));
  EXPECT_REFUSED(halfturn_moves_invert(moves, 1, nullptr, &error));
  EXPECT_REFUSED(halfturn_moves_length(nullptr, 1, 0, &count, &error));
  EXPECT_REFUSED(halfturn_moves_length(moves, 1, 0, nullptr, &error));
  EXPECT_REFUSED(halfturn_default_folder(nullptr, 100, &error));
  EXPECT_REFUSED(halfturn_stage_reached(nullptr, "cross", 0, 0, &number, &error));
  EXPECT_REFUSED(halfturn_stage_reached(&cube, nullptr, 0, 0, &number, &error));
  EXPECT_REFUSED(halfturn_stage_reached(&cube, "cross", 0, 0, nullptr, &error));
  halfturn_cube_solved(nullptr);
  EXPECT_EQ(halfturn_cube_is_solved(nullptr), 0);
  EXPECT_EQ(halfturn_moves_text(nullptr, 0, text, 1, &error), HALFTURN_OK);
  EXPECT_STREQ(text, "");
  EXPECT_EQ(halfturn_moves_invert(nullptr, 0, nullptr, &error), HALFTURN_OK);
}

TEST_F(CNull, ObjectsThatAreNotThere) {
  const char* const stages[] = {"cross"};
  const char* const nameless[] = {"cross", nullptr};
  halfturn_analyzer* analyzer = nullptr;
  EXPECT_REFUSED(halfturn_stop_new(nullptr, &error));
  EXPECT_REFUSED(halfturn_solver_open(".", nullptr, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_scrambler_open(".", nullptr, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_analyzer_open(".", stages, 1, nullptr, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_analyzer_open(".", nullptr, 1, nullptr, nullptr, &analyzer, &error));
  EXPECT_REFUSED(halfturn_analyzer_open(".", stages, 0, nullptr, nullptr, &analyzer, &error));
  EXPECT_REFUSED(halfturn_analyzer_open(".", nameless, 2, nullptr, nullptr, &analyzer, &error));
  EXPECT_REFUSED(halfturn_optimal_open(".", nullptr, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_solve(nullptr, &cube, nullptr, nullptr, &solutions, &error));
  EXPECT_REFUSED(
      halfturn_solve_many(nullptr, &cube, 1, nullptr, nullptr, take_none, nullptr, nullptr, &error));
  EXPECT_REFUSED(halfturn_scrambles(nullptr, 1, nullptr, &scramble, nullptr, &error));
  EXPECT_REFUSED(halfturn_analyze(nullptr, &cube, 1, nullptr, nullptr, lengths, nullptr, &error));
  EXPECT_REFUSED(halfturn_stage_solutions(nullptr, &cube, "cross", 0, nullptr, nullptr, &solutions, &error));
  EXPECT_REFUSED(halfturn_optimal_solve(nullptr, &cube, nullptr, nullptr, &solutions, &error));
  EXPECT_REFUSED(
      halfturn_optimal_solve_many(nullptr, &cube, 1, nullptr, nullptr, take_none, nullptr, nullptr, &error));
  EXPECT_EQ(solutions, nullptr);

  halfturn_stop_free(nullptr);
  halfturn_solver_free(nullptr);
  halfturn_solutions_free(nullptr);
  halfturn_scrambler_free(nullptr);
  halfturn_analyzer_free(nullptr);
  halfturn_optimal_free(nullptr);
  halfturn_stop_request(nullptr);
  EXPECT_EQ(halfturn_stop_requested(nullptr), 0);
  count = 5;
  EXPECT_EQ(halfturn_solutions_count(nullptr), 0U);
  EXPECT_EQ(halfturn_solutions_moves(nullptr, 0, &count), nullptr);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(halfturn_solutions_moves(nullptr, 0, nullptr), nullptr);
  EXPECT_EQ(halfturn_solutions_text(nullptr, 0), nullptr);
  EXPECT_EQ(halfturn_solutions_reached(nullptr, 0), nullptr);
  EXPECT_EQ(halfturn_solutions_complete(nullptr), 0);
  EXPECT_EQ(halfturn_solutions_target_met(nullptr), 0);
  EXPECT_EQ(halfturn_solutions_lower_bound(nullptr), 0);
  EXPECT_EQ(halfturn_solutions_probes(nullptr), 0U);
  EXPECT_EQ(halfturn_scrambler_seed(nullptr), 0U);
  EXPECT_EQ(halfturn_analyzer_stages(nullptr), 0U);
  EXPECT_EQ(halfturn_optimal_table(nullptr), nullptr);
}

TEST_F(CNull, StagesThatDoNotExistOrComeTwice) {
  const char* const unknown[] = {"cross", "cros"};
  const char* const twice[] = {"f2l", "cross", "xxxxcross"};  // another name of f2l
  halfturn_analyzer* analyzer = reinterpret_cast<halfturn_analyzer*>(this);
  EXPECT_REFUSED(halfturn_analyzer_open(".", unknown, 2, nullptr, nullptr, &analyzer, &error));
  EXPECT_EQ(error.index, 1U);
  EXPECT_EQ(analyzer, nullptr);
  EXPECT_REFUSED(halfturn_analyzer_open(".", twice, 3, nullptr, nullptr, &analyzer, &error));
  EXPECT_EQ(error.index, 2U);
}

TEST_F(CNull, OptionsOutOfRange) {
  halfturn_solver* solver = nullptr;
  halfturn_scrambler* scrambler = nullptr;
  halfturn_analyzer* analyzer = nullptr;
  halfturn_optimal* optimal = nullptr;
  const char* const stages[] = {"cross"};
  for (const int wrong : {-1, 2, 77}) {
    auto solver_options = defaults<halfturn_solver_options>();
    solver_options.metric = wrong;
    EXPECT_REFUSED(halfturn_solver_open(".", &solver_options, nullptr, &solver, &error));
    solver_options.metric = 0;
    solver_options.residency = wrong;
    EXPECT_REFUSED(halfturn_solver_open(".", &solver_options, nullptr, &solver, &error));
    auto scrambler_options = defaults<halfturn_scrambler_options>();
    scrambler_options.residency = wrong;
    EXPECT_REFUSED(halfturn_scrambler_open(".", &scrambler_options, nullptr, &scrambler, &error));
    auto analyzer_options = defaults<halfturn_analyzer_options>();
    analyzer_options.residency = wrong;
    EXPECT_REFUSED(halfturn_analyzer_open(".", stages, 1, &analyzer_options, nullptr, &analyzer, &error));
    analyzer_options.residency = 0;
    analyzer_options.tables = wrong == 2 ? 3 : wrong;
    EXPECT_REFUSED(halfturn_analyzer_open(".", stages, 1, &analyzer_options, nullptr, &analyzer, &error));
    auto optimal_options = defaults<halfturn_optimal_options>();
    optimal_options.metric = wrong;
    EXPECT_REFUSED(halfturn_optimal_open(".", &optimal_options, nullptr, &optimal, &error));
    optimal_options.metric = 0;
    optimal_options.reserved = wrong;
    EXPECT_REFUSED(halfturn_optimal_open(".", &optimal_options, nullptr, &optimal, &error));
    auto run = defaults<halfturn_run>();
    run.threads = wrong == 2 ? 1025 : -wrong * wrong;
    EXPECT_REFUSED(halfturn_solver_open(".", nullptr, &run, &solver, &error));
    run.threads = 1;
    run.reserved = wrong;
    EXPECT_REFUSED(halfturn_solver_open(".", nullptr, &run, &solver, &error));
  }
  EXPECT_REFUSED(halfturn_solver_open("", nullptr, nullptr, &solver, &error));
}

TEST_F(CNull, StructuresOfOtherSizes) {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path() / "file";
  write_file(nowhere, "not a folder");  // so that an opening that is not refused fails at once
  halfturn_solver* solver = nullptr;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sizeof(halfturn_solver_options) - 1,
                                 std::size_t{100'000}, ~std::size_t{0}}) {
    auto options = defaults<halfturn_solver_options>();
    options.size = size;
    EXPECT_REFUSED(halfturn_solver_open(nowhere.c_str(), &options, nullptr, &solver, &error));
    EXPECT_NE(std::string(error.hint).find("sizeof(halfturn_solver_options)"), std::string::npos);
    auto run = defaults<halfturn_run>();
    run.size = size;
    EXPECT_REFUSED(halfturn_solver_open(nowhere.c_str(), nullptr, &run, &solver, &error));
  }
  // A later version's structure: fine as long as what is unknown here is zero.
  struct Larger {
    halfturn_solver_options options{};
    std::uint64_t later = 0;
  } larger;
  larger.options.size = sizeof larger;
  EXPECT_EQ(halfturn_solver_open(nowhere.c_str(), &larger.options, nullptr, &solver, &error),
            HALFTURN_MACHINE)
      << error.message;
  larger.later = std::uint64_t{1} << 63;
  EXPECT_REFUSED(halfturn_solver_open(nowhere.c_str(), &larger.options, nullptr, &solver, &error));
}

}  // namespace
}  // namespace halfturn::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

class Verify : public CommandLine {};

TEST_F(Verify, SaysSolvedWithMoveCountsInThreeMetrics) {
  EXPECT_EQ(output({"verify", "R2 L2 U F'", "F U' L2 R2"}),
            "solved: 4 half-turn, 6 quarter-turn, 3 slice-turn metric\n");
  EXPECT_EQ(output({"verify", "()", ""}), "solved: 0 half-turn, 0 quarter-turn, 0 slice-turn metric\n");
}

TEST_F(Verify, SaysNotSolvedWithExitCodeOne) {
  const Outcome outcome = halfturn({"verify", "R U F", "F' U' R"});
  expect_code(outcome, 1);
  EXPECT_EQ(outcome.out, "not solved: 3 half-turn, 3 quarter-turn, 3 slice-turn metric\n");
}

TEST_F(Verify, ReadsFaceletsAndRotations) {
  EXPECT_THAT(output({"verify", "FBLLURRFBUUFBRFDDFUULLFRDDLRFBLDRFBLUUBFLBDDBUURRBLDDR",
                      "(F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2)'"}),
              HasSubstr("solved: 20 half-turn"));
  // As `solve` prints it.
  EXPECT_THAT(output({"verify", "R U F", "F' U' R' (3)"}), HasSubstr("solved: 3 half-turn"));
  // Held differently in the end, and solved all the same.
  EXPECT_EQ(output({"verify", "U x", "B'"}),
            "solved: 1 half-turn, 1 quarter-turn, 1 slice-turn metric\nthe cube is then held rotated by x\n");
}

TEST_F(Verify, TellsWhichOfTheTwoIsWrong) {
  expect_refusal(halfturn({"verify", "R K", "R"}), 2, "column 3: in the scramble: unknown move 'K'");
  expect_refusal(halfturn({"verify", "R", "U R4"}), 2, "column 4: in the solution: 'R4' is no move");
  expect_refusal(halfturn({"verify", "R"}), 2, "solution is required");
}

TEST_F(Verify, TellsWhichFileIsNotThere) {
  write_file(home_.path() / "list.txt", "R\nU\n");
  const std::string no_solution = "halfturn: there is no file no.txt, and it is no solution either (";
  const std::string no_scramble = "halfturn: there is no file no.txt, and it is no scramble either (";
  expect_refusal(halfturn({"verify", "list.txt", "no.txt"}), 2, no_solution);
  expect_refusal(halfturn({"verify", "R U", "no.txt"}), 2, no_solution);
  expect_refusal(halfturn({"verify", "no.txt", "list.txt"}), 2, no_scramble);
  expect_refusal(halfturn({"verify", "no.txt", "R U"}), 2, no_scramble);
  expect_refusal(halfturn({"verify", "no.txt"}), 2, no_scramble);
  expect_refusal(halfturn({"verify", "list.txt", "R U"}), 2,
                 "halfturn: the scrambles are in list.txt, but there is no file of solutions (");
  expect_refusal(halfturn({"verify", "R U", "list.txt"}), 2,
                 "halfturn: the solutions are in list.txt, but there is no file of scrambles (");
  expect_refusal(halfturn({"verify", "/tmp", "R"}), 2, "halfturn: /tmp is a folder (give a file");
  expect_refusal(halfturn({"verify", "list.txt", "/tmp"}), 2, "halfturn: /tmp is a folder (give a file");
  expect_refusal(halfturn({"verify", "/tmp"}), 2, "halfturn: /tmp is a folder (give a file");
  // A file may have the name of a move.
  write_file(home_.path() / "R", "U\n");
  expect_code(halfturn({"verify", "R", "R'"}), 0);
  expect_code(halfturn({"verify", "R'", "R"}), 0);
}

TEST_F(Verify, PrintsJson) {
  const nlohmann::json json = json_output({"verify", "--json", "R U", "U' R'"});
  EXPECT_EQ(json["solved"], true);
  EXPECT_EQ(json["half_turn"], 2);
  EXPECT_EQ(json["orientation"], "");
}

}  // namespace
}  // namespace halfturn::testing

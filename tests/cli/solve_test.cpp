#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class Solve : public CommandLine {};

TEST_F(Solve, RefusesWhatMakesNoSense) {
  expect_refusal(halfturn({"solve"}), 2, "nothing to solve");
  expect_refusal(halfturn({"solve", "R K"}), 2, "column 3: unknown move 'K'");
  expect_refusal(halfturn({"solve", "R", "--axes", "UD,XY"}), 2, "there is no start 'XY'");
  expect_refusal(halfturn({"solve", "R", "--endless", "--time", "5"}), 2, "--endless does not go with");
  expect_refusal(halfturn({"solve", "R", "--csv", "--json"}), 2, "--csv and --json do not go together");
  expect_refusal(halfturn({"solve", "R", "--serve-stdin"}), 2, "--serve-stdin reads positions from stdin");
  expect_refusal(halfturn({"solve", "--serve-stdin", "--events", "333"}), 2,
                 "--serve-stdin does not go with --events or --keep (leave these out, or");
  expect_refusal(halfturn({"solve", "R", "--max-moves", "-1"}), 2, "--max-moves");
  expect_refusal(halfturn({"solve", "R", "--cpu", "z80"}), 2, "--cpu");
  expect_refusal(halfturn({"solve", "R", "--solutions", "0"}), 2, "--solutions");
  for (const char* time : {"nan", "-1", "soon", "inf"})
    expect_refusal(halfturn({"solve", "R", "--time", time}), 2, "is not a number of milliseconds");
  expect_refusal(halfturn({"solve", "R", "--probes", "-1"}), 2, "'-1' is not a number from 0 on");
  expect_refusal(halfturn({"solve", "no/such.txt"}), 2, "there is no file no/such.txt");
  expect_refusal(halfturn({"solve", "/tmp"}), 2, "/tmp is a folder");
  expect_refusal(halfturn({"scramble", "-n", "-1"}), 2, "--count");
  expect_refusal(halfturn({"scramble", "--seed", "-1"}), 2, "--seed");
}

TEST_F(WithTables, SolvePrintsMovesAndTheirNumber) {
  EXPECT_EQ(answer({"solve", "F' R D2"}), "D2 R' F (3)\n");
  EXPECT_EQ(answer({"solve", "F'", "R", "D2"}), "D2 R' F (3)\n");
  EXPECT_EQ(answer({"solve", "()"}), "(0)\n");
  EXPECT_EQ(answer({"solve", "F' R D2", "--notation", "numeric"}), "D2R3F1 (3)\n");
  EXPECT_EQ(answer({"solve", "F' R D2", "--inverse"}), "F' R D2 (3)\n");
  EXPECT_EQ(answer({"solve", "F' R D2", "--cpu", "portable"}), "D2 R' F (3)\n");
  // As the cube is held in the end.
  EXPECT_EQ(answer({"solve", "U x"}), "B' (1)\n");
}

TEST_F(WithTables, CompactTablesSolveAsWell) {
  EXPECT_EQ(answer({"solve", "--compact", "F' R D2"}), "D2 R' F (3)\n");
  EXPECT_EQ(answer({"solve", "--compact", "()"}), "(0)\n");
  const std::string scrambles = answer({"scramble", "--compact", "-n", "50", "--seed", "5"});
  EXPECT_EQ(std::ranges::count(scrambles, '\n'), 50);
  std::ofstream(home_.path() / "scrambles.txt") << scrambles;
  for (const char* metric : {"half", "quarter"}) {
    const Outcome solved = ask({"solve", "--compact", "--csv", "--metric", metric, "scrambles.txt"}, tables_);
    expect_code(solved, 0);
    std::ofstream(home_.path() / "solutions.csv") << solved.out;
    const Outcome verified = ask({"verify", "scrambles.txt", "solutions.csv"}, tables_);
    expect_code(verified, 0);
    EXPECT_THAT(verified.err, HasSubstr("50 of 50 solved"));
  }
  expect_refusal(halfturn({"solve", "--compact", "--optimal", "U"}), 2, "--compact is for short solutions");
}

TEST_F(WithTables, SolvesFaceletsToSomethingThatVerifies) {
  const std::string superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
  const std::string solution = answer({"solve", superflip});
  EXPECT_THAT(solution, HasSubstr("(20)"));
  EXPECT_THAT(answer({"verify", superflip, solution.substr(0, solution.find('('))}),
              StartsWith("solved: 20"));
}

TEST_F(WithTables, SolvePrintsJsonAndCsv) {
  const nlohmann::json json = as_json(answer({"solve", "--json", "R U"}));
  EXPECT_EQ(json["moves"], "U' R'");
  EXPECT_EQ(json["length"], 2);
  EXPECT_EQ(json["target_met"], true);
  EXPECT_EQ(json["solutions"], nlohmann::json::array({"U' R'"}));
  EXPECT_TRUE(json["error"].is_null());
  EXPECT_THAT(answer({"solve", "--csv", "R U"}),
              MatchesRegex("id,length,moves,target_met,probes,error,metric\n,2,U' R',true,[0-9]+,,half\n"));
}

TEST_F(WithTables, SolveGivesSeveralSolutions) {
  const std::vector<std::string> rows =
      lines_of(answer({"solve", "--solutions", "5", "--max-moves", "20", "R U2 F' D L B2 U' R2 F D2 L'"}));
  EXPECT_EQ(rows.size(), 5u);
  for (const std::string& row : rows) EXPECT_TRUE(std::regex_match(row, std::regex(R"(.+ \(\d+\))"))) << row;
}

TEST_F(WithTables, SolveMarksAMissedTarget) {
  const std::string superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
  const Outcome outcome = ask({"solve", "--max-moves", "19", "--probes", "100", superflip}, tables_);
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, HasSubstr(" missed 19\n"));
}

TEST_F(WithTables, ABatchLosesNoGoodLineToABadOne) {
  // Ten thousand lines; every hundredth cannot be read, each in a way of its own.
  const std::vector<std::string> bad = {"R K",
                                        "(R U",
                                        "UUU",
                                        "R4",
                                        "\xff\xfe",
                                        "x y z q",
                                        "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU"};
  const std::string scrambles = answer({"scramble", "-n", "200", "--seed", "11"});
  const std::vector<std::string> good = lines_of(scrambles);
  std::ofstream file(home_.path() / "batch.txt");
  for (std::size_t i = 0; i < 10'000; ++i)
    file << "cube" << i << ',' << (i % 100 == 99 ? bad[i / 100 % bad.size()] : good[i % good.size()]) << '\n';
  file.close();
  const Outcome outcome = ask({"solve", "batch.txt"}, tables_);
  expect_code(outcome, 2);
  const std::vector<std::string> rows = lines_of(outcome.out);
  // "UUU" is a sequence of three moves, so it is solved like the good ones.
  ASSERT_EQ(rows.size(), 10'000u);
  std::size_t errors = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string id = "cube" + std::to_string(i) + ": ";
    ASSERT_THAT(rows[i], StartsWith(id));
    if (rows[i].starts_with(id + "error: line " + std::to_string(i + 1)))
      ++errors;
    else
      ASSERT_TRUE(rows[i].ends_with(")")) << rows[i];
  }
  EXPECT_EQ(errors, 86u);
  EXPECT_THAT(outcome.err, HasSubstr("9,914 cubes in "));
  EXPECT_THAT(outcome.err, HasSubstr("86 lines could not be read"));
}

TEST_F(WithTables, ABatchIsTheSameForAnyNumberOfThreads) {
  Start call = start({"solve", "-", "--threads", "1"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = answer({"scramble", "-n", "300", "--seed", "12"});
  const Outcome one = run(call);
  expect_code(one, 0);
  EXPECT_EQ(lines_of(one.out).size(), 300u);
  for (const char* threads : {"2", "5"}) {
    call.arguments = {"solve", "-", "--threads", threads};
    const Outcome several = run(call);
    expect_code(several, 0);
    EXPECT_EQ(several.out, one.out);
  }
}

TEST_F(WithTables, ServingAnswersEachLineAndLivesOn) {
  Start call = start({"solve", "--serve-stdin"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "R U\nR K\n\nme,F2\r\nD";
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], "U' R' (2)");
  EXPECT_THAT(rows[1], StartsWith("error: line 2, column 3: unknown move 'K'"));
  EXPECT_EQ(rows[2], "error: line 3: there is no position on this line");
  EXPECT_EQ(rows[3], "me: F2 (1)");
  EXPECT_EQ(rows[4], "D' (1)");
}

TEST_F(WithTables, AFullDiskIsAnErrorHoweverManyThreads) {
  std::ofstream(home_.path() / "batch.txt") << answer({"scramble", "-n", "1000", "--seed", "13"});
  for (const char* threads : {"1", "2"}) {
    Start call = start({"solve", "batch.txt", "--threads", threads});
    call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    call.output = "/dev/full";
    const Outcome outcome = run(call);
    expect_code(outcome, 3);
  }
}

TEST_F(WithTables, InterruptedABatchEndsWithWholeRows) {
  const std::vector<std::string> scrambles = lines_of(answer({"scramble", "-n", "500", "--seed", "14"}));
  std::ofstream batch(home_.path() / "batch.txt");
  for (std::size_t i = 0; i < 100'000; ++i) batch << scrambles[i % scrambles.size()] << '\n';
  batch.close();
  Start call = start({"solve", "batch.txt"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.output = home_.path() / "out.txt";
  std::ofstream(call.output).close();
  Running running(call);
  for (int i = 0; i < 6000 && fs::file_size(call.output) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  expect_code(outcome, 130);
  EXPECT_THAT(outcome.err, HasSubstr("stopped after "));
  std::ifstream file(call.output);
  std::stringstream rows;
  rows << file.rdbuf();
  EXPECT_TRUE(rows.str().ends_with(")\n"));
  for (const std::string& row : lines_of(rows.str())) ASSERT_TRUE(row.ends_with(")")) << row;
  EXPECT_LT(lines_of(rows.str()).size(), 100'000u);
}

TEST_F(WithTables, InterruptedWithoutALimitItEndsWithWhatItFound) {
  Start call = start({"solve", "--endless", "FBLLURRFBUUFBRFDDFUULLFRDDLRFBLDRFBLUUBFLBDDBUURRBLDDR"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.output = home_.path() / "out.txt";
  std::ofstream(call.output).close();
  Running running(call);
  const auto found = [&] {
    std::ifstream file(home_.path() / "out.txt");
    std::string line;
    return static_cast<bool>(std::getline(file, line));
  };
  for (int i = 0; i < 6000 && !found(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  expect_code(outcome, 130);
  EXPECT_EQ(outcome.err, "halfturn: stopped: this is the best so far\n");
  EXPECT_TRUE(found());
}

TEST_F(WithTables, ABudgetBuysTheBestThatCanBeHadInIt) {
  // Known to take 20 moves, and to be slow to solve in so few.
  const std::string hard = "FBLLURRFBUUFBRFDDFUULLFRDDLRFBLDRFBLUUBFLBDDBUURRBLDDR";
  EXPECT_EQ(as_json(answer({"solve", "--json", "--probes", "20000", hard}))["length"], 21);
  const Outcome missed = ask({"solve", "--json", "--probes", "20000", "--max-moves", "18", hard}, tables_);
  expect_code(missed, 1);
  EXPECT_EQ(as_json(missed.out)["length"], 21);
}

TEST_F(WithTables, ATargetThatIsProvedTooSmallIsMissed) {
  const Outcome outcome = ask({"solve", "--max-moves", "2", "R U F"}, tables_);
  expect_code(outcome, 1);
  EXPECT_EQ(outcome.out, "F' U' R' (3) missed 2\n");
}

TEST_F(WithTables, TheExamplesOfTheHelpSucceed) {
  EXPECT_THAT(answer({"solve", "D2 R' F"}), ::testing::EndsWith(" (3)\n"));
  EXPECT_THAT(
      answer({"solve", "--max-moves", "18", "BUFBUBBLFRRLLRFURULDDDFUBDLDFFRDULLFRDDBLRUFRDFULBURBB"}),
      ::testing::EndsWith(" (18)\n"));
}

TEST_F(WithTables, ScramblesAreFixedByTheirSeedAndNotTooShort) {
  const std::string scrambles = answer({"scramble", "-n", "20", "--seed", "2026"});
  EXPECT_EQ(scrambles, answer({"scramble", "-n", "20", "--seed", "2026", "--threads", "1"}));
  EXPECT_NE(scrambles, answer({"scramble", "-n", "20", "--seed", "2027"}));
  EXPECT_EQ(lines_of(scrambles).size(), 20u);
  for (const std::string& scramble : lines_of(scrambles)) {
    const nlohmann::json json = as_json(answer({"apply", "--json", scramble}));
    EXPECT_GE(json["half_turn"], 2);
    EXPECT_LE(json["half_turn"], 20);
  }
  const nlohmann::json json = as_json(answer({"scramble", "--seed", "1", "--json"}));
  EXPECT_EQ(json["facelets"], as_json(answer({"apply", "--json", json["scramble"]}))["facelets"]);
  EXPECT_NE(answer({"scramble"}), answer({"scramble"}));
}

}  // namespace
}  // namespace halfturn::testing

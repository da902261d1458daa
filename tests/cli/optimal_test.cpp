#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/notation.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::SizeIs;
using ::testing::StartsWith;

using Optimal = CommandLine;

/// Known to take 15 moves.
constexpr const char* kFifteen = "L U2 B2 U2 L B2 R' U2 R2 U2 L2 F2 U' B' L2 D L B2 F2 D'";
/// Takes 12 moves, and 15 quarter turns.
constexpr const char* kTwelve = "R U2 F' L D B2 R' U F L2 D' R";
/// Takes 20, and long to prove.
constexpr const char* kFarthest = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

TEST_F(Optimal, RefusesWhatMakesNoSense) {
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--endless"}, {"--probes", "5"}, {"--axes", "UD"}, {"--solutions", "2"}, {"--prefer", "RU"}}) {
    std::vector<std::string> arguments = {"solve", "R U", "--optimal"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    expect_refusal(halfturn(arguments), 2, wrong.front() + " does not go with shortest solutions");
  }
  expect_refusal(halfturn({"solve", "R U", "--all", "--all-within", "1"}), 2,
                 "--all and --all-within do not go together");
  expect_refusal(halfturn({"solve", "R U", "--all-orders"}), 2, "add --all or --all-within K");
  expect_refusal(halfturn({"solve", "R U", "--optimal", "--all-orders"}), 2, "add --all or --all-within K");
  expect_refusal(halfturn({"solve", "R U", "--lower-bound", "2"}), 2, "--lower-bound is about shortest");
  expect_refusal(halfturn({"solve", "R U", "--table", "optimal-700m"}), 2, "--table is about shortest");
  expect_refusal(halfturn({"solve", "R U", "R F", "--optimal", "--time", "5"}), 2, "is for one position");
  expect_refusal(
      halfturn({"solve", "R U", "--optimal", "--table", "phase1"}), 2,
      "there is no table 'phase1' for shortest solutions (the tables for this metric are: optimal-");
  expect_refusal(halfturn({"solve", "R U", "--optimal", "--metric", "quarter", "--table", "optimal-700m"}), 2,
                 "the tables for this metric are: optimal-quarter-");
  expect_refusal(halfturn({"solve", "R K", "--optimal"}), 2, "column 3: unknown move 'K'");
  EXPECT_EQ(names_in(home_.path()), Names{}) << "no table was begun";
}

TEST_F(WithTables, AShortestSolutionIsProved) {
  const Outcome near = ask({"solve", "--optimal", "F' R D2"}, tables_);
  expect_code(near, 0);
  EXPECT_EQ(near.out, "D2 R' F (3)\n");
  EXPECT_EQ(near.err, "halfturn: proved shortest: no solution of 2 moves or fewer\n");
  EXPECT_EQ(ask({"solve", "--optimal", "()"}, tables_).out, "(0)\n");
  const Outcome far = ask({"solve", "--optimal", kFifteen}, tables_);
  expect_code(far, 0);
  EXPECT_THAT(far.out, EndsWith(" (15)\n"));
  EXPECT_THAT(answer({"verify", kFifteen, far.out}), StartsWith("solved: 15 half-turn"));
  for (const char* cpu : {"portable", "avx2"}) {
    const Outcome other = ask({"solve", "--optimal", "--cpu", cpu, "--threads", "1", kFifteen}, tables_);
    if (other.code == 2) continue;  // not on this processor
    EXPECT_EQ(other.out, far.out);
  }
  EXPECT_EQ(ask({"solve", "--optimal", "--inverse", "--notation", "numeric", "F' R D2"}, tables_).out,
            "F3R1D2 (3)\n");
}

TEST_F(WithTables, AShortestSolutionAsJsonAndCsv) {
  const nlohmann::json json = as_json(ask({"solve", "--optimal", "--json", kFifteen}, tables_).out);
  EXPECT_EQ(json["length"], 15);
  EXPECT_EQ(json["lower_bound"], 15);
  EXPECT_EQ(json["proved_shortest"], true);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["target_met"], true);
  EXPECT_EQ(json["metric"], "half");
  EXPECT_EQ(json["count"], 1);
  EXPECT_EQ(json["solutions"], nlohmann::json::array({json["moves"]}));
  for (const char* counter : {"reads", "nodes", "endings"}) EXPECT_GT(json[counter], 0) << counter;
  EXPECT_TRUE(json["error"].is_null());
  EXPECT_EQ(ask({"solve", "--optimal", "--csv", "F' R D2"}, tables_).out,
            "id,length,moves,target_met,probes,error,metric,lower_bound,proved_shortest\n"
            ",3,D2 R' F,true,0,,half,3,true\n");
}

/// "Is there one within N?": no is exit code 1.
TEST_F(WithTables, IsThereAnyWithinSoManyMoves) {
  const Outcome no = ask({"solve", "--optimal", "--max-moves", "14", kFifteen}, tables_);
  expect_code(no, 1);
  EXPECT_EQ(no.out, "no solution of 14 moves or fewer\n");
  const nlohmann::json json =
      as_json(ask({"solve", "--optimal", "--max-moves", "14", "--json", kFifteen}, tables_).out);
  EXPECT_TRUE(json["moves"].is_null());
  EXPECT_TRUE(json["proved_shortest"].is_null());
  EXPECT_EQ(json["target_met"], false);
  EXPECT_EQ(json["lower_bound"], 15);
  EXPECT_EQ(json["complete"], true);
  EXPECT_THAT(ask({"solve", "--optimal", "--max-moves", "14", "--csv", kFifteen}, tables_).out,
              EndsWith("\n,,,false,0,,half,15,\n"));
  const Outcome yes = ask({"solve", "--optimal", "--max-moves", "18", kFifteen}, tables_);
  expect_code(yes, 0);
  EXPECT_THAT(yes.out, EndsWith(" (15)\n"));
  const Outcome trusted = ask({"solve", "--optimal", "--lower-bound", "15", kFifteen}, tables_);
  EXPECT_EQ(trusted.out, yes.out);
  EXPECT_THAT(trusted.err, HasSubstr("as far as the lower bound that was given holds"));
  EXPECT_EQ(ask({"solve", "--optimal", "--lower-bound", "16", "--max-moves", "15", kFifteen}, tables_).code,
            1);
}

/// The lines, each of which must be another solution.
std::set<std::string> distinct_solutions(const std::string& rows, const std::string& scramble) {
  std::set<std::string> solutions;
  for (const std::string& row : lines_of(rows)) {
    EXPECT_TRUE(solutions.insert(row).second) << row << " comes twice";
    const Moves moves = parse_moves(row.substr(0, row.rfind('(')))->moves;
    EXPECT_TRUE(parse_moves(scramble)->position().after(moves).is_solved()) << row;
  }
  return solutions;
}

TEST_F(WithTables, AllShortestSolutions) {
  const Outcome one = ask({"solve", "--all", "R U"}, tables_);
  expect_code(one, 0);
  EXPECT_EQ(one.out, "U' R' (2)\n");
  EXPECT_EQ(one.err,
            "halfturn: 1 solution of 2 moves, up to the order of turns of opposite faces: all there are\n");
  EXPECT_EQ(ask({"solve", "--all", "R L"}, tables_).out, "R' L' (2)\n");
  EXPECT_THAT(distinct_solutions(ask({"solve", "--all", "--all-orders", "R L"}, tables_).out, "R L"),
              ElementsAre("L' R' (2)", "R' L' (2)"));
  // Every order of the three pairs, and every order of the two turns of each.
  const std::string checkers = "R2 L2 U2 D2 F2 B2";
  const std::string all = ask({"solve", "--all", checkers}, tables_).out;
  EXPECT_THAT(distinct_solutions(all, checkers), SizeIs(6));
  const std::string orders = ask({"solve", "--all", "--all-orders", checkers}, tables_).out;
  EXPECT_THAT(distinct_solutions(orders, checkers), SizeIs(48));
}

/// Counted by another program, which tries all sequences.
TEST_F(WithTables, AllSolutionsThatAreALittleLonger) {
  const std::string scramble = "R2 U2 R2 U2";
  const auto lengths_within = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"solve", scramble};
    arguments.insert(arguments.end(), options.begin(), options.end());
    std::map<std::string, int> lengths;
    for (const std::string& row : distinct_solutions(ask(arguments, tables_).out, scramble))
      ++lengths[row.substr(row.rfind('('))];
    return lengths;
  };
  using Lengths = std::map<std::string, int>;
  EXPECT_EQ(lengths_within({"--all"}), (Lengths{{"(4)", 1}}));
  EXPECT_EQ(lengths_within({"--all-within", "1"}), (Lengths{{"(4)", 1}}));
  EXPECT_EQ(lengths_within({"--all-within", "2"}), (Lengths{{"(4)", 1}, {"(6)", 2}}));
  EXPECT_EQ(lengths_within({"--all-within", "2", "--all-orders"}), (Lengths{{"(4)", 1}, {"(6)", 4}}));
  const Outcome outcome = ask({"solve", "--all-within", "2", scramble, "--csv"}, tables_);
  EXPECT_THAT(outcome.out, HasSubstr(",6,"));
  EXPECT_THAT(outcome.out, HasSubstr(",half,4,false\n"));
  EXPECT_THAT(outcome.err, HasSubstr("3 solutions of 4 to 6 moves"));
}

/// The numbers of solutions were counted by another program, which tries all sequences.
TEST_F(WithTables, ShortestInQuarterTurns) {
  const std::vector<std::string> optimal = {"solve", "--metric", "quarter"};
  const auto quarter = [&](std::vector<std::string> words) {
    words.insert(words.begin(), optimal.begin(), optimal.end());
    return ask(words, tables_);
  };
  const Outcome one = quarter({"--optimal", "F' R2 L D2"});
  expect_code(one, 0);
  EXPECT_EQ(one.out, "D2 R2 L' F (6q)\n");
  EXPECT_EQ(one.err, "halfturn: proved shortest: no solution of 5 quarter turns or fewer\n");

  // As short in quarter turns are solutions of eight moves, too.
  const std::string squares = "R2 U2 R2 U2 R2 U2";
  EXPECT_THAT(distinct_solutions(ask({"solve", "--all", squares}, tables_).out, squares), SizeIs(8));
  const std::set<std::string> all = distinct_solutions(quarter({"--all", squares}).out, squares);
  EXPECT_THAT(all, SizeIs(32));
  for (const std::string& row : all) {
    EXPECT_THAT(row, EndsWith(" (12q)"));
    expect_code(ask({"verify", "--metric", "quarter", squares, row}, tables_), 0);
  }

  const Outcome no = quarter({"--optimal", "--max-moves", "11", squares});
  expect_code(no, 1);
  EXPECT_EQ(no.out, "no solution of 11 quarter turns or fewer\n");
  const nlohmann::json json = as_json(quarter({"--optimal", "--json", kTwelve}).out);
  EXPECT_EQ(json["metric"], "quarter");
  EXPECT_EQ(json["lower_bound"], 15);
  EXPECT_EQ(json["length"], 15);
  EXPECT_EQ(json["proved_shortest"], true);
  EXPECT_THAT(quarter({"--optimal", "--csv", squares}).out, EndsWith(",quarter,12,true\n"));
}

TEST_F(WithTables, AllSolutionsInEveryFormat) {
  const std::string scramble = "R2 L2 U2 D2";
  const std::vector<std::string> text = lines_of(ask({"solve", "--all", scramble}, tables_).out);
  const nlohmann::json json = as_json(ask({"solve", "--all", "--json", scramble}, tables_).out);
  EXPECT_EQ(json["count"], text.size());
  EXPECT_EQ(json["solutions"].size(), text.size());
  const std::vector<std::string> lines =
      lines_of(ask({"solve", "--all", "--format", "jsonl", scramble}, tables_).out);
  ASSERT_EQ(lines.size(), text.size() + 1);
  EXPECT_EQ(as_json(lines[0])["length"], 4);
  EXPECT_EQ(as_json(lines[0])["moves"].get<std::string>() + " (4)", text[0]);
  EXPECT_EQ(as_json(lines.back())["summary"]["count"], text.size());
  EXPECT_EQ(as_json(lines.back())["summary"]["lower_bound"], 4);
  const std::vector<std::string> csv = lines_of(ask({"solve", "--all", "--csv", scramble}, tables_).out);
  ASSERT_EQ(csv.size(), text.size() + 1);
  EXPECT_THAT(csv[1], MatchesRegex(",4,.*,true,0,,half,4,true"));
}

TEST_F(WithTables, ABatchOfShortestSolutions) {
  write_file(home_.path() / "list.txt", std::string("a,R U\nb,R K\nc,") + kFifteen + "\nd,()\ne,F2\n");
  const Outcome text = ask({"solve", "--optimal", "list.txt"}, tables_);
  expect_code(text, 2);
  const std::vector<std::string> rows = lines_of(text.out);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], "a: U' R' (2)");
  EXPECT_THAT(rows[1], StartsWith("b: error: line 2"));
  EXPECT_THAT(rows[2], MatchesRegex("c: .* \\(15\\)"));
  EXPECT_EQ(rows[3], "d: (0)");
  EXPECT_EQ(rows[4], "e: F2 (1)");
  EXPECT_THAT(text.err, HasSubstr("4 cubes in "));
  EXPECT_THAT(text.err, HasSubstr("proved shortest, mean length 4.500"));
  EXPECT_THAT(text.err, HasSubstr("  15 moves: 1\n"));
  EXPECT_THAT(text.err, HasSubstr("1 line could not be read"));
  const std::vector<std::string> csv =
      lines_of(ask({"solve", "--optimal", "list.txt", "--csv", "--threads", "1"}, tables_).out);
  ASSERT_EQ(csv.size(), 6u);
  EXPECT_EQ(csv[1], "a,2,U' R',true,0,,half,2,true");
  EXPECT_THAT(csv[2], MatchesRegex("b,,,,,\"line 2.*\",half,,"));
  const std::vector<std::string> json =
      lines_of(ask({"solve", "--optimal", "list.txt", "--json", "--max-moves", "14"}, tables_).out);
  ASSERT_EQ(json.size(), 5u);
  EXPECT_EQ(as_json(json[0])["id"], "a");
  EXPECT_TRUE(as_json(json[1])["lower_bound"].is_null());
  EXPECT_EQ(as_json(json[1])["code"], "bad_input");
  EXPECT_EQ(as_json(json[2])["target_met"], false);
  EXPECT_EQ(as_json(json[4])["moves"], "F2");
}

TEST_F(WithTables, ShortestSolutionsOfStdinAndAsAServer) {
  Start call = start({"solve", "--optimal", "-", "--max-moves", "1"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "R U\nF2\n";
  const Outcome list = run(call);
  expect_code(list, 1);
  EXPECT_EQ(list.out, "no solution of 1 move or fewer\nF2 (1)\n");
  EXPECT_THAT(list.err, HasSubstr("1 without a solution of 1 move or fewer"));
  call.arguments = {"solve", "--all", "--serve-stdin", "--json"};
  call.input = "R L\nR K\nme,F2\n";
  const Outcome served = run(call);
  expect_code(served, 0);
  const std::vector<std::string> rows = lines_of(served.out);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "{\"ready\":true}");
  EXPECT_EQ(as_json(rows[1])["solutions"], nlohmann::json::array({"R' L'"}));
  EXPECT_EQ(as_json(rows[2])["code"], "bad_input");
  EXPECT_EQ(as_json(rows[3])["id"], "me");
}

/// Time that is over leaves the best solution and what is proved.
TEST_F(WithTables, TheTimeForAShortestSolutionIsLimited) {
  const Outcome outcome = ask({"solve", "--optimal", "--time", "1", kFarthest}, tables_);
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, EndsWith(" (20)\n"));
  EXPECT_THAT(outcome.err, MatchesRegex("halfturn: time is up: at least [0-9]+ moves?; best found 20\n"));
  const nlohmann::json json =
      as_json(ask({"solve", "--optimal", "--time", "1", "--json", kFarthest}, tables_).out);
  EXPECT_EQ(json["proved_shortest"], false);
  EXPECT_EQ(json["complete"], false);
  EXPECT_LT(json["lower_bound"], 20);
}

TEST_F(WithTables, InterruptedTheSearchTellsWhatIsProved) {
  Start call = start({"solve", "--optimal", kFarthest});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  // Tables are copied first; who interrupts that gets no solution, and tries again later.
  for (auto wait = std::chrono::milliseconds(1000); wait < std::chrono::seconds(60); wait *= 2) {
    Running running(call);
    ASSERT_TRUE(running.listens_for(SIGINT));
    std::this_thread::sleep_for(wait);
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    expect_code(outcome, 130);
    if (outcome.out.empty()) continue;
    EXPECT_THAT(outcome.out, EndsWith(" (20)\n"));
    EXPECT_THAT(outcome.err, HasSubstr("halfturn: stopped: at least "));
    EXPECT_THAT(outcome.err, EndsWith("; best found 20\n"));
    return;
  }
  FAIL() << "the search never began";
}

}  // namespace
}  // namespace halfturn::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Analyze : public CommandLine {};

TEST_F(Analyze, HelpSaysWhatItIsAbout) {
  const std::string help = output({"analyze", "--help"});
  for (const char* part : {"--variant", "--stages", "--colours", "--solutions", "--format", "--events",
                           "--resume", "some 400 MB", "halfturn analyze WCA_export_Scrambles.tsv"})
    EXPECT_THAT(help, HasSubstr(part));
  EXPECT_THAT(output({"--help"}), HasSubstr("halfturn analyze "));
}

TEST_F(Analyze, WrongCallsAreRefusedAndMakeNothing) {
  struct WrongCall {
    std::vector<std::string> arguments;
    std::string message;
  };
  write_file(home_.path() / "list.txt", "R U\n");
  write_file(home_.path() / "table.tsv", "id\teventId\tscramble\n1\t333\tR U\n");
  write_file(home_.path() / "other.csv", "id,algorithm\n1,none\n");
  const std::vector<WrongCall> calls = {
      {{}, "nothing to analyze (give a scramble, a file with one scramble a line, or - for stdin)"},
      {{"R U K"}, "column 5: unknown move 'K'"},
      {{"R", "U", "K"}, "column 5: unknown move 'K'"},
      {{"no/such.txt"}, "there is no file no/such.txt, and it is no scramble either ("},
      {{"scrambles"}, "there is no file scrambles, and it is no scramble either ("},
      {{"my scrambles.txt"}, "there is no file my scrambles.txt, and it is no scramble either ("},
      {{"."}, ". is a folder"},
      {{".", "R"}, ". is a folder, and more words follow"},
      {{"[R U]", "--stages", "cross"}, "column 1: "},
      {{"list.txt", "table.tsv"}, "list.txt is a file, and more words follow (give one file at a time)"},
      {{"R", "--variant", "roux"},
       "there is no variant 'roux' (the variants are std, pseudo, pair, pseudo_pair, eo"},
      {{"R", "--stages", "cross,oll"}, "there is no stage 'oll' (the stages are cross, xcross, "},
      {{"R", "--variant", "std", "--stages", "eo_cross"}, "the stage 'eo_cross' is not of the variant std"},
      {{"R", "--colours", "WX"}, "there is no colour 'X' (the colours are W Y O R G B"},
      {{"R", "--colours", "WYW"}, "--colours: 'W' comes twice"},
      {{"R", "--solutions", "-1"}, "--solutions: '-1' is not a number from 1 to 1000"},
      {{"R", "--solutions=2x"}, "--solutions: '2x' is not a number from 1 to 1000"},
      {{"R", "--solutions", "0"}, "--solutions: '0' is not a number from 1 to 1000"},
      {{"R", "--solutions", "99999999999999999999"}, "is not a number from 1 to 1000"},
      {{"R", "--chain", "--solutions"}, "(leave out --solutions, --variant and --stages)"},
      {{"R", "--chain", "--stages", "cross"},
       "--chain goes through cross, xcross, xxcross, xxxcross and f2l"},
      {{"--serve-stdin", "--chain"},
       "--serve-stdin does not go with --events, --keep, --output, --solutions"},
      {{"--serve-stdin", "--solutions", "2"}, "or --chain (leave these out, or give the scrambles as a file"},
      {{"R", "--prefer", "RU"}, "--prefer sorts solutions of equal length"},
      {{"R", "--format", "xml"}, "--format"},
      {{"R", "--json", "--format", "csv"}, "--json and --format csv do not go together"},
      {{"R", "--events", "333"}, "--events is for a file with several events"},
      {{"R", "--resume"}, "--resume and --force are about a file (name it with --output FILE)"},
      {{"R", "--force", "--output", "-"}, "--resume and --force are about a file"},
      {{"R", "--output", "new", "--resume", "--force"}, "--resume and --force do not go together"},
      {{"R", "--output", "new", "--resume"}, "--resume is for a file of scrambles"},
      {{"R", "--threads", "x"}, "--threads"},
      {{"R", "--cpu", "z80"}, "--cpu"},
      {{"list.txt", "--solutions", "--output", "new", "--resume"},
       "--resume does not go with --solutions or --chain"},
      {{"list.txt", "--events", "333"}, "--events needs an input that tells events apart"},
      {{"list.txt", "--output", "new", "--resume", "--format", "table"},
       "--resume does not go with --format table"},
      {{"list.txt", "--output", "table.tsv"},
       "table.tsv is there already (write over it by --force, go on with a file of many by --resume"},
      {{"list.txt", "--output", "list.txt", "--force"},
       "list.txt is the input (write the rows to another file)"},
      {{"list.txt", "--output", "table.tsv", "--resume"},
       "cannot go on with table.tsv: its line 1 is not the header"},
      {{"table.tsv", "--events", "333,222"},
       "'222' is not an event of the 3x3x3 (those are 333, 333oh, 333bf, 333fm, 333ft, 333mbf)"},
      {{"other.csv"}, "line 1: this looks like the header of a table, but it names no column 'scramble'"},
  };
  const Names before = names_in(home_.path());
  for (const WrongCall& call : calls) {
    SCOPED_TRACE(::testing::PrintToString(call.arguments));
    std::vector<std::string> arguments = call.arguments;
    arguments.insert(arguments.begin(), "analyze");
    expect_refusal(halfturn(arguments), 2, call.message);
  }
  expect_refusal(halfturn({"analyze", "list.txt", "--output", "no/such/folder"}), 3,
                 "its folder must be there");
  EXPECT_EQ(names_in(home_.path()), before);
  EXPECT_EQ(read_file(home_.path() / "list.txt"), "R U\n");
}

TEST_F(Analyze, AnInputWithoutAScrambleNeedsNoTables) {
  write_file(home_.path() / "table.tsv", "id\teventId\tscramble\n1\t222\tR U\n2\t222\tR\n3\tpyram\tL\n");
  const Outcome outcome = halfturn({"analyze", "table.tsv", "--stages", "cross"});
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.out, "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n");
  EXPECT_THAT(outcome.err, HasSubstr("left out 3 rows of other events: 222 2, pyram 1\n"));
  EXPECT_THAT(outcome.err,
              HasSubstr("no scrambles: blank lines, and those that begin with #, are passed over"));
  // Nor does one in which none can be read.
  Start call = start({"analyze", "-", "--stages", "cross"});
  call.input = "a,R K\nb,\n";
  const Outcome bad = run(call);
  expect_code(bad, 2);
  EXPECT_EQ(bad.out, "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\na,,,,,,\nb,,,,,,\n");
  EXPECT_THAT(bad.err, HasSubstr("line 1, column 5: unknown move 'K'"));
  EXPECT_THAT(bad.err, HasSubstr("line 2: there is no scramble on this line"));
  EXPECT_THAT(bad.err, HasSubstr("2 scrambles could not be read"));
}

const std::string kExample = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";

TEST_F(WithTables, AnalyzePrintsATable) {
  EXPECT_EQ(answer({"analyze", kExample}),
            "bottom    Y (D)  W (U)  O (L)  R (R)  G (F)  B (B)  best\n"
            "cross     6      6      6      5*     7      5*        5\n"
            "xcross    7*     7*     8      7*     9      7*        7\n"
            "xxcross   9*    10     10      9*    10      9*        9\n"
            "xxxcross 11     11     11     12     12     10*       10\n"
            "f2l      14     14     14     13*    14     14        13\n");
  EXPECT_EQ(answer({"analyze", "--stages", "f2l", "--colours", "RW", kExample}),
            "bottom  W (U)  R (R)  best\n"
            "f2l    14     13*       13\n");
}

TEST_F(WithTables, AnalyzeUnderstandsAllItsFormats) {
  const std::string header = "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n";
  EXPECT_EQ(answer({"analyze", "--format", "csv", "--stages", "cross", kExample}),
            header + "1,6,6,6,5,7,5\n");
  const nlohmann::json expected = nlohmann::json::parse(
      R"({"id": "1", "scramble": "", "stages": {"cross": {"Y": 6, "W": 6, "O": null, "R": null, "G": 7, "B": null}},
          "error": null})");
  nlohmann::json json =
      as_json(answer({"analyze", "--json", "--stages", "cross", "--colours", "gyw", kExample}));
  EXPECT_EQ(json["scramble"], kExample);
  json["scramble"] = "";
  EXPECT_EQ(json, expected);
}

TEST_F(WithTables, ASolvedCubeHasNothingToDoInAnyVariant) {
  const std::vector<std::string> lines =
      lines_of(answer({"analyze", "--variant", "all", "--format", "csv", "()"}));
  ASSERT_EQ(lines.size(), 2u);
  const auto columns = static_cast<std::size_t>(std::ranges::count(lines[0], ','));
  EXPECT_EQ(columns, 6u * 22);
  std::string zeros = "1";
  for (std::size_t i = 0; i < columns; ++i) zeros += ",0";
  EXPECT_EQ(lines[1], zeros);
  // Turned as a whole it is as solved as before.
  EXPECT_EQ(lines_of(answer({"analyze", "--variant", "all", "--format", "csv", "x", "y'"}))[1], zeros);
}

TEST_F(WithTables, ColoursGoByTheCentresHoweverTheCubeIsHeld) {
  const std::string row = answer({"analyze", "--variant", "std,pair", "--format", "csv", "R U F' D2"});
  for (const char* rotation : {"x", "y'", "z2", "x y2", "z' y"})
    EXPECT_EQ(answer({"analyze", "--variant", "std", "--variant", "pair", "--format", "csv",
                      "R U F' D2 " + std::string(rotation)}),
              row);
  EXPECT_EQ(answer({"analyze", "--variant", "std,pair", "--format", "csv", "R U F' Uw2"}), row)
      << "which turns D and the cube";
}

TEST_F(WithTables, TheWaysThatAreShownLeadThere) {
  // The cube is left turned, so each way begins with a rotation from there.
  const std::string scramble = kExample + " Rw y";
  const nlohmann::json json = as_json(answer(
      {"analyze", "--json", "--solutions", "3", "--stages", "cross,xcross", "--colours", "WRG", scramble}));
  for (const char* stage : {"cross", "xcross"})
    for (const char* colour : {"W", "R", "G"}) {
      const nlohmann::json& ways = json["solutions"][stage][colour];
      ASSERT_EQ(ways.size(), 3u);
      EXPECT_EQ(ways[0]["length"], json["stages"][stage][colour]);
      for (const nlohmann::json& way : ways) {
        const std::string there =
            scramble + " " + way["rotation"].get<std::string>() + " " + way["moves"].get<std::string>();
        EXPECT_EQ(as_json(answer({"analyze", "--json", "--stages", stage, "--colours", colour,
                                  there}))["stages"][stage][colour],
                  0)
            << there;
      }
    }
  // The number may be left out, wherever the flag stands.
  const std::string one = answer({"analyze", "--stages", "cross", "--colours", "Y", "R U F", "--solutions"});
  EXPECT_EQ(answer({"analyze", "--stages", "cross", "--colours", "Y", "--solutions", "R U F"}), one);
  EXPECT_EQ(answer({"analyze", "--stages", "cross", "--colours", "Y", "R", "--solutions", "U", "F"}), one);
  EXPECT_EQ(answer({"analyze", "--stages", "cross", "--colours", "Y", "--solutions", "1", "R U F"}), one);
  EXPECT_THAT(one, HasSubstr("\ncross, Y at the bottom\n"));
}

TEST_F(WithTables, ABatchOfTheWcaExport) {
  std::ofstream(home_.path() / "export.tsv")
      << "scrambleId\tcompetitionId\teventId\troundTypeId\tgroupId\tisExtra\tscrambleNum\tscramble\r\n"
      << "1\tA\t333\tf\tA\t0\t1\tR U F'\r\n"
      << "2\tA\t444\tf\tA\t0\t1\tRw2 Fw U\r\n"
      << "3\tA\t333bf\tf\tA\t0\t1\tR U F' Rw Uw\r\n"
      << "4\tA\t333mbf\tf\tA\t0\t1\tR U F' x|R K|R\r\n"
      << "5\tA\t333fm\tf\tA\t0\t1\tR U F'\r\n";
  const Outcome outcome = ask({"analyze", "export.tsv", "--stages", "cross,f2l"}, tables_);
  expect_code(outcome, 2);
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_THAT(rows[0], StartsWith("id,cross_z0,"));
  EXPECT_THAT(rows[0], EndsWith(",f2l_x1"));
  const std::string numbers = rows[1].substr(1);
  EXPECT_THAT(rows[2], StartsWith("3,"));
  EXPECT_EQ(rows[3], "4-1" + numbers);
  EXPECT_EQ(rows[4], "4-2,,,,,,,,,,,,");
  EXPECT_THAT(rows[5], StartsWith("4-3,"));
  EXPECT_EQ(rows[6], "5" + numbers);
  EXPECT_THAT(outcome.err, HasSubstr("line 5, column 31: unknown move 'K'"));
  EXPECT_THAT(outcome.err, HasSubstr("6 scrambles in "));
  EXPECT_THAT(outcome.err, HasSubstr("left out 1 row of other events: 444 1\n"));
  EXPECT_THAT(outcome.err, HasSubstr("1 scramble could not be read"));
  const Outcome some =
      ask({"analyze", "export.tsv", "--stages", "cross,f2l", "--events", "333,333fm"}, tables_);
  expect_code(some, 0);
  EXPECT_EQ(some.out, rows[0] + "\n1" + numbers + "\n5" + numbers + "\n");
  // As JSON, an object a line.
  const Outcome json = ask({"analyze", "export.tsv", "--stages", "cross", "--json"}, tables_);
  expect_code(json, 2);
  const std::vector<std::string> objects = lines_of(json.out);
  ASSERT_EQ(objects.size(), 6u);
  EXPECT_EQ(as_json(objects[0])["scramble"], "R U F'");
  EXPECT_TRUE(as_json(objects[0])["error"].is_null());
  EXPECT_EQ(as_json(objects[3])["id"], "4-2");
  EXPECT_TRUE(as_json(objects[3])["stages"].is_null());
  EXPECT_THAT(as_json(objects[3])["error"].get<std::string>(),
              StartsWith("line 5, column 31: unknown move 'K'"));
}

TEST_F(WithTables, ABatchAnswersAsOneQuestionDoesWhateverTheThreads) {
  const std::string scrambles = answer({"scramble", "-n", "70", "--seed", "21"});
  Start call = start({"analyze", "-", "--stages", "cross,xcross", "--threads", "1"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = scrambles;
  const Outcome one = run(call);
  expect_code(one, 0);
  call.arguments.back() = "3";
  EXPECT_EQ(run(call).out, one.out);
  call.arguments.push_back("--small");
  EXPECT_EQ(run(call).out, one.out);
  const std::vector<std::string> rows = lines_of(one.out);
  ASSERT_EQ(rows.size(), 71u);
  for (const std::size_t i : {1u, 40u, 70u}) {
    const std::string single =
        answer({"analyze", "--format", "csv", "--stages", "cross,xcross", lines_of(scrambles)[i - 1]});
    EXPECT_EQ(rows[i].substr(rows[i].find(',')), lines_of(single)[1].substr(1));
  }
}

TEST_F(WithTables, AnAnalysisGoesOnAfterWhateverEndedIt) {
  const std::vector<std::string> scrambles = lines_of(answer({"scramble", "-n", "500", "--seed", "14"}));
  std::ofstream batch(home_.path() / "batch.txt");
  for (std::size_t i = 0; i < 20'000; ++i)
    batch << "cube " << i << ',' << (i % 1000 == 7 ? "R K" : scrambles[i % scrambles.size()]) << '\n';
  batch.close();
  const auto call = [&](const char* file, const char* how) {
    Start made = start({"analyze", "batch.txt", "--stages", "cross", "--output", file, how});
    made.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    return made;
  };
  expect_code(run(call("whole.csv", "--force")), 2);
  const std::string whole = read_file(home_.path() / "whole.csv");
  EXPECT_EQ(lines_of(whole).size(), 20'001u);

  // Killed again and again, at some moment or other; the last time it comes to its end.
  const fs::path file = home_.path() / "rows.csv";
  for (int wait = 0; wait < 12; ++wait) {
    Running running(call("rows.csv", "--resume"));
    std::this_thread::sleep_for(std::chrono::milliseconds(40 * (wait % 4) + 7 * wait));
    running.send(wait % 3 == 2 ? SIGINT : SIGKILL);
    const Outcome outcome = running.wait();
    if (outcome.code == 130) {
      EXPECT_THAT(outcome.err, HasSubstr("stopped"));
    }
    const std::string so_far = fs::exists(file) ? read_file(file) : "";
    ASSERT_TRUE(whole.starts_with(so_far)) << so_far.size();
  }
  // A disk that is full.
  Start full = call("rows.csv", "--resume");
  const std::size_t room = fs::exists(file) ? fs::file_size(file) + 1000 : 1000;
  if (room < whole.size()) {
    full.largest_file = room;
    const Outcome outcome = run(full);
    expect_code(outcome, 3);
    EXPECT_THAT(outcome.err,
                HasSubstr("cannot write rows.csv: File too large (make room, then go on with: the same"));
    EXPECT_EQ(fs::file_size(file), room);
  }
  const Outcome last = run(call("rows.csv", "--resume"));
  expect_code(last, 2);
  EXPECT_THAT(last.err, HasSubstr("20 scrambles could not be read"));
  EXPECT_TRUE(read_file(file) == whole);
  const Outcome again = run(call("rows.csv", "--resume"));
  expect_code(again, 2);
  EXPECT_THAT(again.err, HasSubstr("rows.csv is finished: 20,000 rows\n"));
  EXPECT_TRUE(read_file(file) == whole);
}

/// Two lists without ids look alike; their numbers do not.
TEST_F(WithTables, AnAnalysisDoesNotGoOnWithTheRowsOfOtherScrambles) {
  write_file(home_.path() / "one.txt", answer({"scramble", "-n", "40", "--seed", "1"}));
  write_file(home_.path() / "other.txt", answer({"scramble", "-n", "40", "--seed", "2"}));
  const auto analyze = [&](const char* input, const char* how) {
    return ask({"analyze", input, "--stages", "cross,xcross", "--output", "rows.csv", how}, tables_);
  };
  expect_code(analyze("one.txt", "--force"), 0);
  const std::string whole = read_file(home_.path() / "rows.csv");
  const std::string part = whole.substr(0, whole.find("\n20,") + 1);
  write_file(home_.path() / "rows.csv", part);
  expect_refusal(analyze("other.txt", "--resume"), 2,
                 "cannot go on with rows.csv: its line 18 does not have the numbers of scramble '17'");
  EXPECT_EQ(read_file(home_.path() / "rows.csv"), part);
  expect_code(analyze("one.txt", "--resume"), 0);
  EXPECT_EQ(read_file(home_.path() / "rows.csv"), whole);
}

/// Header and length are as they should be, so that only the distances tell.
TEST_F(WithTables, ADamagedTableIsNoticed) {
  const fs::path folder = home_.path() / "tables";
  fs::create_directory(folder);
  for (const std::string& name : names_in(tables_))
    fs::create_symlink(fs::absolute(tables_) / name, folder / name);
  std::string bytes = read_file(tables_ / "stage-pair.table");
  for (std::size_t i = bytes.size() / 4; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i % 243);
  fs::remove(folder / "stage-pair.table");
  write_file(folder / "stage-pair.table", bytes);
  expect_refusal(ask({"analyze", kExample, "--stages", "cross_pair"}, folder), 3,
                 "stage-pair.table cannot be used: its content does not match its checksum");
}

TEST_F(WithTables, AnInterruptedAnalysisSaysHowToGoOn) {
  std::ofstream batch(home_.path() / "batch.txt");
  const std::vector<std::string> scrambles = lines_of(answer({"scramble", "-n", "500", "--seed", "14"}));
  for (std::size_t i = 0; i < 100'000; ++i) batch << scrambles[i % scrambles.size()] << '\n';
  batch.close();
  Start call = start({"analyze", "batch.txt", "--output", "rows.csv"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  const fs::path file = home_.path() / "rows.csv";
  Running running(call);
  for (int i = 0; i < 6000 && (!fs::exists(file) || fs::file_size(file) < 1000); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  expect_code(outcome, 130);
  EXPECT_THAT(outcome.err, HasSubstr("rows (go on with: the same command and --resume)\n"));
  const std::string rows = read_file(file);
  EXPECT_THAT(rows, EndsWith("\n"));
  for (const std::string& row : lines_of(rows)) ASSERT_EQ(std::ranges::count(row, ','), 30) << row;
}

}  // namespace
}  // namespace halfturn::testing

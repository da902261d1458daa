// One way in: what is read from arguments, files and stdin is the same for every command.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Positions : public CommandLine {
 protected:
  void file(const std::string& name, const std::string& text) const { write_file(home_.path() / name, text); }
};

const std::string kSuperflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
const std::string kCut = kSuperflip.substr(0, 27);

TEST_F(Positions, AnEmptyArgumentIsNoPosition) {
  for (const std::vector<std::string>& call :
       std::vector<std::vector<std::string>>{{"solve", ""},
                                             {"solve", "R U", " "},
                                             {"analyze", ""},
                                             {"apply", "\n"},
                                             {"lookup", ""},
                                             {"coset", "", "--prove", "20"},
                                             {"verify", "", "R"}})
    expect_refusal(halfturn(call), 2, "an empty argument is no ");
  Start call = start({"apply", "-"});
  call.input = " \n";
  expect_refusal(run(call), 2, "there is no position in stdin (give moves, 54 facelets or 20 pieces;");
  EXPECT_EQ(json_output({"apply", "--json", "()"})["solved"], true);
}

/// What solve prints is a position, too, with the number of its moves.
TEST_F(Positions, ANumberOfMovesBehindThemIsPassedOver) {
  const std::string plain = output({"apply", "D2 R' F", "--json"});
  for (const char* text : {"D2 R' F (3)", "D2 R' F (4q)", "D2 R' F  (3f) "}) {
    EXPECT_EQ(output({"apply", text, "--json"}), plain);
    EXPECT_EQ(output({"apply", text, "--json", "--input", "moves"}), plain);
  }
  expect_refusal(halfturn({"apply", "D2 R' F (3x)"}), 2, "'3x' has a number before the move");
}

TEST_F(Positions, TwoArgumentsAreNeverOneLongPosition) {
  expect_refusal(halfturn({"apply", "R U F", "F2 D"}), 2,
                 "there are 2 positions, and this command takes one");
  expect_refusal(halfturn({"apply", kSuperflip, kSuperflip}), 2, "there are 2 positions");
  expect_refusal(halfturn({"apply", "[R, U]", "F"}), 2, "there are 2 positions");
  EXPECT_EQ(json_output({"apply", "--json", "R", "U", "F"})["moves"], "R U F");
  EXPECT_EQ(json_output({"apply", "--json", "[R,U]", "F"})["moves"], "R U R' U' F");
  EXPECT_EQ(json_output({"apply", "--json", "[R,", "U]"})["moves"], "R U R' U'");
  file("list.txt", "R\n");
  expect_refusal(halfturn({"solve", "R U", "list.txt"}), 2, "list.txt is a file, and other words precede it");
}

TEST_F(Positions, AreReadAsWhatTheyAreSaidToBe) {
  for (const char* command : {"solve", "analyze", "apply", "lookup"}) {
    expect_refusal(halfturn({command, kCut, "--input", "facelets"}), 2, "27");
    expect_refusal(halfturn({command, "R U", "--input", "pieces"}), 2, "halfturn: ");
    expect_refusal(halfturn({command, "R U", "--input", "photo"}), 2, "--input");
    expect_refusal(halfturn({command, kCut}), 2, "27 letters of faces and nothing else");
  }
  expect_refusal(halfturn({"verify", kCut, "R", "--input", "facelets"}), 2, "in the scramble: ");
  EXPECT_EQ(json_output({"apply", "--json", kCut, "--input", "moves"})["half_turn"], 27);
  EXPECT_EQ(json_output({"apply", "--json", kSuperflip, "--input", "facelets"})["kind"], "facelets");
}

TEST_F(Positions, VerifyReadsAFileOfScramblesAndOneOfSolutions) {
  file("scrambles.txt", "a,R U\nb,F2\nc,D\nd,[R, U]\n");
  file("solutions.txt", "# by hand\na: U' R' (2)\nb: F2\nb: F\nd: [U, R] (4)\n");
  const Outcome outcome = halfturn({"verify", "scrambles.txt", "solutions.txt"});
  expect_code(outcome, 2);
  EXPECT_THAT(lines_of(outcome.out),
              ElementsAre("a: solved: 2 half-turn, 2 quarter-turn, 2 slice-turn metric",
                          "b: solved: 1 half-turn, 2 quarter-turn, 1 slice-turn metric",
                          "b: not solved: 1 half-turn, 1 quarter-turn, 1 slice-turn metric",
                          "c: error: there is no solution for 'c'",
                          "d: solved: 4 half-turn, 4 quarter-turn, 4 slice-turn metric"));
  EXPECT_THAT(outcome.err, HasSubstr("halfturn: 3 of 5 solved, 1 not solved, 1 not to be told\n"));
  // As solve --csv prints them, and in order where there are no ids.
  file("solutions.csv",
       "id,length,moves,target_met,probes,error,metric\na,2,U' R',true,1,,half\n"
       "b,1,F2,true,1,,half\nc,1,D',true,1,,half\nd,,,,,no,half\n");
  EXPECT_THAT(halfturn({"verify", "scrambles.txt", "solutions.csv"}).err,
              HasSubstr("3 of 4 solved, 1 not to"));
  file("plain.txt", "R\nU\n");
  Start call = start({"verify", "plain.txt", "-"});
  call.input = "R' (1)\nU2\nF\n";
  const Outcome in_order = run(call);
  expect_code(in_order, 2);
  EXPECT_THAT(lines_of(in_order.out),
              ElementsAre(StartsWith("1: solved"), StartsWith("2: not solved"),
                          "3: error: line 3: there is no scramble for this solution"));
  call.input = "R'\nU2\n";
  expect_code(run(call), 1);
}

TEST_F(Positions, VerifyReadsATableWithBoth) {
  file("both.csv", "id,scramble,solution\n1,R U,U' R'\n2,\"[R, U]\",\n3,R K,R\n4,R,K\n");
  const Outcome outcome = halfturn({"verify", "both.csv", "--json"});
  expect_code(outcome, 2);
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(as_json(rows[0])["solved"], true);
  EXPECT_EQ(as_json(rows[1])["solved"], false);
  EXPECT_THAT(as_json(rows[2])["error"].get<std::string>(),
              StartsWith("line 4, column 5: in the scramble: "));
  EXPECT_THAT(as_json(rows[3])["error"].get<std::string>(), StartsWith("line 5: in the solution: "));
  file("good.csv", "scramble\tmoves\nR\tR'\n");
  expect_code(halfturn({"verify", "good.csv"}), 0);
  file("list.txt", "R\n");
  expect_refusal(halfturn({"verify", "list.txt"}), 2, "there are no solutions in list.txt");
  expect_refusal(halfturn({"verify", "list.txt", "list.txt"}), 2, "are the same file");
}

TEST_F(Positions, ColumnsToKeepMustBeThere) {
  file("table.csv", "id,scramble,time\n1,R,9\n");
  expect_refusal(halfturn({"analyze", "table.csv", "--keep", "date"}), 2,
                 "--keep: the input has no column 'date'");
  expect_refusal(halfturn({"solve", "table.csv", "--keep", "time"}), 2, "--keep has no place in text rows");
  expect_refusal(halfturn({"solve", "table.csv", "--csv", "--keep", "id"}), 2,
                 "has a column 'id' of its own");
  expect_refusal(halfturn({"solve", "R", "--csv", "--keep", "time"}), 2, "are for a file");
  expect_refusal(halfturn({"analyze", "table.csv", "--keep", "time", "--format", "table"}), 2,
                 "--keep has no");
  expect_refusal(halfturn({"analyze", "table.csv", "--keep", "time,time"}), 2, "--keep: 'time' comes twice");
}

const std::vector<std::pair<std::string, std::string>>& every_format() {
  static const std::vector<std::pair<std::string, std::string>> kFormats = {
      {"lines", "R U\n\n# c\n// d\nF2\n[R, U] D\n"},
      {"ids", "a,R U\nb,K\n,F\n"},
      {"ids.tsv", "a\tR U\nb\tF\n"},
      {"mixed", "R\nme,U\nF // x, y\n"},
      {"table.csv", "\xEF\xBB\xBFid,scramble\r\n7,R U\r\n8,\r\n"},
      {"cstimer.csv", "No.;Time;Comment;Scramble;Date\n1;9.5;;R U;x\n2;8;;F;x\n"},
      {"v1.tsv", "scrambleId\teventId\tscramble\n1\t333\tR\n2\t222\tU\n3\t333mbf\tF|D\n"},
      {"v2.tsv", "id\tevent_id\tscramble\n1\t333\tR\n2\t222\tU\n"},
      {"cstimer.json",
       R"({"session1":[[[0,9500],"R U","",1700000000],[[-1,1],"K","",0]],"session3":[[[0,1],"F","",0]]})"},
      {"cr", "R U\rF\r"},
      {"rows", "UUUUUUUUU\nRRRRRRRRR\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB\n"}};
  return kFormats;
}

/// The first field of each row of a CSV.
std::vector<std::string> ids_of(const std::string& csv) {
  std::vector<std::string> ids;
  for (const std::string& line : lines_of(csv)) ids.push_back(line.substr(0, line.find(',')));
  return ids;
}

TEST_F(WithTables, SolveAndAnalyzeGiveTheSameIds) {
  for (const auto& [name, text] : every_format()) {
    SCOPED_TRACE(name);
    write_file(home_.path() / name, text);
    const std::vector<std::string> solved = ids_of(ask({"solve", "--csv", name}, tables_).out);
    EXPECT_EQ(solved, ids_of(ask({"analyze", "--stages", "cross", name}, tables_).out));
    EXPECT_GE(solved.size(), 2u);
    Start call = start({"lookup", "--json", "-"});
    call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    call.input = text;
    const std::vector<std::string> rows = lines_of(run(call).out);
    ASSERT_EQ(rows.size() + 1, solved.size());
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(as_json(rows[i])["id"], solved[i + 1]);
  }
}

TEST_F(WithTables, SeveralArgumentsAreSeveralPositions) {
  const Outcome outcome = ask({"solve", "R U F", "F2 D"}, tables_);
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.out, "F' U' R' (3)\nD' F2 (2)\n");
  EXPECT_THAT(ids_of(ask({"solve", "--csv", "R U F", "F2 K"}, tables_).out), ElementsAre("id", "1", "2"));
  EXPECT_THAT(ask({"solve", "R U F", "F2 K"}, tables_).err,
              HasSubstr("argument 2, column 4: unknown move 'K'"));
  EXPECT_THAT(ids_of(ask({"analyze", "--stages", "cross", "R U F", "D"}, tables_).out),
              ElementsAre("id", "1", "2"));
  EXPECT_EQ(answer({"solve", "R", "U", "F"}), "F' U' R' (3)\n");
}

TEST_F(WithTables, ColumnsOfTheInputAreKept) {
  write_file(home_.path() / "in.tsv",
             "scrambleId\tcompetitionId\teventId\tscramble\n5\tA, B\t333\tR\n6\tC\t333oh\tK\n");
  EXPECT_THAT(lines_of(ask({"solve", "--csv", "--keep", "event,competition", "in.tsv"}, tables_).out),
              ElementsAre("id,event,competition,length,moves,target_met,probes,error,metric",
                          StartsWith("5,333,\"A, B\",1,R',true,"), StartsWith("6,333oh,C,,,,,\"line 3")));
  EXPECT_THAT(
      lines_of(ask({"analyze", "--stages", "cross", "--keep", "event,competition", "in.tsv"}, tables_).out),
      ElementsAre("id,event,competition,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1",
                  StartsWith("5,333,\"A, B\",1,"), "6,333oh,C,,,,,,"));
  for (const char* command : {"solve", "analyze"}) {
    const std::vector<std::string> rows =
        lines_of(ask({command, "--json", "--keep", "competition", "in.tsv"}, tables_).out);
    ASSERT_EQ(rows.size(), 2u);
    for (const std::string& row : rows) EXPECT_TRUE(as_json(row)["kept"].contains("competition"));
    EXPECT_EQ(as_json(rows[0])["kept"]["competition"], "A, B");
  }
  // A run that keeps columns can be resumed.
  ask({"analyze", "--stages", "cross", "--keep", "event", "in.tsv", "-o", "out.csv"}, tables_);
  const std::string whole = read_file(home_.path() / "out.csv");
  write_file(home_.path() / "out.csv", whole.substr(0, whole.size() - 9));
  ask({"analyze", "--stages", "cross", "--keep", "event", "in.tsv", "-o", "out.csv", "--resume"}, tables_);
  EXPECT_EQ(read_file(home_.path() / "out.csv"), whole);
}

TEST_F(WithTables, ServingAnalysesAnswersEachLineWithACodeForErrors) {
  Start call = start({"analyze", "--serve-stdin", "--stages", "cross"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "R U\nme,[R, U]\nR K\n\n// no position\nD";
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.err, "halfturn: ready\n");
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0], "{\"ready\":true}");
  EXPECT_EQ(as_json(rows[1])["id"], "1");
  EXPECT_TRUE(as_json(rows[1])["stages"]["cross"]["W"].is_number());
  EXPECT_TRUE(as_json(rows[1])["code"].is_null());
  EXPECT_EQ(as_json(rows[2])["id"], "me");
  for (const std::size_t bad : {3u, 4u, 5u}) {
    EXPECT_EQ(as_json(rows[bad])["code"], "bad_input");
    EXPECT_TRUE(as_json(rows[bad])["stages"].is_null());
  }
  EXPECT_THAT(as_json(rows[3])["error"].get<std::string>(), StartsWith("line 3, column 3: unknown move"));
  EXPECT_EQ(as_json(rows[6])["id"], "6");
}

TEST_F(WithTables, ServingScramblesAnswersNumbersAndConditions) {
  Start call = start({"scramble", "--serve-stdin", "--where", "cross(W)<=4", "--seed", "1", "--json"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "\n3\ncross(Y)=3\n2 cross(Y)=3\n0\ncross(W)=99\nnonsense\n1\n";
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.err, "halfturn: ready\n");
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 1u + 1 + 3 + 1 + 2 + 3 + 1);
  EXPECT_EQ(rows[0], "{\"ready\":true}");
  for (const std::size_t i : {1u, 2u, 3u, 4u, 11u}) EXPECT_LE(as_json(rows[i])["stages"]["cross"]["W"], 4);
  for (const std::size_t i : {5u, 6u, 7u}) EXPECT_EQ(as_json(rows[i])["stages"]["cross"]["Y"], 3);
  for (const std::size_t i : {8u, 9u, 10u}) {
    EXPECT_EQ(as_json(rows[i])["code"], "bad_input");
    EXPECT_TRUE(as_json(rows[i])["scramble"].is_null());
  }
  EXPECT_THAT(as_json(rows[8])["error"].get<std::string>(),
              StartsWith("line 5, column 1: '0' is not a number"));
  // The same scrambles as without serving.
  const std::string plain = answer({"scramble", "-n", "4", "--where", "cross(W)<=4", "--seed", "1"});
  EXPECT_EQ(as_json(rows[1])["scramble"], lines_of(plain)[0]);
  EXPECT_EQ(as_json(rows[4])["scramble"], lines_of(plain)[3]);
}

TEST_F(WithTables, ServingScramblesWithoutConditionsDrawsFromAllPositions) {
  Start call = start({"scramble", "--serve-stdin", "--seed", "7"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "\n70\ncross(W)=2\n1\n";
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 1u + 70 + 1 + 1);
  // A line with conditions comes between.
  EXPECT_EQ(as_json(answer({"analyze", "--json", "--stages", "cross", rows[71]}))["stages"]["cross"]["W"], 2);
  rows.erase(rows.begin() + 71);
  EXPECT_EQ(rows, lines_of(answer({"scramble", "-n", "72", "--seed", "7"})));
  call.arguments.emplace_back("--json");
  call.input = "1\n";
  const std::vector<std::string> json = lines_of(run(call).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(as_json(json[1])["scramble"], rows[0]);
}

TEST_F(WithTables, ServingSolutionsSaysWhenItIsReady) {
  Start call = start({"solve", "--serve-stdin", "--json"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "R U\nR K\n";
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.err, "halfturn: ready\n");
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], "{\"ready\":true}");
  EXPECT_EQ(as_json(rows[1])["moves"], "U' R'");
  EXPECT_EQ(as_json(rows[2])["code"], "bad_input");
}

}  // namespace
}  // namespace halfturn::testing

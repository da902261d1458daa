// Where messages and results go, and what becomes of them if they cannot.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

const std::string kRows =
    "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,3,4,5,5,6,5\n2,5,5,5,5,5,5\n";

class OutputOfCommands : public CommandLine {
 protected:
  const fs::path cover_ = home_.path() / "cover.txt";
  const Arguments build_cover_ = {"cover",   "build",  "--kind",   "plain",
                                  "--steps", "100000", "--output", "cover.txt"};
};

TEST_F(OutputOfCommands, MessagesForAClosedStderrDoNotGoIntoTheFile) {
  write_file(home_.path() / "rows.csv", kRows + "nonsense\n");
  Start call = start({"stats", "rows.csv", "--plots", "plots", "--stages", "cross"});
  const Outcome open = run(call);
  std::vector<std::string> pictures;
  for (const std::string& name : names_in(home_.path() / "plots"))
    pictures.push_back(read_file(home_.path() / "plots" / name));
  ASSERT_FALSE(pictures.empty());
  fs::remove_all(home_.path() / "plots");
  call.closed = {2};
  const Outcome closed = run(call);
  EXPECT_EQ(closed.code, open.code);
  EXPECT_EQ(closed.out, open.out);
  std::size_t i = 0;
  for (const std::string& name : names_in(home_.path() / "plots"))
    EXPECT_EQ(read_file(home_.path() / "plots" / name), pictures[i++]);
  EXPECT_EQ(i, pictures.size());
}

TEST_F(OutputOfCommands, AMessageThatCannotBeWrittenChangesNothing) {
  // Two bad calls, whose message is all there is, and one that ends well with a note.
  write_file(home_.path() / "rows.csv", kRows);
  for (const Arguments& arguments :
       std::vector<Arguments>{{"apply", "R K"}, {"frobnicate"}, {"stats", "rows.csv", "--plots", "plots"}}) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    const Outcome heard = halfturn(arguments);
    Start full = start(arguments);
    full.errors = "/dev/full";
    Start closed = start(arguments);
    closed.closed = {2};
    Start broken = start(arguments);
    broken.broken = {2};
    for (const Start& call : {full, closed, broken}) {
      const Outcome outcome = run(call);
      expect_code(outcome, heard.code);
      EXPECT_EQ(outcome.out, heard.out);
    }
  }
}

TEST_F(OutputOfCommands, ResultsForAClosedStdoutAreAFailure) {
  for (const Arguments& arguments : std::vector<Arguments>{
           {"apply", "R"}, {"tables", "--json"}, {"--help"}, {"cover", "show"}, {"verify", "R", "R'"}}) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    Start call = start(arguments);
    call.closed = {0, 1};
    expect_refusal(run(call), 3, "halfturn: cannot write the output: Bad file descriptor");
  }
}

TEST_F(OutputOfCommands, ANewFileDoesNotTakeThePlaceOfAClosedStdout) {
  ASSERT_EQ(halfturn(build_cover_).code, 0);
  const std::string text = read_file(cover_);
  fs::remove(cover_);
  Start call = start(build_cover_);
  call.closed = {0, 1, 2};
  EXPECT_EQ(run(call).code, 3) << "the line about the cover could not be written";
  EXPECT_EQ(read_file(cover_), text);
}

TEST_F(OutputOfCommands, APipeThatNobodyReadsEndsTheProgramQuietly) {
  Start call = start({"tables"});
  call.broken = {1};
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.signal, SIGPIPE);
  EXPECT_EQ(outcome.err, "");
  // Whoever has the signal ignored is told.
  call.ignored_signals = {SIGPIPE};
  expect_refusal(run(call), 3, "halfturn: cannot write the output: Broken pipe");
}

TEST_F(OutputOfCommands, ACoverAppearsCompleteOrNotAtAll) {
  write_file(cover_, "the cover before");
  Start call = start(build_cover_);
  call.largest_file = 1000;
  expect_refusal(run(call), 3, "halfturn: cannot write cover.txt: File too large (make room");
  EXPECT_EQ(read_file(cover_), "the cover before");
  EXPECT_EQ(names_in(home_.path()), Names{"cover.txt"});
  // A wrong name is seen before the work.
  fs::remove(cover_);
  fs::create_directories(cover_);
  expect_refusal(halfturn(build_cover_), 3, "halfturn: cannot write cover.txt: Is a directory");
  EXPECT_EQ(names_in(home_.path()), Names{"cover.txt"});
}

TEST_F(OutputOfCommands, ACoverGoesIntoAPipeOrADevice) {
  Arguments arguments = build_cover_;
  arguments.back() = "/dev/stdout";
  EXPECT_THAT(output(arguments), StartsWith("# A choice of edge classes"));
  ASSERT_EQ(::mkfifo(cover_.c_str(), 0644), 0);
  Running program(start(build_cover_));
  EXPECT_THAT(read_file(cover_), StartsWith("# A choice of edge classes"));
  expect_code(program.wait(), 0);
  EXPECT_TRUE(fs::is_fifo(cover_));
}

TEST_F(OutputOfCommands, CtrlCIsHeardWhileNobodyReadsThePipe) {
  ASSERT_EQ(::mkfifo(cover_.c_str(), 0644), 0);
  Running program(start(build_cover_));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  program.send(SIGINT);
  expect_refusal(program.wait(), 130, "halfturn: stopped while waiting for somebody to read cover.txt");
}

TEST_F(OutputOfCommands, JsonTakesNamesThatAreNotUtf8) {
  Start call = start({"tables", "--json"});
  call.environment["HALFTURN_TABLES"] = (home_.path() / "a\xff" / "b").string();
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  EXPECT_EQ(as_json(outcome.out)["directory"], (home_.path() / "a\xEF\xBF\xBD" / "b").string());
}

TEST_F(OutputOfCommands, NumbersAreDigitsAlone) {
  const std::vector<Arguments> calls = {{"scramble", "--seed"},
                                        {"scramble", "--count"},
                                        {"scramble", "--tries"},
                                        {"campaign", "create", "c", "--sample", "2", "--seed"},
                                        {"campaign", "create", "c", "--sample"},
                                        {"campaign", "run", "c", "--limit"},
                                        {"campaign", "run", "c", "--only"},
                                        {"cover", "build", "--kind", "plain", "--seed"},
                                        {"cover", "build", "--kind", "plain", "--steps"},
                                        {"cover", "verify", "--seed"},
                                        {"cover", "verify", "--random"},
                                        {"coset", "R", "--stop-at"},
                                        {"coset", "--index"},
                                        {"coset", "R", "--prove"},
                                        {"coset", "R", "--depth"},
                                        {"coset", "R", "--search-depth"},
                                        {"coset", "R", "--unsolved-limit"},
                                        {"levels", "--depth"},
                                        {"solve", "R", "--probes"},
                                        {"solve", "R", "--max-moves"},
                                        {"solve", "R", "--solutions"},
                                        {"bench", "analyze", "--count"},
                                        {"lookup", "R", "--threads"}};
  for (Arguments call : calls) {
    const std::string option = call.back();
    SCOPED_TRACE(::testing::PrintToString(call));
    for (const std::string value : {"-1", "1e3", "0x10", "+5", " 5", "99999999999999999999", "1\xff"}) {
      Arguments with_value = call;
      with_value.back() += "=" + value;
      const Outcome outcome = halfturn(with_value);
      expect_refusal(outcome, 2, option + ":");
      EXPECT_THAT(outcome.err, HasSubstr(" is not a number from "));
    }
  }
  EXPECT_EQ(names_in(home_.path()), Names{});
}

TEST_F(WithTables, ALeadingZeroMeansNothing) {
  // Not eight, as C has it.
  EXPECT_EQ(answer({"scramble", "--seed", "010"}), answer({"scramble", "--seed", "10"}));
  EXPECT_NE(answer({"scramble", "--seed", "010"}), answer({"scramble", "--seed", "8"}));
  EXPECT_NE(answer({"scramble", "--seed", "18446744073709551615"}), "");
}

TEST_F(WithTables, AnAnalysisIsWrittenThoughNobodyHearsOfIt) {
  write_file(home_.path() / "list.txt", "R U\nR K\nF2\n");
  Start call = start({"analyze", "list.txt", "--stages", "cross", "--output", "rows.csv", "--force",
                      "--tables", fs::absolute(tables_).string()});
  const Outcome heard = run(call);
  expect_code(heard, 2);
  const std::string rows = read_file(home_.path() / "rows.csv");
  EXPECT_THAT(rows, EndsWith("\n"));
  for (const std::string how : {"closed", "full", "broken"}) {
    SCOPED_TRACE(how);
    Start deaf = call;
    if (how == "closed") deaf.closed = {0, 1, 2};
    if (how == "full") deaf.errors = "/dev/full";
    if (how == "broken") deaf.broken = {1, 2};
    fs::remove(home_.path() / "rows.csv");
    expect_code(run(deaf), 2);
    EXPECT_EQ(read_file(home_.path() / "rows.csv"), rows);
  }
}

TEST_F(WithTables, OneAnalysisAppearsCompleteOrNotAtAll) {
  Start call = start({"analyze", "R U F", "--stages", "cross,xcross,pseudo_cross", "--format", "csv",
                      "--output", "row.csv", "--tables", fs::absolute(tables_).string()});
  Start small = call;
  small.largest_file = 150;  // the row is longer, the message is not
  expect_refusal(run(small), 3, "halfturn: cannot write row.csv: File too large");
  EXPECT_EQ(names_in(home_.path()), Names{});
  expect_code(run(call), 0);
  const std::string row = read_file(home_.path() / "row.csv");
  EXPECT_EQ(names_in(home_.path()), Names{"row.csv"});
  expect_refusal(run(call), 2, "halfturn: row.csv is there already (write over it by --force");
  EXPECT_EQ(read_file(home_.path() / "row.csv"), row);
}

}  // namespace
}  // namespace halfturn::testing

// Parts of a list for several machines: put one behind the other, they are what one run makes.

#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

class Shards : public CommandLine {};

TEST_F(Shards, AreNamedByTwoNumbers) {
  write_file(home_.path() / "list.txt", "R U\nF2\n");
  for (const char* command : {"analyze", "solve"}) {
    const auto refused = [&](const char* shard, const char* message) {
      expect_refusal(halfturn({command, "list.txt", "--shard", shard}), 2, message);
    };
    refused("8/8", "halfturn: --shard: '8/8': there are the shards 0/8 to 7/8\n");
    refused("1/1", "--shard: '1/1': there is the shard 0/1 alone\n");
    refused("0/0", "--shard: '0/0': there is at least one shard, 0/1\n");
    refused("0/1000000001", "there are at most 1,000,000,000 shards\n");
    refused("", "--shard: its value is empty");
    for (const char* shard : {"x", "-1/3", "3", "1/", "/3", "1/2/3", "1 / 3", "1/-3", "0x1/3", "1.0/3"})
      refused(shard, "': a shard is two numbers K/N; of eight there are the shards 0/8 to 7/8\n");
  }
}

TEST_F(Shards, AreOfAFileThatCanBeReadTwice) {
  for (const char* command : {"analyze", "solve"}) {
    expect_refusal(halfturn({command, "-", "--shard", "0/2"}), 2,
                   "stdin can be read only once (give the name of a file)");
    expect_refusal(halfturn({command, "/dev/null", "--shard", "0/2"}), 2,
                   "/dev/null can be read only once (give the name of a regular file)");
    expect_refusal(halfturn({command, "R U", "--shard", "0/2"}), 2, "--shard is for a file of");
    expect_refusal(halfturn({command, "R U", "F2 D", "--shard", "0/2"}), 2, "--shard is for a file of");
    expect_refusal(halfturn({command, "--serve-stdin", "--shard", "0/2"}), 2, "not for --serve-stdin");
  }
  expect_refusal(halfturn({"solve", "--endless", "R", "--shard", "0/2"}), 2, "--shard is for a file of");
}

/// Lists of every layout that gives ids of another kind, with rows that cannot be read.
class ShardsWithTables : public WithTables {
 protected:
  void SetUp() override {
    WithTables::SetUp();
    if (IsSkipped()) return;
    write_file(home_.path() / "list.txt",
               "# numbers for ids\nR U\n\nF2 D B\nR K\nL | L2 U\nzwei,D\nR U R' U'\nF\nnonsense\n()\n");
    write_file(
        home_.path() / "ids.csv",
        "number,scramble,who\n7,R U,me\n\"a,b\",F2 D,\"you, too\"\n,L,\n9,\"R\n10,D2 B,me\n11,U,you\n");
    write_file(home_.path() / "wca.tsv",
               "scrambleId\teventId\tscramble\n1\t333\tR U\n2\t222\tR U F\n3\t333mbf\tR | F2 D | L\n"
               "4\t333oh\tD\n5\t333\tR K\n6\t333\tF' B\n7\t444\tR\n");
  }

  Outcome ask_for(Names call, const Names& more) const {
    call.insert(call.end(), more.begin(), more.end());
    return ask(call, tables_);
  }

  /// All shards one behind the other, compared with one run.
  void expect_parts_of(const Names& call, const std::vector<int>& counts = {1, 3, 7, 12}) const {
    SCOPED_TRACE(::testing::PrintToString(call));
    const Outcome whole = ask_for(call, {});
    EXPECT_NE(whole.out, "");
    for (const int count : counts) {
      std::string parts;
      int code = 0;
      for (int k = 0; k < count; ++k) {
        const Outcome part = ask_for(call, {"--shard", std::to_string(k) + "/" + std::to_string(count)});
        parts += part.out;
        code = std::max(code, part.code);
      }
      EXPECT_EQ(parts, whole.out) << count;
      EXPECT_EQ(code, whole.code) << count;
    }
  }
};

TEST_F(ShardsWithTables, OfAnAnalysis) {
  expect_parts_of({"analyze", "list.txt", "--stages", "cross"});
  expect_parts_of({"analyze", "ids.csv", "--stages", "cross", "--keep", "who"});
  expect_parts_of({"analyze", "ids.csv", "--stages", "cross", "--keep", "who", "--json"}, {3});
  expect_parts_of({"analyze", "wca.tsv", "--stages", "cross", "--events", "333,333mbf"});
  expect_parts_of({"analyze", "wca.tsv", "--stages", "cross", "--solutions", "2", "--colours", "W"}, {3, 12});
  expect_parts_of({"analyze", "list.txt", "--stages", "cross", "--solutions", "--json"}, {3});
  expect_parts_of({"analyze", "list.txt", "--chain", "--colours", "W"}, {3});
  expect_parts_of({"analyze", "list.txt", "--stages", "cross", "--format", "table"}, {3});
}

TEST_F(ShardsWithTables, AreReadByStats) {
  const auto analyze = [&](const std::string& shard, const std::string& to) {
    return ask(
        {"analyze", "wca.tsv", "--stages", "cross,xcross", "--keep", "event", "--shard", shard, "-o", to},
        tables_);
  };
  analyze("0/1", "whole.csv");
  Names parts;
  for (int k = 0; k < 9; ++k) {
    parts.push_back("part." + std::to_string(k) + ".csv");
    analyze(std::to_string(k) + "/9", parts.back());
  }
  for (const Names& how : {Names{"--csv"}, Names{"--csv", "--by", "event"}}) {
    Names of_whole = {"stats", "whole.csv"};
    Names of_parts = {"stats"};
    of_parts.insert(of_parts.end(), parts.begin(), parts.end());
    const std::string expected = ask_for(of_whole, how).out;
    EXPECT_THAT(expected, HasSubstr("cross,W,"));
    EXPECT_EQ(ask_for(of_parts, how).out, expected);
  }
}

TEST_F(ShardsWithTables, OfSolutions) {
  expect_parts_of({"solve", "list.txt"});
  expect_parts_of({"solve", "ids.csv", "--csv", "--keep", "who"});
  expect_parts_of({"solve", "ids.csv", "--json", "--keep", "who"}, {3});
  expect_parts_of({"solve", "wca.tsv", "--csv", "--events", "333,333mbf"});
  expect_parts_of({"solve", "list.txt", "--max-moves", "2", "--probes", "3"}, {3, 12});
  expect_parts_of({"solve", "list.txt", "--csv", "--solutions", "2", "--probes", "3"}, {3});
}

TEST_F(ShardsWithTables, OfShortestSolutions) {
  expect_parts_of({"solve", "ids.csv", "--optimal", "--csv", "--max-moves", "1"}, {3, 7});
  expect_parts_of({"solve", "list.txt", "--all", "--json"}, {3});
}

TEST_F(ShardsWithTables, AnEmptyOneIsNoMistake) {
  write_file(home_.path() / "two.txt", "R U\nF2\n");
  const Outcome empty = ask({"analyze", "two.txt", "--stages", "cross", "--shard", "1/5"}, tables_);
  expect_code(empty, 0);
  EXPECT_EQ(empty.out, "");
  EXPECT_THAT(empty.err,
              HasSubstr("halfturn: the shard 1/5 has no rows: there are fewer rows than shards\n"));
  for (const char* command : {"solve", "analyze"})
    for (int times = 0; times < 2; ++times) {
      const std::string file = std::string(command) + ".csv";
      expect_code(ask({command, "two.txt", "--csv", "--shard", "1/5", "-o", file, "--resume"}, tables_), 0);
      EXPECT_EQ(read_file(home_.path() / file), "");
    }
  write_file(home_.path() / "none.txt", "");
  expect_code(ask({"analyze", "none.txt", "--shard", "1/2"}, tables_), 0);
}

/// Whatever is cut off, also in a shard without a header; but not behind the rows of another shard.
TEST_F(ShardsWithTables, AreResumed) {
  for (const Names& call :
       {Names{"analyze", "list.txt", "--stages", "cross", "--output", "rows", "--resume"},
        Names{"analyze", "ids.csv", "--stages", "cross", "--json", "--output", "rows", "--resume"},
        Names{"solve", "ids.csv", "--csv", "--output", "rows", "--resume"},
        Names{"solve", "list.txt", "--json", "--output", "rows", "--resume"}}) {
    SCOPED_TRACE(::testing::PrintToString(call));
    std::string before;
    for (const char* shard : {"0/2", "1/2"}) {
      const Names which = {"--shard", shard};
      if (!before.empty()) {
        expect_refusal(ask_for(call, which), 2,
                       "cannot go on with rows: its line 1 is not the row of scramble");
        EXPECT_EQ(read_file(home_.path() / "rows"), before);
      }
      fs::remove(home_.path() / "rows");
      const int code = ask_for(call, which).code;
      const std::string whole = read_file(home_.path() / "rows");
      for (std::size_t cut = 0; cut < whole.size(); cut += whole.size() / 5) {
        write_file(home_.path() / "rows", whole.substr(0, cut));
        expect_code(ask_for(call, which), code);
        EXPECT_EQ(read_file(home_.path() / "rows"), whole) << cut;
      }
      EXPECT_THAT(ask_for(call, which).err, HasSubstr("rows is finished: "));
      before = whole;
    }
  }
}

/// SIGTERM is how a machine is told to make room; kill -9 comes when it did not.
TEST_F(ShardsWithTables, GoOnAfterSignals) {
  std::ofstream list(home_.path() / "long.txt");
  const std::vector<std::string> scrambles = lines_of(answer({"scramble", "-n", "500", "--seed", "14"}));
  for (std::size_t i = 0; i < 6000; ++i) list << scrambles[i % scrambles.size()] << '\n';
  list.close();
  for (const Names& call :
       {Names{"solve", "long.txt", "--csv", "--shard", "1/3", "--resume", "--output"},
        Names{"analyze", "long.txt", "--stages", "cross,xcross", "--shard", "1/3", "--resume", "--output"}}) {
    SCOPED_TRACE(call.front());
    expect_code(ask_for(call, {"whole"}), 0);
    const std::string whole = read_file(home_.path() / "whole");
    ASSERT_EQ(lines_of(whole).size(), 2000u);
    EXPECT_EQ(whole.substr(0, 5), "2001,");
    const fs::path file = home_.path() / "rows";
    fs::remove(file);
    for (const int signal : {SIGTERM, SIGKILL}) {
      const std::size_t before = fs::exists(file) ? fs::file_size(file) : 0;
      Names arguments = call;
      arguments.push_back("rows");
      Start start_again = start(arguments);
      start_again.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
      Running running(start_again);
      while (!running.ended() && (!fs::exists(file) || fs::file_size(file) <= before))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      running.send(signal);
      const Outcome outcome = running.wait();
      if (signal == SIGTERM && fs::file_size(file) < whole.size()) {
        expect_code(outcome, 130);
        EXPECT_THAT(outcome.err, HasSubstr(" (go on with: the same command and --resume)\n"));
        EXPECT_TRUE(read_file(file).ends_with('\n'));
      }
      EXPECT_TRUE(whole.starts_with(read_file(file)));
    }
    expect_code(ask_for(call, {"rows"}), 0);
    EXPECT_TRUE(read_file(file) == whole);
    fs::remove(home_.path() / "whole");
  }
}

}  // namespace
}  // namespace halfturn::testing

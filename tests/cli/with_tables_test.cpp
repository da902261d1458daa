// Questions to the real tables, which stand in the folder that HALFTURN_TEST_TABLES names.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::size_t kTableHeader = 4096;  // bytes

TEST_F(WithTables, LookupOfAScramble) {
  const std::string expected =
      "U-D  6 from H: R' D2 B' L U2 F (6)   closer: R'\n"
      "R-L  6 from H: R D2 B' L U2 F (6)   closer: R R'\n"
      "F-B  4 from H: R' D2 B' L (4)   closer: R'\n";
  EXPECT_EQ(answer({"lookup", "F U2 L' B D2 R"}), expected);
  EXPECT_EQ(answer({"lookup", "F", "U2", "L'", "B", "D2", "R"}), expected);
}

TEST_F(WithTables, LookupAsJson) {
  EXPECT_EQ(lookup("R2 U F2"), nlohmann::json::parse(R"({"axes": [
    {"axis": "U-D", "distance_to_h": 0, "closer": "", "way": "", "bound_in_h": 3, "solution_in_h": "F2 U' R2"},
    {"axis": "R-L", "distance_to_h": 2, "closer": "F2", "way": "F2 U", "bound_in_h": null, "solution_in_h": null},
    {"axis": "F-B", "distance_to_h": 2, "closer": "F2", "way": "F2 U", "bound_in_h": null, "solution_in_h": null}
  ]})"));
}

TEST_F(WithTables, LookupWithinH) {
  EXPECT_EQ(answer({"lookup", "R2 U F2"}),
            "U-D  in H; home in at least 3: F2 U' R2 (3)\n"
            "R-L  2 from H: F2 U (2)   closer: F2\n"
            "F-B  2 from H: F2 U (2)   closer: F2\n");
  EXPECT_EQ(answer({"lookup", "()"}),
            "U-D  in H; home in at least 0: (0)\n"
            "R-L  in H; home in at least 0: (0)\n"
            "F-B  in H; home in at least 0: (0)\n");
}

TEST_F(WithTables, TheWayThatIsShownLeadsThere) {
  const std::string scramble = "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2";
  const nlohmann::json rows = lookup(scramble)["axes"];
  ASSERT_EQ(rows.size(), 3u);
  for (std::size_t axis = 0; axis < rows.size(); ++axis) {
    EXPECT_GT(rows[axis]["distance_to_h"], 0);
    const std::string in_h = scramble + " " + rows[axis]["way"].get<std::string>();
    const nlohmann::json there = lookup(in_h)["axes"][axis];
    EXPECT_EQ(there["axis"], rows[axis]["axis"]);
    EXPECT_EQ(there["distance_to_h"], 0);
    ASSERT_TRUE(there["solution_in_h"].is_string());
    EXPECT_EQ(
        json_output({"apply", "--json", in_h + " " + there["solution_in_h"].get<std::string>()})["solved"],
        true);
  }
}

TEST_F(WithTables, TheSuperflipByAnyName) {
  // All edges flipped: the same on each axis.
  const std::string facelets = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
  const nlohmann::json rows = lookup(facelets)["axes"];
  ASSERT_EQ(rows.size(), 3u);
  for (const nlohmann::json& row : rows) EXPECT_EQ(row["distance_to_h"], rows[0]["distance_to_h"]);
  EXPECT_EQ(lookup("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")["axes"], rows);
}

TEST_F(WithTables, AreListedAsReady) {
  const std::string list = answer({"tables"});
  EXPECT_THAT(list, ContainsRegex("phase1 +681 MB +ready"));
  EXPECT_THAT(list, ContainsRegex("phase2 +56 MB +ready"));
  const nlohmann::json rows = as_json(answer({"tables", "--json"}))["tables"];
  ASSERT_EQ(rows.size(), 40u);
  constexpr std::size_t kBuiltOnFirstUse = 21;  // of both metrics, but for shortest solutions
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const nlohmann::json& row = rows[i];
    const std::string name = row["name"];
    const bool is_least_optimal = name.ends_with("-last-moves") || name.ends_with("-700m");
    const bool is_compact = name.find("-compact") != std::string::npos;
    EXPECT_EQ(row["state"], i < kBuiltOnFirstUse || is_least_optimal || is_compact ? "ready" : "missing")
        << name;
    EXPECT_TRUE(row["problem"].is_null());
  }
}

TEST_F(WithTables, AreSound) {
  EXPECT_THAT(answer({"tables", "verify"}),
              StartsWith("phase1: sound, every byte checked\nphase2: sound, every byte checked\n"
                         "stage-cross: sound, every byte checked\n"));
  EXPECT_EQ(as_json(answer({"tables", "verify", "phase2", "--json"})),
            nlohmann::json::parse(R"([{"name": "phase2", "verdict": "sound"}])"));
}

TEST_F(WithTables, AFlippedBitIsFoundByVerify) {
  make_copy();
  {
    std::fstream file(phase2_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(30'000'000);
    const int byte = file.get();
    file.seekp(30'000'000);
    file.put(static_cast<char>(byte ^ 4));
    ASSERT_TRUE(file.good());
  }
  const Outcome outcome = ask({"tables", "verify"}, copy_);
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, StartsWith("phase1: sound, every byte checked\nphase2: damaged\n"));
  EXPECT_EQ(outcome.err,
            "halfturn: " + phase2_.string() +
                " cannot be used: its content does not match its checksum (build it anew with: halfturn "
                "tables build phase2)\n");
  const Outcome json = ask({"tables", "verify", "--json", "phase2"}, copy_);
  expect_code(json, 1);
  EXPECT_EQ(as_json(json.out), nlohmann::json::parse(R"([{"name": "phase2", "verdict": "damaged"}])"));
  // What the message says to do helps.
  expect_code(ask({"tables", "build", "phase2"}, copy_), 0);
  expect_code(ask({"tables", "verify", "phase2"}, copy_), 0);
}

TEST_F(WithTables, ATruncatedTableIsNamedAndNotUsed) {
  make_copy();
  fs::resize_file(phase2_, 30'000'000);
  const std::string problem =
      phase2_.string() +
      " cannot be used: it is cut short (build it anew with: halfturn tables build phase2)";
  expect_refusal(ask({"lookup", "R2 U F2"}, copy_), 3, "halfturn: " + problem);
  expect_refusal(ask({"lookup", "--json", "R2 U F2"}, copy_), 3, "halfturn: " + problem);
  EXPECT_EQ(fs::file_size(phase2_), 30'000'000u);
  // A question that phase 1 can answer alone is answered.
  expect_code(ask({"lookup", "F U2 L' B D2 R"}, copy_), 0);
  expect_code(ask({"tables", "build", "phase2"}, copy_), 0);
  expect_code(ask({"lookup", "R2 U F2"}, copy_), 0);
}

TEST_F(WithTables, ContentThatWasNotBuiltIsNotBelieved) {
  make_copy();
  const std::size_t content = fs::file_size(phase2_) - kTableHeader;
  const std::string header = read_file(phase2_).substr(0, kTableHeader);
  for (const char byte : {'\0', '\xff'}) {
    write_file(phase2_, header + std::string(content, byte));
    const std::string problem =
        phase2_.string() +
        " cannot be used: its content does not match its checksum (build it anew with: "
        "halfturn tables build phase2)\n";
    expect_refusal(ask({"lookup", "R2 U F2"}, copy_), 3, problem);
    expect_refusal(ask({"solve", "R U F"}, copy_), 3, problem);
    expect_refusal(ask({"scramble", "-n", "200"}, copy_), 3, problem);
  }
  EXPECT_THAT(ask({"tables", "build", "phase2"}, copy_).out, StartsWith("phase2: built"));
  EXPECT_THAT(ask({"tables", "build", "phase2"}, copy_).out, StartsWith("phase2: already there"));
  expect_code(ask({"lookup", "R2 U F2"}, copy_), 0);
}

TEST_F(WithTables, AStageTableThatWasNotBuiltIsNotBelieved) {
  make_copy();
  const fs::path table = copy_ / "stage-xcross.table";
  const std::string good = read_file(tables_ / "stage-xcross.table");
  for (const char byte : {'\0', '\xff'}) {
    write_file(table, good.substr(0, kTableHeader) + std::string(good.size() - kTableHeader, byte));
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"analyze", "R U F", "--stages", "xcross"}, {"distribution", "xcross"}})
      expect_refusal(ask(question, copy_), 3, table.string() + " cannot be used: its content does not match");
  }
  write_file(table, good);
  EXPECT_EQ(ask({"distribution", "xcross"}, copy_).out, answer({"distribution", "xcross"}));
}

/// The names of the files that a process has mapped, and their addresses.
std::string mappings_of(pid_t pid) {
  return read_file(fs::path("/proc") / std::to_string(pid) / "maps");
}

TEST_F(WithTables, ATableThatIsCutWhileItIsInUse) {
  fs::create_directories(copy_);
  for (const std::string& name : names_in(tables_))
    fs::create_symlink(fs::absolute(tables_) / name, copy_ / name);
  const fs::path victim = copy_ / "stage-xcross.table";
  Start call = start({"analyze", "--threads", "1", "D2 R' B' U2 L F2 R D' B2 L' U R2 F' D L2 B' U2 R' F2"});
  call.environment["HALFTURN_TABLES"] = copy_.string();
  int cut = 0;
  // The program is quick: it may be done before the cut, and then its answer must be right.
  const std::string whole = ask(call.arguments, tables_).out;
  for (int attempt = 0; attempt < 50 && cut == 0; ++attempt) {
    fs::remove(victim);
    fs::copy_file(tables_ / "stage-xcross.table", victim);
    Running running(call);
    while (!running.ended() && mappings_of(running.pid()).find(victim.string()) == std::string::npos) {
    }
    fs::resize_file(victim, kTableHeader);
    const Outcome outcome = running.wait();
    if (outcome.code == 0) {
      EXPECT_EQ(outcome.out, whole);
      continue;
    }
    ++cut;
    expect_code(outcome, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("halfturn: " + victim.string()));
  }
  EXPECT_EQ(cut, 1) << "never cut in time";
}

TEST_F(WithTables, OneTableUnderTheNameOfTheOther) {
  make_copy();
  fs::remove(copy_ / "phase1.table");
  fs::rename(phase2_, copy_ / "phase1.table");
  expect_refusal(
      ask({"lookup", "R"}, copy_), 3,
      (copy_ / "phase1.table").string() + " cannot be used: it holds another table (move it away, or");
  EXPECT_EQ(names_in(copy_), Names{"phase1.table"});
}

TEST_F(WithTables, SolveSkipsALineThatIsTooLong) {
  Start call = start({"solve", "-", "--csv"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "R\n" + std::string(5 << 20, 'R') + "\nid,K\n\xEF\xBB\xBFU\nU\n";
  const Outcome outcome = run(call);
  expect_code(outcome, 2);
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("\n1,1,R',true,"));
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("\n2,,,,,\"line 2: this line is longer than 1 MiB"));
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("\nid,,,,,\"line 3, column 4: unknown move 'K'"));
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("\n4,,,,,\"line 4, column 1: there is a byte order mark"));
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("\n5,1,U',true,"));
}

}  // namespace
}  // namespace halfturn::testing

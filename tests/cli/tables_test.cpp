// The tables command where no table has been built.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "command_line.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Tables : public CommandLine {
 protected:
  std::string path_with(const std::map<std::string, std::string>& environment,
                        std::vector<std::string> arguments = {"tables", "path"}) const {
    Start call = start(std::move(arguments));
    for (const auto& [name, value] : environment) call.environment[name] = value;
    const Outcome outcome = run(call);
    expect_code(outcome, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }

  const fs::path folder_ = home_.path() / "tables";
  const fs::path phase2_ = folder_ / "phase2.table";
};

TEST_F(Tables, ListsWhatCouldBe) {
  const Outcome outcome = halfturn({"tables"});
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, ContainsRegex("phase1 +681 MB +missing +exact distance to H"));
  EXPECT_THAT(outcome.out, ContainsRegex("phase2 +56 MB +missing +lower bound"));
  EXPECT_EQ(names_in(home_.path()), Names{}) << "listing must not make the folder";
}

TEST_F(Tables, TheListFitsAndEndsInATotal) {
  // The longest word for a state makes the other columns narrowest.
  fs::create_directories(phase2_);
  const std::string list = halfturn({"tables", "--tables", folder_.string()}).out;
  std::istringstream lines(list);
  std::string line;
  std::string last;
  std::size_t purpose_at = 0;
  std::string purposes;
  while (std::getline(lines, line)) {
    EXPECT_LE(line.size(), 100u) << line;
    if (purpose_at == 0) purpose_at = line.find("purpose");
    ASSERT_NE(purpose_at, std::string::npos);
    ASSERT_GT(line.size(), purpose_at) << line;
    EXPECT_EQ(line[purpose_at - 1], ' ') << line;
    EXPECT_NE(line[purpose_at], ' ') << "all purposes begin in the same column: " << line;
    purposes += line.substr(purpose_at) + " ";
    last = line;
  }
  EXPECT_THAT(last, ContainsRegex("^total +30 GB +40 tables; 0 of them ready, 0 bytes$"));
  for (const nlohmann::json& table : json_output({"tables", "--json"})["tables"])
    EXPECT_THAT(purposes, HasSubstr(" " + table["purpose"].get<std::string>() + " ")) << "no word is lost";
}

TEST_F(Tables, ListsAsJson) {
  const nlohmann::json list = json_output({"tables", "--json"});
  const fs::path folder = home_.path() / ".cache" / "halfturn";
  EXPECT_EQ(list["directory"], folder.string());
  ASSERT_EQ(list["tables"].size(), 40u);
  const nlohmann::json& phase2 = list["tables"][1];
  EXPECT_EQ(list["tables"][0]["name"], "phase1");
  EXPECT_EQ(phase2["name"], "phase2");
  EXPECT_EQ(phase2["path"], (folder / "phase2.table").string());
  EXPECT_EQ(phase2["bytes"], 55'802'880);
  EXPECT_EQ(phase2["entries"], 111'605'760);
  EXPECT_EQ(phase2["bits_per_entry"], 4);
  EXPECT_EQ(phase2["state"], "missing");
  EXPECT_TRUE(phase2["problem"].is_null());
  EXPECT_FALSE(phase2["purpose"].get<std::string>().empty());
}

TEST_F(Tables, LiveWhereTheUserSays) {
  const std::string home = home_.path().string();
  const std::string in_home = home + "/.cache/halfturn\n";
  EXPECT_EQ(path_with({}), in_home);
  EXPECT_EQ(path_with({{"XDG_CACHE_HOME", "/xdg"}}), "/xdg/halfturn\n");
  EXPECT_EQ(path_with({{"XDG_CACHE_HOME", "/xdg"}, {"HALFTURN_TABLES", "/mine"}}), "/mine\n");
  const std::vector<std::string> flag = {"tables", "path", "--tables", "/flag"};
  EXPECT_EQ(path_with({{"XDG_CACHE_HOME", "/xdg"}, {"HALFTURN_TABLES", "/mine"}}, flag), "/flag\n");
  EXPECT_EQ(path_with({}, flag), "/flag\n");
  EXPECT_EQ(path_with({{"HALFTURN_TABLES", "/mine"}}, {"tables", "--tables", "/flag", "path"}), "/flag\n");
  // What is set to nothing counts as not set, and so does a cache that is not an absolute path.
  EXPECT_EQ(path_with({{"XDG_CACHE_HOME", ""}, {"HALFTURN_TABLES", ""}}), in_home);
  EXPECT_EQ(path_with({{"XDG_CACHE_HOME", "relative"}}), in_home);
  EXPECT_EQ(path_with({{"HALFTURN_TABLES", "with a space"}}), "with a space\n");
}

TEST_F(Tables, LookupOfBadInputBuildsNone) {
  expect_refusal(halfturn({"lookup", "R K"}), 2, "line 1, column 3: ");
  EXPECT_EQ(names_in(home_.path()), Names{});
}

TEST_F(Tables, VerifyFindsNoFaultWithWhatNobodyBuilt) {
  const Outcome outcome = halfturn({"tables", "verify"});
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.out, StartsWith("phase1: missing\nphase2: missing\nstage-cross: missing\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("sound")));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(names_in(home_.path()), Names{});
}

TEST_F(Tables, VerifySaysNoToAMissingTableThatWasNamed) {
  const Outcome outcome = halfturn({"tables", "verify", "phase2", "--tables", folder_.string()});
  expect_code(outcome, 1);
  EXPECT_EQ(outcome.out, "phase2: missing\n");
  EXPECT_EQ(outcome.err, "halfturn: there is no table phase2 in " + folder_.string() +
                             " (build it with: halfturn tables build phase2 --tables " + folder_.string() +
                             ")\n");
  const Outcome json = halfturn({"tables", "verify", "phase2", "--json", "--tables", folder_.string()});
  expect_code(json, 1);
  EXPECT_EQ(as_json(json.out), nlohmann::json::parse(R"([{"name": "phase2", "verdict": "missing"}])"));
}

TEST_F(Tables, SomebodyElsesFileIsNamedAndKept) {
  fs::create_directories(folder_);
  write_file(phase2_, "Dear diary\n");
  const std::string problem =
      phase2_.string() +
      " cannot be used: it is not a halfturn table (move it away, or replace it with: "
      "halfturn tables build --force phase2)";

  const Outcome list = halfturn({"tables", "--tables", folder_.string()});
  expect_code(list, 0);
  EXPECT_THAT(list.out, ContainsRegex("phase2 +56 MB +foreign"));
  EXPECT_EQ(list.err, "halfturn: " + problem + "\n");
  EXPECT_EQ(json_output({"tables", "--json", "--tables", folder_.string()})["tables"][1]["problem"], problem);

  const Outcome verify = halfturn({"tables", "verify", "--tables", folder_.string()});
  expect_code(verify, 1);
  EXPECT_THAT(verify.out, StartsWith("phase1: missing\nphase2: foreign\nstage-cross: missing\n"));
  // Whoever has named a folder is told to name it again.
  const std::string told = problem.substr(0, problem.size() - 1) + " --tables " + folder_.string() + ")";
  EXPECT_EQ(verify.err, "halfturn: " + told + "\n");

  expect_refusal(halfturn({"tables", "build", "phase2", "--tables", folder_.string()}), 3, told);
  EXPECT_EQ(read_file(phase2_), "Dear diary\n");
  EXPECT_EQ(names_in(folder_), Names{"phase2.table"});
}

TEST_F(Tables, AFileThatEndsInItsHeaderIsDamaged) {
  fs::create_directories(folder_);
  write_file(phase2_, "HALFTURN and no more");
  const Outcome list = halfturn({"tables", "--tables", folder_.string()});
  expect_code(list, 0);
  EXPECT_THAT(list.out, ContainsRegex("phase2 +56 MB +damaged"));
  EXPECT_EQ(list.err,
            "halfturn: " + phase2_.string() +
                " cannot be used: it ends within its header (build it anew with: halfturn tables build "
                "phase2)\n");
  const Outcome verify = halfturn({"tables", "verify", "phase2", "--tables", folder_.string()});
  expect_code(verify, 1);
  EXPECT_EQ(verify.out, "phase2: damaged\n");
}

TEST_F(Tables, AFolderInPlaceOfATableIsUnreadable) {
  fs::create_directories(phase2_);
  const Outcome list = halfturn({"tables", "--tables", folder_.string()});
  expect_code(list, 0);
  EXPECT_THAT(list.out, ContainsRegex("phase2 +56 MB +unreadable"));
  EXPECT_THAT(list.err, HasSubstr(phase2_.string() + ": Is a directory"));
  const Outcome verify = halfturn({"tables", "verify", "phase2", "--tables", folder_.string()});
  expect_code(verify, 3);
  EXPECT_EQ(verify.out, "phase2: unreadable\n");
  expect_refusal(halfturn({"tables", "build", "phase2", "--tables", folder_.string()}), 3,
                 "cannot write " + phase2_.string() + ": Is a directory");
}

TEST_F(Tables, AFileInPlaceOfTheFolder) {
  write_file(folder_, "a file");
  for (const char* name : {"phase1", "phase2"})
    expect_refusal(halfturn({"tables", "build", name, "--tables", folder_.string()}), 3,
                   "(a part of this path is a file where a folder is needed)");
  expect_refusal(halfturn({"lookup", "R", "--tables", folder_.string()}), 3, folder_.string());
  EXPECT_EQ(read_file(folder_), "a file");
}

TEST_F(Tables, AFolderThatMayNotBeWrittenTo) {
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms(0555));
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"tables", "build", "phase2"}, {"lookup", "R"}}) {
    Start call = start(arguments);
    call.environment["HALFTURN_TABLES"] = folder_.string();
    call.as_nobody = is_root();
    const Outcome outcome = run(call);
    expect_refusal(
        outcome, 3,
        ".table.partial: Permission denied (choose a folder that you may write to with --tables DIR or "
        "HALFTURN_TABLES)");
    EXPECT_THAT(outcome.err, StartsWith("halfturn: cannot write " + folder_.string()));
  }
  EXPECT_EQ(names_in(folder_), Names{});
}

TEST_F(Tables, ALimitOnFileSizesIsAnErrorAndNotADeath) {
  Start call = start({"tables", "build", "phase2", "--tables", folder_.string()});
  call.largest_file = 1'000'000;
  expect_refusal(run(call), 3, "cannot write " + phase2_.string() + ": File too large (make room");
  EXPECT_EQ(names_in(folder_), Names{});
}

}  // namespace
}  // namespace halfturn::testing

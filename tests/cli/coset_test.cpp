#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "support/files.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(CommandLine, ACosetMustBeNamed) {
  expect_refusal(run(start({"coset"})), 2, "no coset named");
  expect_refusal(run(start({"coset", "--engine", "slow", "R"})), 2, "slow");
  expect_refusal(run(start({"coset", "--index", "1", "R"})), 2, "excludes");
}

TEST_F(CommandLine, CosetFlagsThatDoNotGoTogether) {
  const auto refused = [&](std::vector<std::string> flags, const std::string& why) {
    flags.insert(flags.begin(), "coset");
    flags.emplace_back("R");
    expect_refusal(run(start(flags)), 2, why);
  };
  refused({"--depth", "31"}, "the depth is out of range");
  refused({"--search-depth", "16", "--depth", "15"}, "the search depth is out of range");
  refused({"--engine", "set", "--prove", "20"}, "a proof needs the fast engine");
  refused({"--no-prepass", "--prove", "20"}, "a proof needs prepasses");
  refused({"--prove", "31"}, "the bound to prove is out of range");
  refused({"--engine", "bitmap", "--search-depth", "10", "--depth", "12"}, "only prepasses go deeper");
  refused({"--no-prepass", "--search-depth", "10", "--depth", "12"}, "only prepasses go deeper");
  refused({"--engine", "bitmap", "--stop-at", "100"}, "only the fast engine can end early");
  refused({"--engine", "set", "--no-count"}, "only the fast engine can end early");
  refused({"--engine", "set", "--unsolved", "left.txt"}, "does not list what it has not reached");
}

TEST_F(WithTables, ACosetAsJson) {
  const nlohmann::json json =
      as_json(answer({"coset", "--json", "--search-depth", "11", "--no-prepass", "R U F"}));
  EXPECT_EQ(json["coset"], "R U F");
  EXPECT_EQ(json["proved"], nullptr);
  EXPECT_EQ(json["stopped"], false);
  const nlohmann::json& levels = json["levels"];
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.back()["depth"], 11);
  std::uint64_t total = 0;
  for (const nlohmann::json& level : levels) {
    total += level["new"].get<std::uint64_t>();
    EXPECT_EQ(level["total"], total);
    EXPECT_EQ(level["exact"], true);
  }
  EXPECT_EQ(json["remaining"], 19'508'428'800 - total);
}

TEST_F(WithTables, EnginesAsTheyAreTyped) {
  const auto levels = [&](const std::string& engine) {
    nlohmann::json rows =
        as_json(answer({"coset", "--json", "--engine", engine, "--search-depth", "9", "R U F"}))["levels"];
    for (nlohmann::json& row : rows) {
      row.erase("search_s");
      row.erase("prepass_s");
    }
    return rows;
  };
  const nlohmann::json set = levels("set");
  EXPECT_EQ(set, levels("bitmap"));
  EXPECT_EQ(set, levels("fast"));
}

TEST_F(WithTables, ACosetByItsNumber) {
  const nlohmann::json json =
      as_json(answer({"coset", "--json", "--engine", "set", "--search-depth", "10", "--index", "12345678"}));
  const std::string sequence = json["coset"];
  const nlohmann::json again =
      as_json(answer({"coset", "--json", "--engine", "set", "--search-depth", "10", sequence}));
  EXPECT_EQ(again["remaining"], json["remaining"]);
  expect_refusal(ask({"coset", "--index", "99999999999"}, tables_), 2, "there is no coset 99999999999");
}

TEST_F(WithTables, WhatACosetLeavesCanBeSolved) {
  const Outcome outcome = ask({"coset", "--search-depth", "11", "--depth", "11", "--unsolved", "left.txt",
                               "--unsolved-limit", "20", "R U F"},
                              tables_);
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.err, HasSubstr("wrote the first 20 of"));
  const Outcome solved = ask({"solve", "--csv", "left.txt"}, tables_);
  expect_code(solved, 0);
  EXPECT_EQ(std::ranges::count(solved.out, '\n'), 21);
}

TEST_F(WithTables, AProofThatDoesNotHoldAnswersNo) {
  const Outcome outcome = ask({"coset", "--prove", "12", "R U F"}, tables_);
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, HasSubstr("not proved"));
}

TEST_F(WithTables, CtrlCKeepsWhatIsKnownOfACoset) {
  write_file(home_.path() / "left.txt", "of an earlier run");
  Start call = start({"coset", "--search-depth", "18", "--unsolved", "left.txt", "L' F2 R D' U B' U' F2 U'"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.output = home_.path() / "out.txt";
  std::ofstream(call.output).close();
  const auto printed = [&] {
    std::ifstream file(call.output);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string depth12 = "53,688";  // its probes
  Running running(call);
  for (int i = 0; i < 12000 && printed().find(depth12) == std::string::npos && !running.ended(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  running.send(SIGINT);
  EXPECT_EQ(running.wait().code, 130);
  EXPECT_THAT(printed(), AllOf(HasSubstr(depth12), HasSubstr("\nstopped\n")));
  EXPECT_EQ(read_file(home_.path() / "left.txt"), "of an earlier run");
  EXPECT_EQ(names_in(home_.path()), (Names{"left.txt", "out.txt"}));
}

}  // namespace
}  // namespace halfturn::testing

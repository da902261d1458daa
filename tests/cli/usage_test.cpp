#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class Usage : public CommandLine {};

TEST_F(Usage, Version) {
  const Outcome outcome = halfturn({"--version"});
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.out, MatchesRegex("halfturn [0-9]+\\.[0-9]+\\.[0-9]+ \\(.*\\)\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Usage, HelpNamesTheSubcommandsAndTheExitCodes) {
  for (const char* flag : {"--help", "-h"}) {
    const Outcome outcome = halfturn({flag});
    expect_code(outcome, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* expected : {"apply", "lookup", "tables", "bench", "Example", "Exit codes"})
      EXPECT_THAT(outcome.out, HasSubstr(expected));
  }
}

TEST_F(Usage, EachSubcommandHasHelpWithAnExampleOfItsOwn) {
  const std::vector<std::vector<std::string>> commands = {
      {"apply"},          {"lookup"}, {"tables"},         {"tables", "build"}, {"tables", "verify"},
      {"tables", "path"}, {"bench"},  {"bench", "tables"}};
  for (const std::vector<std::string>& command : commands) {
    std::vector<std::string> arguments = command;
    std::string call = "halfturn";
    for (const std::string& word : command) call += " " + word;
    arguments.emplace_back("--help");
    const Outcome outcome = halfturn(arguments);
    expect_code(outcome, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, HasSubstr("Usage: " + call));
    const std::size_t example = outcome.out.find("\nExample");
    ASSERT_NE(example, std::string::npos) << call;
    EXPECT_THAT(outcome.out.substr(example),
                HasSubstr(command.back() == "path" ? "halfturn tables path" : call));
  }
}

TEST_F(Usage, WrongCallsAreRefusedAndNamed) {
  struct WrongCall {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<WrongCall> calls = {
      {{}, "A subcommand is required"},
      {{"solv"}, "'solv'"},
      {{"--frobnicate"}, "'--frobnicate'"},
      {{"-x"}, "'-x'"},
      {{"apply"}, "position is required"},
      {{"apply", "--frobnicate"}, "'--frobnicate'"},
      {{"apply", "R", "--frobnicate"}, "'--frobnicate'"},
      {{"apply", "R", "--json=maybe"}, "--json"},
      {{"lookup"}, "position is required"},
      {{"lookup", "R", "--tables"}, "--tables"},
      {{"lookup", "R", "--threads"}, "--threads"},
      {{"lookup", "R", "--threads", "many"}, "many"},
      {{"lookup", "R", "--threads", "-1"}, "-1"},
      {{"lookup", "R", "--threads", "1025"}, "1025"},
      {{"lookup", "R", "-t", "1.5"}, "1.5"},
      {{"lookup", "R", "--threads", "99999999999999999999"}, "99999999999999999999"},
      {{"scramble", "-o", ""}, "--output: its value is empty (name a file, or - for stdout)"},
      {{"apply", "R", "--output", ""}, "--output: its value is empty"},
      {{"analyze", "R", "--colours", ""}, "--colours: its value is empty (name colours, as in WY)"},
      {{"stats", "rows.csv", "--colors", ""}, "--colours: its value is empty"},
      {{"distribution", "cross", "--colours", ""}, "--colours: its value is empty"},
      {{"train", "--colours", ""}, "--colours: its value is empty"},
      {{"solve", "R", "--solutions", "2", "--prefer", ""}, "--prefer: its value is empty"},
      {{"scramble", "--tries", "5"}, "--tries is about the conditions of --where (name one, as in --where"},
      {{"train", "--tries", "5"}, "--tries is about the conditions of --where"},
      {{"tables", "frobnicate"}, "'frobnicate'"},
      {{"tables", "build"}, "name is required"},
      {{"tables", "build", "phase3"},
       "there is no table named 'phase3', did you mean 'phase1'? (the names are: phase1 phase2 stage-cross "},
      {{"tables", "build", "phase2", "phase3"}, "there is no table named 'phase3'"},
      {{"tables", "build", "phase2", "--threads", "x"}, "--threads"},
      {{"tables", "verify", "phase3"},
       "there is no table named 'phase3', did you mean 'phase1'? (the names are: phase1 phase2 stage-cross "},
      {{"tables", "path", "phase1"}, "'phase1'"},
      {{"bench"}, "A subcommand is required"},
      {{"bench", "frobnicate"}, "'frobnicate'"},
  };
  for (const WrongCall& call : calls) {
    SCOPED_TRACE(::testing::PrintToString(call.arguments));
    const Outcome outcome = halfturn(call.arguments);
    expect_refusal(outcome, 2, call.message);
    EXPECT_THAT(outcome.err, StartsWith("halfturn: "));
  }
  EXPECT_EQ(names_in(home_.path()), Names{}) << "a wrong call must not build or make anything";
}

TEST_F(Usage, OutputThatCannotBeWrittenIsAFailure) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"apply", "R"},
                                             {"apply", "R", "--json"},
                                             {"tables"},
                                             {"tables", "path"},
                                             {"--version"},
                                             {"--help"}}) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    Start full = start(arguments);
    full.output = "/dev/full";
    expect_refusal(run(full), 3, "halfturn: cannot write the output: No space left on device");
  }
}

}  // namespace
}  // namespace halfturn::testing

// What the program says about itself: help, man pages, completions, and what may have been meant.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

Words operator+(Words words, const std::string& last) {
  words.push_back(last);
  return words;
}

/// The names that a help lists: of options, and of commands if it has some.
struct Listed {
  Words options;
  Words commands;
};

Listed listed_in(const std::string& help) {
  Listed listed;
  bool are_commands = false;
  for (const std::string& line : lines_of(help)) {
    if (line == "Subcommands:") are_commands = true;
    if (line.empty() && are_commands) break;  // examples follow
    if (!line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    const std::string word = line.substr(2, line.find_first_of(" ,", 2) - 2);
    if (are_commands)
      listed.commands.push_back(word);
    else if (const std::size_t at = line.find("--"); at != std::string::npos && at < 8)
      listed.options.push_back(line.substr(at, line.find_first_of(" ,:", at) - at));
  }
  return listed;
}

class Describe : public CommandLine {
 protected:
  /// Everything that help knows of is in the man page and in the completions, for this command and those
  /// below it.
  void expect_described(const Words& command) {
    const std::string help = output(command + "--help");
    Words page_of = {"man"};
    page_of.insert(page_of.end(), command.begin(), command.end());
    Words help_of = page_of;
    help_of.front() = "help";
    EXPECT_EQ(output(help_of), help) << ::testing::PrintToString(command);
    const std::string page = output(page_of);
    std::string path = "halfturn";
    for (const std::string& word : command) path += " " + word;
    const std::size_t at = bash_.find("'" + path + "') words='");
    ASSERT_NE(at, std::string::npos) << path;
    const std::string words = " " + bash_.substr(at, bash_.find('\n', at) - at);
    const Listed listed = listed_in(help);
    EXPECT_FALSE(listed.options.empty()) << path;
    for (const std::string& option : listed.options) {
      std::string escaped;
      for (const char c : option) escaped += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_THAT(page, HasSubstr("\\fB" + escaped + "\\fR")) << path;
      EXPECT_THAT(words, ContainsRegex("[ ']" + option + "[ ']")) << path;
      EXPECT_THAT(fish_, HasSubstr(" -l " + option.substr(2) + " ")) << path;
    }
    for (const std::string& below : listed.commands) {
      EXPECT_THAT(words, ContainsRegex("[ ']" + below + "[ ']")) << path;
      expect_described(command + below);
    }
  }

  const std::string bash_ = output({"completions", "bash"});
  const std::string fish_ = output({"completions", "fish"});
};

TEST_F(Describe, HelpManPagesAndCompletionsAgree) {
  expect_described({});
}

TEST_F(Describe, ThePagesOfAllCommandsCanBeWritten) {
  EXPECT_EQ(output({"man", "--all", "pages/man1"}), "");
  const Names names = names_in(home_.path() / "pages" / "man1");
  EXPECT_THAT(names, ::testing::IsSupersetOf({"halfturn.1", "halfturn-solve.1", "halfturn-campaign-run.1"}));
  for (const std::string& name : names)
    EXPECT_THAT(read_file(home_.path() / "pages" / "man1" / name), StartsWith(".TH halfturn")) << name;
}

TEST_F(Describe, BashCompletesCommandsOptionsAndValues) {
  write_file(home_.path() / "script", bash_ + R"(
complete_after() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _halfturn; echo "${COMPREPLY[@]}"; }
complete_after halfturn sol
complete_after halfturn campaign st
complete_after halfturn solve --max
complete_after halfturn solve --notation ''
complete_after halfturn solve --notation wca --ti
)");
  Start call = start({"script"});
  call.program = "/bin/bash";
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.out, "solve\nstatus\n--max-moves\nwca numeric\n--time\n") << outcome.err;
}

TEST_F(Describe, WhatMayHaveBeenMeantIsNamed) {
  expect_refusal(halfturn({"sovle", "R"}), 2, "halfturn: unknown command 'sovle', did you mean 'solve'?\n");
  expect_refusal(halfturn({"solve", "R", "--max-move", "3"}), 2,
                 "halfturn: unknown argument '--max-move', did you mean '--max-moves'?\n");
  expect_refusal(halfturn({"campaign", "stauts"}), 2, "unknown command 'stauts', did you mean 'status'?\n");
  expect_refusal(halfturn({"help", "slove"}), 2, "there is no command 'slove', did you mean 'solve'? (");
  expect_refusal(halfturn({"analyze", "R", "--stages", "corss"}), 2,
                 "there is no stage 'corss', did you mean 'cross'? (");
  expect_refusal(halfturn({"analyze", "R", "--variant", "sdt"}), 2,
                 "there is no variant 'sdt', did you mean 'std'? (");
  expect_refusal(halfturn({"scramble", "--where", "cros(W)=4"}), 2,
                 "there is no stage named 'cros', did you mean 'cross'? (");
  // The help that is named is that of the command.
  expect_refusal(halfturn({"campaign", "status", "c", "--jsn"}), 2,
                 "did you mean '--json'?\nRun 'halfturn help campaign status' for what there is.\n");
  expect_refusal(halfturn({"qqqqqq"}), 2, "halfturn: unknown command 'qqqqqq'\n");
}

TEST_F(Describe, TheVersionSaysWhatWasBuiltAndHow) {
  EXPECT_THAT(output({"--version"}),
              ContainsRegex("^halfturn [0-9]+\\.[0-9]+\\.[0-9]+ \\((commit [0-9a-f]+, )?[A-Za-z]+ [0-9.]+, "
                            "(avx512|avx512bw|avx2|portable)\\)\n$"));
}

}  // namespace
}  // namespace halfturn::testing

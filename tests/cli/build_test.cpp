// Building through the program: signals, several at once, deaths. Phase 2 is the smallest table there is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Build : public CommandLine {
 protected:
  Start build_phase2() const { return start({"tables", "build", "phase2", "--tables", folder_.string()}); }

  /// Waits until the program has begun to build; false where it ends before, or does not begin within a
  /// minute.
  bool wait_for_begin(Running& program) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!fs::exists(folder_ / "phase2.table.partial")) {
      if (program.ended() || std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  void expect_sound() const {
    EXPECT_EQ(names_in(folder_), Names{"phase2.table"});
    EXPECT_EQ(output({"tables", "verify", "phase2", "--tables", folder_.string()}),
              "phase2: sound, every byte checked\n");
  }

  const fs::path folder_ = home_.path() / "tables";
  const std::string built_ = "phase2: built, " + (folder_ / "phase2.table").string() + "\n";
};

TEST_F(Build, ASignalLeavesNothingBehind) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Running program(build_phase2());
    ASSERT_TRUE(wait_for_begin(program));
    program.send(signal);
    const Outcome outcome = program.wait();
    expect_refusal(outcome, 130, "halfturn: stopped while");
    EXPECT_EQ(names_in(folder_), Names{});
  }
}

TEST_F(Build, ASignalThatTheCallerIgnoresIsIgnored) {
  Start call = build_phase2();
  call.ignored_signals = {SIGHUP, SIGINT};
  Running program(call);
  ASSERT_TRUE(wait_for_begin(program));
  program.send(SIGHUP);
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.out, built_);
  expect_sound();
}

TEST_F(Build, TwoAtOnceMakeOneFile) {
  Running first(build_phase2());
  ASSERT_TRUE(wait_for_begin(first));
  Running second(build_phase2());
  for (Running* program : {&first, &second}) {
    const Outcome outcome = program->wait();
    expect_code(outcome, 0);
    EXPECT_EQ(outcome.out, built_);
    EXPECT_THAT(outcome.err, HasSubstr("halfturn: building the table phase2 (56 MB) in " + folder_.string() +
                                       ": lower bound for the distance within H"));
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("\r"))) << "a bar is for terminals alone";
  }
  expect_sound();
  EXPECT_EQ(output({"tables", "build", "phase2", "--tables", folder_.string()}), "phase2: already there\n");
}

TEST_F(Build, WhatAKilledBuildLeftIsTakenOver) {
  {
    Running program(build_phase2());
    ASSERT_TRUE(wait_for_begin(program));
    program.send(SIGKILL);
    EXPECT_EQ(program.wait().signal, SIGKILL);
  }
  ASSERT_EQ(names_in(folder_), Names{"phase2.table.partial"});
  const Outcome outcome = run(build_phase2());
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.out, built_);
  expect_sound();
}

TEST_F(Build, ADamagedFileIsBuiltAnewAndSomebodyElsesOnlyByForce) {
  fs::create_directories(folder_);
  const fs::path file = folder_ / "phase2.table";
  write_file(file, "");
  EXPECT_EQ(output({"tables", "build", "phase2", "--tables", folder_.string()}), built_);
  expect_sound();
  const std::string good = read_file(file);
  write_file(file, "Dear diary\n");
  expect_code(halfturn({"tables", "build", "phase2", "--tables", folder_.string()}), 3);
  EXPECT_EQ(output({"tables", "build", "--force", "phase2", "--threads", "1", "--tables", folder_.string()}),
            built_);
  EXPECT_TRUE(read_file(file) == good) << "the same table, whatever the number of threads";
}

}  // namespace
}  // namespace halfturn::testing

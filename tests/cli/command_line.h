#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/program.h"

namespace halfturn::testing {

using Names = std::vector<std::string>;

/// Runs the program as a user types it, in an empty home of its own.
class CommandLine : public ::testing::Test {
 protected:
  Start start(std::vector<std::string> arguments) const {
    return {.program = HALFTURN_PROGRAM,
            .arguments = std::move(arguments),
            .environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", home_.path().string()}},
            .folder = home_.path()};
  }

  Outcome halfturn(std::vector<std::string> arguments) const { return run(start(std::move(arguments))); }

  /// stdout of a call that must succeed.
  std::string output(std::vector<std::string> arguments) const {
    const Outcome outcome = halfturn(std::move(arguments));
    expect_code(outcome, 0);
    return outcome.out;
  }

  nlohmann::json json_output(std::vector<std::string> arguments) const {
    return as_json(output(std::move(arguments)));
  }

  static nlohmann::json as_json(const std::string& text) {
    nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << "not JSON: " << text;
    return json;
  }

  static void expect_code(const Outcome& outcome, int code) {
    EXPECT_FALSE(outcome.hung);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
  }

  /// Nothing on stdout, and a message that says this on stderr.
  static void expect_refusal(const Outcome& outcome, int code, const std::string& message) {
    expect_code(outcome, code);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(message));
    EXPECT_THAT(outcome.err, ::testing::EndsWith("\n"));
  }

  const TemporaryFolder home_;
};

}  // namespace halfturn::testing

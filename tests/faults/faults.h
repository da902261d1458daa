#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/with_tables.h"

namespace halfturn::testing {

using Arguments = std::vector<std::string>;

/// The program with the real tables, in a home of its own.
class Faults : public WithTables {
 protected:
  Start call(Arguments arguments) const {
    Start made = start(std::move(arguments));
    made.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    return made;
  }

  /// stdout of a call that must succeed.
  std::string output_of(Arguments arguments) const {
    const Outcome outcome = run(call(std::move(arguments)));
    expect_code(outcome, 0);
    return outcome.out;
  }

  fs::path at(const std::string& name) const { return home_.path() / name; }

  /// Starts the program and kills it at a random moment of its first `most`; it may have ended by itself.
  Outcome killed(const Start& start, std::chrono::milliseconds most) {
    Running program(start);
    std::uniform_int_distribution<long> moment(0, 1000 * most.count());
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(moment(random_));
    while (!program.ended() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    program.send(SIGKILL);
    return program.wait();
  }

  /// How long the program takes when it is left in peace: where to look for moments, not what is tested.
  static std::pair<Outcome, std::chrono::milliseconds> timed(const Start& start) {
    const auto begin = std::chrono::steady_clock::now();
    Outcome outcome = run(start);
    return {std::move(outcome),
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin)};
  }

  std::mt19937_64 random_{20261117};  // NOLINT(cert-msc51-cpp): the same moments every time
};

}  // namespace halfturn::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(WithTables, LevelsAsText) {
  EXPECT_THAT(answer({"levels", "--depth", "4", "--cover", "all"}),
              StartsWith("distance             positions\n"
                         "       0                     1\n"
                         "       1                    18\n"
                         "       2                   243\n"
                         "       3                 3,240\n"
                         "       4                43,239\n"
                         "from 516 of 138,639,780 cosets (cover all), "));
}

TEST_F(WithTables, LevelsCountOneAsOne) {
  EXPECT_THAT(
      answer({"levels", "--depth", "0"}),
      ::testing::ContainsRegex("\nfrom 1 of 55,878,399 cosets \\(cover plain\\), 1 sequence, [0-9.]+ s\n$"));
}

TEST_F(WithTables, LevelsAsJson) {
  const nlohmann::json levels = as_json(answer({"levels", "--json", "--depth", "3"}));
  EXPECT_EQ(levels["cover"], "plain");
  EXPECT_EQ(levels["positions"], nlohmann::json::parse("[1, 18, 243, 3240]"));
}

TEST_F(WithTables, LevelsInterruptedPrintNothing) {
  Start call = start({"levels", "--depth", "10"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  Running running(call);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  running.send(SIGINT);
  // On a busy machine it may still be reading the table.
  expect_refusal(running.wait(), 130, "stopped ");
}

class Levels : public CommandLine {};

TEST_F(Levels, RefusesWhatItCannotDo) {
  expect_refusal(halfturn({"levels", "--depth", "11"}), 2, "depth");
  expect_refusal(halfturn({"levels", "--cover", "some"}), 2, "cover");
}

}  // namespace
}  // namespace halfturn::testing

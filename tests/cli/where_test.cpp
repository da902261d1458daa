#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

TEST_F(WithTables, ScramblesThatSatisfyConditions) {
  const std::string where = "cross(W)<=4 and xcross(W)=6";
  const std::string lines = answer({"scramble", "-n", "3", "--seed", "4", "--where", where, "--json"});
  EXPECT_EQ(std::ranges::count(lines, '\n'), 3);
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    const nlohmann::json row = as_json(lines.substr(begin, end - begin));
    EXPECT_LE(row["length"], 20);
    EXPECT_LE(row["stages"]["cross"]["W"], 4);
    EXPECT_EQ(row["stages"]["xcross"], nlohmann::json::parse(R"({"W": 6})"));
    // The scramble makes the position that the row speaks of.
    EXPECT_EQ(as_json(answer({"apply", "--json", row["scramble"]}))["facelets"], row["facelets"]);
    begin = end + 1;
  }
  EXPECT_EQ(answer({"scramble", "-n", "3", "--seed", "4", "--where", "cross(W)<=4", "--where", "xcross(W)=6",
                    "--json", "--threads", "1"}),
            lines);
}

TEST_F(WithTables, ScramblesThatCannotBeFound) {
  const Outcome outcome =
      ask({"scramble", "--where", "xcross(any)>=9 and cross(any)<=1", "--tries", "2000"}, tables_);
  expect_refusal(outcome, 1, "gave up: the last 2,000 candidates");
  EXPECT_THAT(outcome.err, HasSubstr("0 of 1 scrambles"));
}

class Where : public CommandLine {};

TEST_F(Where, RefusesWithoutLookingAtTables) {
  expect_refusal(halfturn({"scramble", "--where", "corss(D)=4"}), 2,
                 "column 1: there is no stage named 'corss'");
  expect_refusal(halfturn({"scramble", "--where", "cross(D)=9"}), 2, "never takes more than 8 moves");
  expect_refusal(halfturn({"scramble", "--where", "cross(D)=4", "--where", "cross(D"}), 2,
                 "in 'cross(D': ) is expected");
  expect_refusal(halfturn({"scramble", "--where", "xcross(W)=3 and cross(W)=5"}), 2, "cannot both hold");
  expect_refusal(halfturn({"scramble", "--where", "cross(D)=4", "--tries", "-1"}), 2, "tries");
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{{"--solutions", "2"}, {"--prefer", "RUF"}, {"-n", "5"}}) {
    std::vector<std::string> call = {"scramble", "--serve-stdin", "--where", "cross(W)=4"};
    call.insert(call.end(), flags.begin(), flags.end());
    expect_refusal(halfturn(call), 2,
                   "--serve-stdin does not go with --count, --solutions or --prefer (leave these out: each");
  }
  EXPECT_THAT(output({"scramble", "--help"}), HasSubstr("--where \"cross(W)<=4 and xcross(W)=6\""));
}

}  // namespace
}  // namespace halfturn::testing

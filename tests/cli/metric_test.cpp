#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfturn/metric.h"
#include "halfturn/notation.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class MetricOption : public CommandLine {};

TEST_F(MetricOption, RefusesWhatMakesNoSense) {
  for (const char* command : {"solve", "verify", "scramble"})
    expect_refusal(halfturn({command, "--metric", "slice"}), 2, "slice not in {half,quarter}");
  expect_refusal(halfturn({"scramble", "--metric", "quarter"}), 2, "--metric is about the turns of --length");
  expect_refusal(halfturn({"scramble", "--length", "20", "--where", "cross(W)=5"}), 2,
                 "--length does not go with --where or --serve-stdin");
  expect_refusal(halfturn({"scramble", "--length", "20", "--serve-stdin"}), 2, "--length does not go with");
  expect_refusal(halfturn({"scramble", "--length", "20", "--solutions", "1"}), 2,
                 "about the stages of --where");
  expect_refusal(halfturn({"scramble", "--length", "0"}), 2, "--length");
  expect_refusal(halfturn({"scramble", "--length", "-3"}), 2, "--length");
}

TEST_F(MetricOption, VerifyGivesTheLengthInOneMetric) {
  EXPECT_EQ(output({"verify", "--metric", "half", "R2 L2 U F'", "F U' L2 R2"}), "solved: 4f\n");
  EXPECT_EQ(output({"verify", "--metric", "quarter", "R2 L2 U F'", "F U' L2 R2"}), "solved: 6q\n");
  // As `solve` prints it, in either metric.
  EXPECT_EQ(output({"verify", "--metric", "quarter", "R2 U", "U' R2 (3q)"}), "solved: 3q\n");
  EXPECT_EQ(output({"verify", "--metric", "quarter", "R2 U", "U' R2 (2)"}), "solved: 3q\n");
  const Outcome wrong = halfturn({"verify", "--metric", "quarter", "R U F", "F2"});
  expect_code(wrong, 1);
  EXPECT_EQ(wrong.out, "not solved: 2q\n");
  const nlohmann::json json = json_output({"verify", "--json", "--metric", "quarter", "R2", "R2"});
  EXPECT_EQ(json["length"], 2);
  EXPECT_EQ(json["metric"], "quarter");
  EXPECT_EQ(json["half_turn"], 1);
  EXPECT_FALSE(json_output({"verify", "--json", "R2", "R2"}).contains("metric"));
}

TEST_F(MetricOption, VerifyOfListsGivesItForEveryRow) {
  write_file(home_.path() / "both.csv", "id,scramble,solution\na,R2 U,U' R2 (3q)\nb,R K,R\n");
  const Outcome outcome = halfturn({"verify", "both.csv", "--metric", "quarter", "--json"});
  expect_code(outcome, 2);
  const std::vector<std::string> rows = lines_of(outcome.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(as_json(rows[0])["length"], 3);
  EXPECT_TRUE(as_json(rows[1])["length"].is_null());
  EXPECT_EQ(as_json(rows[1])["metric"], "quarter");
}

/// Sequences of exactly that length, of which no turns can be joined, the same for the same seed.
TEST_F(MetricOption, ScrambleOfALengthHasIt) {
  for (const Metric metric : kAllMetrics) {
    const std::vector<std::string> arguments = {
        "scramble", "-n", "50", "--seed", "3", "--length", "25", "--metric", std::string(name_of(metric))};
    const std::string text = output(arguments);
    EXPECT_EQ(text, output(arguments));
    const std::vector<std::string> rows = lines_of(text);
    ASSERT_EQ(rows.size(), 50u);
    EXPECT_NE(rows[0], rows[1]);
    for (const std::string& row : rows) {
      const Moves moves = parse_moves(row)->moves;
      EXPECT_EQ(length(moves, metric), 25) << row;
      EXPECT_EQ(cancelled(moves), moves) << row;
    }
  }
  const nlohmann::json json = json_output({"scramble", "--length", "7", "--json", "--seed", "1"});
  EXPECT_EQ(json["length"], 7);
  EXPECT_EQ(json["metric"], "half");
  EXPECT_EQ(json["facelets"],
            json_output({"apply", "--json", json["scramble"].get<std::string>()})["facelets"]);
}

TEST_F(WithTables, SolveInQuarterTurns) {
  EXPECT_EQ(answer({"solve", "--metric", "quarter", "F' R D2"}), "D2 R' F (4q)\n");
  EXPECT_EQ(answer({"solve", "--metric", "half", "F' R D2"}), "D2 R' F (3)\n");
  EXPECT_EQ(answer({"solve", "--metric", "quarter", "()"}), "(0q)\n");
  const nlohmann::json json = as_json(answer({"solve", "--json", "--metric", "quarter", "R2 U"}));
  EXPECT_EQ(json["moves"], "U' R2");
  EXPECT_EQ(json["length"], 3);
  EXPECT_EQ(json["metric"], "quarter");
  EXPECT_EQ(json["proved_shortest"], true);
  EXPECT_EQ(as_json(answer({"solve", "--json", "R2 U"}))["metric"], "half");
  EXPECT_THAT(
      answer({"solve", "--csv", "--metric", "quarter", "R2 U"}),
      MatchesRegex("id,length,moves,target_met,probes,error,metric\n,3,U' R2,true,[0-9]+,,quarter\n"));
}

/// A target that the parity of the cube rules out is missed by one.
TEST_F(WithTables, MaxMovesCountsQuarterTurns) {
  const Outcome missed =
      ask({"solve", "--metric", "quarter", "--max-moves", "3", "--time", "50", "R2 U2"}, tables_);
  expect_code(missed, 1);
  EXPECT_EQ(missed.out, "U2 R2 (4q) missed 3\n");
  EXPECT_EQ(answer({"solve", "--metric", "quarter", "--max-moves", "4", "R2 U2"}), "U2 R2 (4q)\n");
  EXPECT_EQ(answer({"solve", "--metric", "quarter", "--max-moves", "5", "R2 U2"}), "U2 R2 (4q)\n");
}

TEST_F(WithTables, BatchInQuarterTurns) {
  Start call =
      start({"solve", "-", "--metric", "quarter", "--max-moves", "28", "--solutions", "2", "--prefer", "RU"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  call.input = "a,R2 U F\nb,R K\nc,U2 R2 F B' L2 D F2 R B2 U L' D2\n";
  const Outcome outcome = run(call);
  expect_code(outcome, 2);
  EXPECT_THAT(outcome.out, HasSubstr("b: error: line 2"));
  EXPECT_THAT(outcome.out, HasSubstr("a: F' U' R2 (4q)\n"));
  EXPECT_THAT(outcome.err, HasSubstr("   4 quarter turns: 1"));
  for (const std::string& row : lines_of(outcome.out)) {
    if (row.starts_with("b")) continue;
    const std::size_t open = row.rfind('(');
    const Moves moves = parse_moves(row.substr(3, open - 3))->moves;
    EXPECT_EQ(row.substr(open), "(" + std::to_string(length(moves, Metric::quarter)) + "q)");
  }
}

}  // namespace
}  // namespace halfturn::testing

// analyze --solutions and --chain, for one scramble and for many; scramble --where --solutions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kScramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";

class Details : public WithTables {
 protected:
  Outcome ask_with(std::vector<std::string> arguments, const std::string& input) const {
    Start call = start(std::move(arguments));
    call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    call.input = input;
    return run(call);
  }

  /// Lengths of stages after a scramble and more moves.
  nlohmann::json lengths_after(const std::string& moves) const {
    return as_json(answer({"analyze", "--json", moves}))["stages"];
  }
};

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(Details, SolutionsOfManyAreThoseOfOne) {
  const std::vector<std::string> flags = {"--solutions", "3",  "--stages", "cross,xcross",
                                          "--colours",   "WG", "--json"};
  const auto with_flags = [&](const std::string& what) {
    std::vector<std::string> call = {"analyze", what};
    call.insert(call.end(), flags.begin(), flags.end());
    return call;
  };
  const Outcome many = ask_with(with_flags("-"), kScramble + "\nR U F x\nR K\n");
  expect_code(many, 2);
  const std::vector<std::string> rows = split_lines(many.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0] + "\n", answer(with_flags(kScramble)));
  // The scramble leaves the cube turned, and the rotations go on from there.
  const nlohmann::json second = as_json(rows[1]);
  EXPECT_EQ(second["solutions"], as_json(answer(with_flags("R U F x")))["solutions"]);
  const nlohmann::json& way = second["solutions"]["cross"]["W"][0];
  const std::string whole = "R U F x " + std::string(way["rotation"]) + " " + std::string(way["moves"]);
  EXPECT_EQ(lengths_after(whole)["cross"]["W"], 0) << whole;
  EXPECT_EQ(as_json(rows[2])["stages"], nullptr);
}

TEST_F(Details, SolutionsAsCsvAndText) {
  const Outcome csv = ask_with({"analyze", "-", "--solutions", "2", "--stages", "cross", "--colours", "W"},
                               "a,R U F\nb,R K\nc,R\n");
  expect_code(csv, 2);
  EXPECT_EQ(csv.out,
            "id,stage,colour,length,rotation,moves,reached\n"
            "a,cross,W,2,z2,D' L',\n"
            "a,cross,W,3,z2,U D' L',\n"
            "b,,,,,,\n"
            "c,cross,W,1,z2,L',\n"
            "c,cross,W,2,z2,U L',\n");
  // One scramble has the same rows.
  EXPECT_EQ(answer({"analyze", "--solutions", "--stages", "cross", "--colours", "W", "--format", "csv", "R"}),
            "id,stage,colour,length,rotation,moves,reached\n1,cross,W,1,z2,L',\n");
  const Outcome text =
      ask_with({"analyze", "-", "--solutions", "--stages", "cross", "--colours", "W", "--format", "table"},
               "R U F\nR K\n");
  expect_code(text, 2);
  EXPECT_THAT(text.out, StartsWith("1: R U F\n"
                                   "bottom  W (U)  best\n"
                                   "cross   2*        2\n"
                                   "\n"
                                   "cross, W at the bottom\n"
                                   "  z2 D' L' (2)\n"
                                   "\n"
                                   "2: R K\n"
                                   "error: line 2, column 3: unknown move 'K'"));
}

TEST_F(Details, SolutionsGoIntoAFileAndAreNotResumed) {
  const std::string list = (home_.path() / "list.txt").string();
  const std::string rows = (home_.path() / "rows.csv").string();
  write_file(list, "R U F\nR\n");
  expect_code(ask({"analyze", list, "--solutions", "--stages", "cross", "--output", rows}, tables_), 0);
  EXPECT_THAT(read_file(rows), HasSubstr("2,cross,W,1,z2,L',\n"));
  expect_refusal(
      ask({"analyze", list, "--solutions", "--stages", "cross", "--output", rows, "--resume"}, tables_), 2,
      "--resume does not go with --solutions");
}

TEST_F(Details, AChainIsMadeOfShortestSteps) {
  const nlohmann::json chain = as_json(answer({"analyze", "--chain", "--json", kScramble}))["chain"];
  const nlohmann::json lengths = lengths_after(kScramble);
  ASSERT_EQ(chain.size(), 6u);
  for (const auto& [colour, way] : chain.items()) {
    const std::vector<std::string> stages = {"cross", "xcross", "xxcross", "xxxcross", "f2l"};
    ASSERT_EQ(way["steps"].size(), stages.size());
    std::string so_far = kScramble + " " + std::string(way["rotation"]);
    nlohmann::json before = lengths;
    std::size_t total = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      const nlohmann::json& step = way["steps"][i];
      EXPECT_EQ(step["stage"], stages[i]);
      EXPECT_EQ(step["optimum"], lengths[stages[i]][colour]);
      // As long as the analyzer says from the position before, and it reaches the stage.
      EXPECT_EQ(step["length"], before[stages[i]][colour]);
      total += step["length"].get<std::size_t>();
      EXPECT_EQ(step["total"], total);
      so_far += " " + std::string(step["moves"]);
      before = lengths_after(so_far);
      EXPECT_EQ(before[stages[i]][colour], 0) << so_far;
    }
    EXPECT_EQ(way["length"], total);
    EXPECT_EQ(way["optimum"], lengths["f2l"][colour]);
    EXPECT_EQ(way["excess"].get<int>(), way["length"].get<int>() - way["optimum"].get<int>());
  }
}

TEST_F(Details, AChainAsTextAndCsv) {
  EXPECT_THAT(answer({"analyze", "--chain", "--colours", "W", "R U F"}),
              HasSubstr("\nW at the bottom, after z2\n"
                        "  stage     moves  total  optimum\n"
                        "  cross         2      2        2  D' L'\n"
                        "  xcross        0      2        2  (nothing to do)   BL\n"));
  const Outcome csv = ask_with({"analyze", "-", "--chain", "--colours", "W"}, "a,R U F\n");
  expect_code(csv, 0);
  EXPECT_THAT(csv.out, StartsWith("id,colour,stage,length,total,optimum,rotation,moves,reached\n"
                                  "a,W,cross,2,2,2,z2,D' L',\n"
                                  "a,W,xcross,0,2,2,z2,,BL\n"));
  expect_refusal(ask({"analyze", "--chain", "--stages", "cross", "R"}, tables_), 2, "leave out --solutions");
}

TEST_F(Details, ScramblesWithTheirSolutions) {
  const std::vector<std::string> call = {
      "scramble", "-n", "2", "--seed", "1", "--where", "cross(W)<=3 and xcross(W,FR)=6", "--solutions", "2"};
  std::vector<std::string> json_call = call;
  json_call.emplace_back("--json");
  const std::vector<std::string> rows = split_lines(answer(json_call));
  ASSERT_EQ(rows.size(), 2u);
  std::string text;
  for (const std::string& line : rows) {
    const nlohmann::json row = as_json(line);
    EXPECT_EQ(row["stages"]["xcross FR"]["W"], 6);
    const nlohmann::json ways = row["solutions"]["xcross FR"]["W"];
    ASSERT_EQ(ways.size(), 2u);
    EXPECT_EQ(ways[0]["length"], 6);
    EXPECT_EQ(ways[0]["reached"], "FR");
    EXPECT_EQ(row["solutions"]["cross"]["W"][0]["length"], row["stages"]["cross"]["W"]);
    const std::string whole = std::string(row["scramble"]) + " z2 " + std::string(ways[0]["moves"]);
    EXPECT_EQ(lengths_after(whole)["xcross"]["W"], 0);
    text += std::string(row["scramble"]) + "\n";
  }
  const std::string plain = answer(call);
  EXPECT_THAT(plain, StartsWith(text.substr(0, text.find('\n') + 1) + "\ncross, W at the bottom\n  z2 "));
  EXPECT_THAT(plain, HasSubstr("xcross FR, W at the bottom\n  z2 "));
  expect_refusal(ask({"scramble", "--solutions", "2"}, tables_), 2, "are about the stages of --where");
}

}  // namespace
}  // namespace halfturn::testing

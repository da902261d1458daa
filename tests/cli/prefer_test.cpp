#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

long outside(const std::string& line, const std::string& others) {
  return std::ranges::count_if(line, [&](char c) { return others.find(c) != std::string::npos; });
}

TEST_F(WithTables, SolvePrefersComfortableSolutions) {
  const std::vector<std::string> question = {
      "solve",       "--solutions", "12",
      "--max-moves", "22",          "R2 U' F2 D B2 L2 D' F2 U2 R2 B' R' D2 F U' L B' D' R F2"};
  std::vector<std::string> preferring = question;
  preferring.insert(preferring.end(), {"--prefer", "RUF"});
  std::vector<std::string> plain = lines_of(answer(question));
  std::vector<std::string> sorted = lines_of(answer(preferring));
  ASSERT_EQ(sorted.size(), 12u);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const auto count = [](const std::string& line) { return line.substr(line.find('(')); };
    if (count(sorted[i]) == count(sorted[i - 1])) {
      EXPECT_LE(outside(sorted[i - 1], "DLB"), outside(sorted[i], "DLB"));
    } else {
      EXPECT_LT(count(sorted[i - 1]), count(sorted[i]));
    }
  }
  EXPECT_NE(plain, sorted);
  std::ranges::sort(plain);
  std::ranges::sort(sorted);
  EXPECT_EQ(plain, sorted) << "the same solutions in another order";
}

TEST_F(WithTables, AnalyzePrefersComfortableSolutions) {
  const std::string scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
  const auto ways = [&](std::vector<std::string> more) {
    std::vector<std::string> call = {"analyze", "--stages", "xcross", "--colours", "R", "--json", scramble};
    call.insert(call.end(), more.begin(), more.end());
    return as_json(answer(call))["solutions"]["xcross"]["R"];
  };
  const nlohmann::json all = ways({"--solutions", "1000"});
  const nlohmann::json two = ways({"--solutions", "2", "--prefer", "RUF"});
  ASSERT_EQ(two.size(), 2u);
  // Of all shortest solutions, no other has fewer moves of other faces than the first.
  const long first = outside(two[0]["moves"], "DLB");
  EXPECT_LE(first, outside(two[1]["moves"], "DLB"));
  for (const nlohmann::json& way : all)
    if (way["length"] == two[0]["length"]) {
      EXPECT_LE(first, outside(way["moves"], "DLB"));
    }
  EXPECT_LT(first, outside(all[0]["moves"], "DLB")) << "an example where it matters";
}

class Prefer : public CommandLine {};

TEST_F(Prefer, NeedsFacesAndSolutions) {
  expect_refusal(halfturn({"solve", "--solutions", "3", "--prefer", "RUX", "R U"}), 2,
                 "--prefer: 'X' is no face");
  expect_refusal(halfturn({"solve", "--prefer", "RU", "R U"}), 2, "--solutions N");
  expect_refusal(halfturn({"analyze", "--prefer", "RU", "R U"}), 2, "--solutions N");
}

}  // namespace
}  // namespace halfturn::testing

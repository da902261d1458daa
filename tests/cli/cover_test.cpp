// The cover command: what comes with the program, and short searches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class CoverCommand : public CommandLine {};

TEST_F(CoverCommand, ShowsWhatComesWithTheProgram) {
  const nlohmann::json rows = json_output({"cover", "show", "--json"});
  ASSERT_EQ(rows.size(), 2u);
  // As published; another cover is another number of cosets, and other numbers for them.
  EXPECT_EQ(rows[0]["kind"], "plain");
  EXPECT_EQ(rows[0]["cosets"], 55'878'399);
  EXPECT_EQ(rows[1]["kind"], "with-inverses");
  EXPECT_EQ(rows[1]["cosets"], 42'192'255);
  for (const nlohmann::json& row : rows) {
    EXPECT_GT(row["cosets"], row["lower_bound"]);
    EXPECT_LT(row["cosets"], 138'639'780);
    EXPECT_THAT(row["made_by"].get<std::string>(), StartsWith("halfturn cover build --cover "));
  }
  EXPECT_THAT(output({"cover", "show", "--kind", "plain"}), HasSubstr("plain"));
}

TEST_F(CoverCommand, BuildsTheSameToAFileAndToStdout) {
  const std::vector<std::string> call = {"cover",  "build", "--kind",  "plain",
                                         "--seed", "5",     "--steps", "100000"};
  const std::string text = output(call);
  EXPECT_THAT(text, HasSubstr("# made by: halfturn cover build --cover plain --seed 5 --steps 100000\n"));
  std::vector<std::string> to_file = call;
  to_file.insert(to_file.end(), {"--output", "cover.txt"});
  output(to_file);
  std::ostringstream content;
  content << std::ifstream(home_.path() / "cover.txt").rdbuf();
  EXPECT_EQ(content.str(), text);
}

TEST_F(CoverCommand, NamesWhatIsWrong) {
  expect_code(halfturn({"cover"}), 2);
  expect_code(halfturn({"cover", "build"}), 2);
  expect_code(halfturn({"cover", "build", "--kind", "other"}), 2);
  expect_code(halfturn({"cover", "build", "--kind", "plain", "--steps", "0"}), 2);
  const Outcome outcome =
      halfturn({"cover", "build", "--kind", "plain", "--steps", "1000", "--output", "missing/cover.txt"});
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("missing/cover.txt"));
}

}  // namespace
}  // namespace halfturn::testing

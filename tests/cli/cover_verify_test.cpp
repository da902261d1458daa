#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

class CoverVerifyCommand : public CommandLine {
 protected:
  /// A file with every class chosen, but for those whose digits are given; two hundred and fifty-two lines of
  /// digits after the three of the heading.
  std::string cover_file(const std::string& first_digits, const std::string& cost,
                         const std::string& classes) {
    std::string digits(16108, 'f');
    digits.back() = 'c';
    digits.replace(0, first_digits.size(), first_digits);
    std::string text = "# kind: plain\n# cost: " + cost + "\n# classes: " + classes + "\n";
    for (std::size_t i = 0; i < digits.size(); i += 64) text += digits.substr(i, 64) + "\n";
    const std::filesystem::path path = home_.path() / "cover.txt";
    write_file(path, text);
    return path.string();
  }
};

TEST_F(CoverVerifyCommand, AcceptsTheCoversOfTheProgram) {
  const nlohmann::json rows = json_output({"cover", "verify", "--json", "--random", "1000"});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["kind"], "plain");
  EXPECT_EQ(rows[1]["kind"], "with-inverses");
  for (const nlohmann::json& row : rows) {
    EXPECT_EQ(row["covers"], true);
    EXPECT_EQ(row["missed"], nullptr);
    EXPECT_EQ(row["configurations"], 70'963'200);
    EXPECT_EQ(row["random_positions"], 1000);
    EXPECT_EQ(row["cosets"], row["stated_cosets"]);
  }
}

TEST_F(CoverVerifyCommand, NamesAPositionThatAFileMisses) {
  // Without the class 0, which is that of the solved cube.
  const Outcome outcome =
      halfturn({"cover", "verify", "--random", "0", "--file", cover_file("7", "138639612", "64429")});
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, HasSubstr("plain: 64,429 classes, 138,639,612 cosets\n"));
  EXPECT_THAT(outcome.out, HasSubstr("not a cover: misses "));
}

TEST_F(CoverVerifyCommand, ChecksTheStatedCost) {
  const Outcome outcome =
      halfturn({"cover", "verify", "--random", "0", "--file", cover_file("f", "138639781", "64430")});
  expect_code(outcome, 1);
  EXPECT_THAT(outcome.out, HasSubstr("a cover: no position is missed"));
  EXPECT_THAT(outcome.out, HasSubstr("the cost that it states is wrong: 138,639,781\n"));
}

TEST_F(CoverVerifyCommand, RefusesADamagedFileWithItsLine) {
  expect_refusal(
      halfturn({"cover", "verify", "--file", cover_file(std::string(64, 'f') + "fg", "138639780", "64430")}),
      3, "halfturn: line 5: 'g' is no hexadecimal digit in ");
  expect_refusal(halfturn({"cover", "verify", "--file", cover_file("f", "138639780", "64429")}), 3,
                 "there are 64430 classes, not the 64429");
  expect_refusal(halfturn({"cover", "verify", "--file", "nowhere.txt"}), 3,
                 "cannot read the file nowhere.txt");
  expect_refusal(halfturn({"cover", "verify", "--kind", "some"}), 2, "--cover");
}

}  // namespace
}  // namespace halfturn::testing

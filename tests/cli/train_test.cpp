#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Train : public WithTables {
 protected:
  Outcome train(std::vector<std::string> arguments, const std::string& answers) const {
    arguments.insert(arguments.begin(), "train");
    Start call = start(std::move(arguments));
    call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    call.input = answers;
    return run(call);
  }

  /// The text between two others.
  static std::string between(const std::string& text, const std::string& first, const std::string& last) {
    const std::size_t begin = text.find(first);
    EXPECT_NE(begin, std::string::npos) << text;
    const std::size_t end = text.find(last, begin + first.size());
    return text.substr(begin + first.size(), end - begin - first.size());
  }
};

TEST_F(Train, JudgesWhatIsTyped) {
  const std::vector<std::string> flags = {"--seed", "3", "--where", "cross(W)=2"};
  // The first run shows the answer, the second types it.
  const Outcome shown = train(flags, "?\n");
  expect_code(shown, 0);
  const std::string best = between(shown.out, "cross on W>   ", " (2)");
  EXPECT_THAT(best, ::testing::StartsWith("z2 "));
  const std::string scramble = between(shown.out, "\n1. ", "\n");
  EXPECT_EQ(as_json(answer({"analyze", "--json", scramble + " " + best}))["stages"]["cross"]["W"], 0);

  const Outcome solved = train(flags, "R K\n\nz2 " + best + "\n" + best + "\nq\n");
  expect_code(solved, 0);
  EXPECT_THAT(solved.out, HasSubstr("column 3: unknown move 'K'"));
  EXPECT_THAT(solved.out, HasSubstr("that does not solve the cross on W; try again"));
  EXPECT_THAT(solved.out, HasSubstr("solved in 2 moves, which is the fewest"));
  EXPECT_THAT(solved.out,
              HasSubstr("\n1 scramble: 1 solved, 1 in the fewest moves, 0 shown; 0.00 moves more"));

  // Without the rotation, as seen with white at the bottom; and with two moves that are of no use.
  const Outcome longer = train(flags, "U D2 U' D2 " + best.substr(3) + "\n");
  expect_code(longer, 0);
  EXPECT_THAT(longer.out, HasSubstr("solved in 6 moves; the fewest is 2"));
  EXPECT_THAT(longer.out, HasSubstr("0 in the fewest moves, 0 shown; 4.00 moves more"));
}

TEST_F(Train, EndsAfterSoManyOrAtTheEndOfTheInput) {
  const Outcome two = train({"--seed", "1", "-n", "2"}, "n\n?\n?\n");
  expect_code(two, 0);
  EXPECT_THAT(two.out, HasSubstr("\n2. "));
  EXPECT_THAT(two.out, Not(HasSubstr("\n3. ")));
  EXPECT_THAT(two.out, HasSubstr("2 scrambles: 0 solved, 0 in the fewest moves, 1 shown\n"));
  const Outcome capital = train({"--seed", "1"}, "N\nQ\n?\n");
  expect_code(capital, 0);
  EXPECT_THAT(capital.out, HasSubstr("\n2. "));
  EXPECT_THAT(capital.out, HasSubstr("1 scramble: 0 solved, 0 in the fewest moves, 0 shown\n"));
  const Outcome none = train({"--seed", "1"}, "");
  expect_code(none, 0);
  EXPECT_THAT(none.out, HasSubstr("0 scrambles: 0 solved"));
}

TEST_F(Train, TheNetHasLettersAndIsThatOfTheScramble) {
  const Outcome outcome = train({"--seed", "1", "--stage", "xcross", "--colours", "y"}, "q\n");
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Solve the xcross on Y."));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b"))) << "no colours where no terminal is";
  const std::string scramble = between(outcome.out, "\n1. ", "\n");
  std::string facelets = as_json(answer({"apply", "--json", scramble}))["facelets"];
  for (char& letter : facelets) letter = std::string("WRGYOB")[std::string("URFDLB").find(letter)];
  const auto row = [&](std::size_t face, std::size_t line) {
    const std::string three = facelets.substr(9 * face + 3 * line, 3);
    return std::string{three[0], ' ', three[1], ' ', three[2]};
  };
  EXPECT_THAT(outcome.out, HasSubstr("\n\n       " + row(0, 0) + "\n       " + row(0, 1) + "\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("\n" + row(4, 1) + "  " + row(2, 1) + "  " + row(1, 1) + "  " + row(5, 1) + "\n"));
}

TEST_F(Train, RefusesWhatIsNoTask) {
  expect_refusal(train({"--stage", "corss"}, ""), 2, "--stage: there is no stage 'corss'");
  expect_refusal(train({"--colours", "WY"}, ""), 2, "one colour is trained at a time");
  expect_refusal(train({"--where", "cross(W)=9"}, ""), 2, "never takes more than 8 moves");
}

}  // namespace
}  // namespace halfturn::testing

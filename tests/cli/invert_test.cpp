#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

class Invert : public CommandLine {
 protected:
  Outcome with_input(std::vector<std::string> arguments, const std::string& input) const {
    Start call = start(std::move(arguments));
    call.input = input;
    return run(call);
  }
};

TEST_F(Invert, UndoesASequence) {
  EXPECT_EQ(output({"invert", "R U2 F'"}), "F U2 R'\n");
  EXPECT_EQ(output({"invert", "R", "U2", "F'"}), "F U2 R'\n");
  EXPECT_EQ(output({"invert", "--notation", "numeric", "R U2 F'"}), "F1U2R3\n");
  EXPECT_EQ(output({"invert", "[R, U]"}), "U R U' R'\n");
  EXPECT_EQ(output({"invert", "R U2 F' (3)"}), "F U2 R'\n");
}

TEST_F(Invert, UndoesHowTheCubeIsHeldToo) {
  EXPECT_EQ(output({"invert", "R U x"}), "x' U' R'\n");
  EXPECT_EQ(output({"invert", "x"}), "x'\n");
  for (const std::string text : {"Rw U M2 y F", "x y z'", "(R u S)3 z2 E'"}) {
    std::string back = output({"invert", text});
    back.pop_back();
    const nlohmann::json both = json_output({"apply", "--json", text + " " + back});
    EXPECT_EQ(both["solved"], true) << text << " " << back;
    EXPECT_EQ(both["orientation"], "") << text << " " << back;
  }
}

TEST_F(Invert, TakesAFileOrStdinLineByLine) {
  const Outcome outcome = with_input({"invert", "-"}, "R U (2)\n\nR K\r\nF2");
  expect_code(outcome, 2);
  EXPECT_EQ(outcome.out, "U' R'\n\n\nF2\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 3, column 3: unknown move 'K'"));
  write_file(home_.path() / "list.txt", "R\nU'\n");
  EXPECT_EQ(output({"invert", "list.txt"}), "R'\nU\n");
  const Outcome json = with_input({"invert", "-", "--json"}, "R U\nQ\n");
  expect_code(json, 2);
  EXPECT_THAT(json.out,
              ::testing::StartsWith("{\"moves\":\"U' R'\",\"length\":2,\"error\":null}\n"
                                    "{\"moves\":null,\"length\":null,\"error\":\"line 2, column 1"));
}

TEST_F(Invert, RefusesWhatIsNoSequence) {
  expect_refusal(halfturn({"invert"}), 2, "nothing to invert");
  expect_refusal(halfturn({"invert", "R K"}), 2, "halfturn: line 1, column 3: unknown move 'K'");
  expect_refusal(
      halfturn({"invert", "no.txt"}), 2,
      "halfturn: there is no file no.txt, and it is no sequence either (line 1, column 1: unknown");
  write_file(home_.path() / "list.txt", "R\n");
  expect_refusal(halfturn({"invert", "list.txt", "no.txt"}), 2,
                 "halfturn: list.txt is a file, and more words");
  expect_refusal(halfturn({"invert", "/tmp"}), 2, "halfturn: /tmp is a folder (give a file");
}

}  // namespace
}  // namespace halfturn::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kSexyFacelets = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB";
const std::string kSexyPieces = "UF FR UR UL DF DR DB DL UB FL BR BL FDR LUB URB ULF RUF DFL DLB DBR";
const std::string kSolvedFacelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

class Apply : public CommandLine {};

TEST_F(Apply, ShowsWhatASequenceMakes) {
  const Outcome outcome = halfturn({"apply", "R U R' U'"});
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.out, "facelets     " + kSexyFacelets + "\n" +    //
                             "pieces       " + kSexyPieces + "\n" +  //
                             "face turns   R U R' U'\n" +            //
                             "length       4 half-turn, 4 quarter-turn, 4 slice-turn metric\n");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Apply, TakesTheSequenceWithoutQuotesToo) {
  EXPECT_EQ(output({"apply", "R", "U", "R'", "U'"}), output({"apply", "R U R' U'"}));
  EXPECT_EQ(output({"apply", "RUR'U'"}), output({"apply", "R U R' U'"}));
}

TEST_F(Apply, ReadsBackWhatItPrints) {
  const std::string shown = "facelets     " + kSexyFacelets + "\npieces       " + kSexyPieces + "\n";
  EXPECT_EQ(output({"apply", kSexyFacelets}), shown);
  EXPECT_EQ(output({"apply", kSexyPieces}), shown);
  std::vector<std::string> words = {"apply"};
  std::istringstream pieces(kSexyPieces);
  for (std::string word; pieces >> word;) words.push_back(word);
  EXPECT_EQ(output(words), shown);
}

/// A call as a shell makes it, for descriptors that are not as usual.
Outcome in_shell(Start start, const std::string& redirection) {
  std::string command = "exec \"$0\" \"$@\" " + redirection;
  start.arguments.insert(start.arguments.begin(), {"-c", std::move(command), start.program.string()});
  start.program = "/bin/sh";
  return run(start);
}

TEST_F(Apply, SaysThatStdinCannotBeRead) {
  const std::vector<std::vector<std::string>> commands = {
      {"apply", "-"}, {"lookup", "-"}, {"solve", "-"}, {"analyze", "-"}, {"stats", "-"}};
  for (const auto& command : commands)
    for (const std::string redirection : {"<&-", "0>write-only"})
      expect_refusal(in_shell(start(command), redirection), 3,
                     "halfturn: cannot read stdin: Bad file descriptor\n");
  expect_refusal(in_shell(start({"apply", "-"}), "< /"), 3, "halfturn: cannot read stdin: Is a directory\n");
  expect_refusal(in_shell(start({"lookup", "-"}), "< /"), 3, "halfturn: cannot read stdin: Is a directory\n");
}

TEST_F(Apply, RefusesALineOrATextThatIsTooLong) {
  Start call = start({"apply", "-"});
  call.input = "R\n" + std::string((1 << 20) + 1, 'R') + "\nU";
  expect_refusal(run(call), 2,
                 "halfturn: line 2: this line is longer than 1 MiB (a line has at most 1,048,576 bytes)\n");
  call.input.clear();
  for (int i = 0; i < 17; ++i) call.input += std::string((1 << 20) - 1, ' ') + "\n";
  expect_refusal(run(call), 2, "halfturn: stdin has more than 16 MiB");
  // As many moves as are read at all, on lines of their own.
  call.input.clear();
  for (int i = 0; i < 1000; ++i) {
    for (int k = 0; k < 500; ++k) call.input += "R U' ";
    call.input += '\n';
  }
  const Outcome long_one = run(call);
  expect_code(long_one, 0);
  EXPECT_THAT(long_one.out, HasSubstr("length       1000000 half-turn"));
}

TEST_F(Apply, TakesOneByteOrderMarkAndNoSecond) {
  const std::string mark = "\xEF\xBB\xBF";
  Start call = start({"apply", "-"});
  for (const bool by_argument : {false, true}) {
    const auto shown = [&](const std::string& text) {
      if (by_argument) return halfturn({"apply", text});
      call.input = text;
      return run(call);
    };
    EXPECT_EQ(shown(mark + kSexyPieces).out, output({"apply", kSexyPieces}));
    for (const std::string& text : {kSexyPieces, kSexyFacelets, std::string("R U")})
      expect_refusal(shown(mark + mark + text), 2,
                     "halfturn: line 1, column 1: there is a byte order mark (U+FEFF) within the text");
  }
}

TEST_F(Apply, JsonHasAllOfIt) {
  EXPECT_EQ(json_output({"apply", "--json", "R U2 M"}), nlohmann::json::parse(R"({
              "kind": "moves",
              "facelets": "DUFDUFDDFLLLRRRRRRFFUDFBDFBBUUBDUBDURRRLLLLLLDBBFBUFBU",
              "pieces": "DF FL UB DR UF UR DB BL BR DL FR UL FUL FLD DBR DRF URB BDL BLU UFR",
              "solved": false,
              "orientation": "x'",
              "moves": "R U2 R L'",
              "half_turn": 4, "quarter_turn": 5, "slice_turn": 3})"));
}

TEST_F(Apply, JsonOfAPositionHasNoMoves) {
  for (const std::string& position : {kSexyFacelets, kSexyPieces}) {
    EXPECT_EQ(json_output({"apply", position, "--json"}),
              nlohmann::json({{"kind", position == kSexyFacelets ? "facelets" : "pieces"},
                              {"facelets", kSexyFacelets},
                              {"pieces", kSexyPieces},
                              {"orientation", ""},
                              {"solved", false}}));
  }
}

TEST_F(Apply, ReportsHowTheCubeIsHeld) {
  EXPECT_THAT(output({"apply", "R x"}), HasSubstr("\nheld         rotated by x;"));
  EXPECT_THAT(output({"apply", "R"}), Not(HasSubstr("held")));
  EXPECT_EQ(json_output({"apply", "--json", "R x"})["orientation"], "x");
  EXPECT_EQ(json_output({"apply", "--json", "R x x'"})["orientation"], "");
  // The faces are named as the cube is held: the turned face is R before and after.
  EXPECT_EQ(json_output({"apply", "--json", "R x"})["moves"], "R");
  EXPECT_EQ(json_output({"apply", "--json", "x R"})["facelets"],
            json_output({"apply", "--json", "R x"})["facelets"]);
}

TEST_F(Apply, TellsASolvedCube) {
  for (const char* solved : {"()", " () ", "R R'", "(R U R' U')6", "x y z", "M' M // there and back"}) {
    const nlohmann::json json = json_output({"apply", "--json", solved});
    EXPECT_EQ(json["solved"], true) << solved;
    EXPECT_EQ(json["facelets"], kSolvedFacelets) << solved;
  }
  EXPECT_EQ(json_output({"apply", "--json", kSolvedFacelets})["solved"], true);
  EXPECT_EQ(json_output({"apply", "--json", "R"})["solved"], false);
}

TEST_F(Apply, BadInputIsRefusedWithItsPlace) {
  struct BadInput {
    std::vector<std::string> words;
    std::string place;
    std::string blamed;
  };
  const std::string twisted_off = kSolvedFacelets.substr(0, 53);
  const std::vector<BadInput> inputs = {
      {{"R K"}, "line 1, column 3: ", "'K'"},
      {{"R", "K"}, "line 1, column 3: ", "'K'"},
      {{"R U\nF F K"}, "line 2, column 5: ", "'K'"},
      {{"R U (F"}, "line 1, column 5: ", ""},
      {{"R U) F"}, "line 1, column 4: ", ""},
      {{"hello world"}, "line 1, column 1: ", "'h'"},
      {{"R", "\xff\xfe"}, "line 1, column 3: ", ""},
      {{"X" + kSolvedFacelets.substr(1)}, "line 1, column 1: ", "'X'"},
      {{twisted_off}, "", "53"},
      // An edge flipped: U and F of UF in each other's place.
      {{"UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"}, "", "flip"},
      {{"FU UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"}, "", "flip"},
  };
  for (const BadInput& input : inputs) {
    for (const bool json : {false, true}) {
      std::vector<std::string> arguments = {"apply"};
      if (json) arguments.emplace_back("--json");
      arguments.insert(arguments.end(), input.words.begin(), input.words.end());
      SCOPED_TRACE(::testing::PrintToString(arguments));
      const Outcome outcome = halfturn(arguments);
      expect_refusal(outcome, 2, input.blamed);
      EXPECT_THAT(outcome.err, StartsWith("halfturn: " + input.place));
    }
  }
}

TEST_F(Apply, TellsThatThereIsNoSuchFile) {
  expect_refusal(halfturn({"apply", "no.txt"}), 2,
                 "halfturn: there is no file no.txt, and it is no position either (line 1, column 1: ");
  // What nobody would call a file is moves, and the message stays short.
  const Outcome outcome = halfturn({"apply", std::string(10'000, 'R') + "K"});
  expect_refusal(outcome, 2, "halfturn: line 1, column 10001: unknown move 'K'");
  EXPECT_LT(outcome.err.size(), 400u);
}

TEST_F(Apply, AVeryLongSequence) {
  std::string sequence;
  for (int i = 0; i < 20'000; ++i) sequence += "RUF'";
  const nlohmann::json json = json_output({"apply", "--json", sequence});
  EXPECT_EQ(json["half_turn"], 60'000);
}

}  // namespace
}  // namespace halfturn::testing

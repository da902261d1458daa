#include "front/analyze_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/analyze/analyze_request.h"
#include "cli/analyze/analyze_table.h"
#include "halfturn/notation.h"

namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint8_t kNone = kNotComputed;
const std::vector<std::string> kRowStages = {"cross", "xcross"};
const std::vector<StageRow> kRows = {{6, 6, 6, 5, 7, 5}, {7, 7, 8, 7, 10, 7}};
const std::vector<StageRow> kTwoViews = {{6, kNone, kNone, 5, kNone, kNone},
                                         {7, kNone, kNone, 12, kNone, kNone}};
constexpr ViewSet kYellowAndRed = {View::D, View::R};
const Error kError{.message = "unknown move 'K'", .hint = "no", .line = 3, .column = 5};

Scramble scramble(const std::string& id) {
  Scramble result;
  result.id = id;
  result.text = "R \"U\"";
  return result;
}

TEST(AnalyzeRows, Csv) {
  const RowFormat format(RowKind::csv, kRowStages, ViewSet::all());
  EXPECT_EQ(format.header(),
            "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1,"
            "xcross_z0,xcross_z2,xcross_z3,xcross_z1,xcross_x3,xcross_x1\n");
  EXPECT_EQ(format.row(scramble("22001"), kRows), "22001,6,6,6,5,7,5,7,7,8,7,10,7\n");
  EXPECT_EQ(format.row(scramble("a,\"b"), kRows), "\"a,\"\"b\",6,6,6,5,7,5,7,7,8,7,10,7\n");
  EXPECT_EQ(format.error_row(scramble("x"), kError), "x,,,,,,,,,,,,\n");
  const RowFormat two(RowKind::csv, kRowStages, kYellowAndRed);
  EXPECT_EQ(two.header(), format.header());
  EXPECT_EQ(two.row(scramble("1"), kTwoViews), "1,6,,,5,,,7,,,12,,\n");
}

TEST(AnalyzeRows, EveryStageHasSixColumns) {
  std::vector<std::string> names;
  for (const Stage stage : all_stages()) names.emplace_back(stage.name());
  ASSERT_FALSE(names.empty());
  const RowFormat format(RowKind::csv, names, ViewSet::all());
  const auto commas = [](const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, ','));
  };
  EXPECT_EQ(commas(format.header()), 6 * names.size());
  EXPECT_EQ(commas(format.row(scramble("1"), std::vector<StageRow>(names.size(), kRows[0]))),
            6 * names.size());
  EXPECT_EQ(commas(format.error_row(scramble("1"), kError)), 6 * names.size());
}

TEST(AnalyzeRows, Json) {
  const RowFormat format(RowKind::json, kRowStages, kYellowAndRed);
  EXPECT_EQ(format.header(), "");
  const std::string row = format.row(scramble("a\"b\n"), kTwoViews);
  EXPECT_EQ(row.find('\n'), row.size() - 1) << "one line: " << row;
  EXPECT_EQ(nlohmann::json::parse(row), nlohmann::json::parse(R"({
    "id": "a\"b\n", "scramble": "R \"U\"", "error": null, "stages": {
      "cross": {"Y": 6, "W": null, "O": null, "R": 5, "G": null, "B": null},
      "xcross": {"Y": 7, "W": null, "O": null, "R": 12, "G": null, "B": null}}})"));
  const nlohmann::json bad = nlohmann::json::parse(format.error_row(scramble("x"), kError));
  EXPECT_EQ(bad["id"], "x");
  EXPECT_EQ(bad["scramble"], "R \"U\"");
  EXPECT_TRUE(bad["stages"].is_null());
  EXPECT_EQ(bad["error"], "line 3, column 5: unknown move 'K' (no)");
  // Bytes that are no text do no harm.
  EXPECT_TRUE(nlohmann::json::accept(format.row(scramble("\xff"), kTwoViews)));
}

TEST(AnalyzeRows, Table) {
  const RowFormat format(RowKind::table, {"cross", "pseudo_xcross"}, kYellowAndRed);
  EXPECT_EQ(
      format.header() + format.row(scramble("22001"), kTwoViews) + format.error_row(scramble("x"), kError),
      "               | cross | pseudo_xcross |\n"
      "id             |  Y  R |  Y  R         |\n"
      "22001          |  6  5 |  7 12         |\n"
      "x              | error: line 3, column 5: unknown move 'K' (no)\n");
}

TEST(AnalyzeRows, AreCompleteWithEveryNumberThatWasAskedFor) {
  const RowFormat all(RowKind::csv, kRowStages, ViewSet::all());
  const RowFormat two(RowKind::csv, kRowStages, kYellowAndRed);
  EXPECT_TRUE(all.is_complete(kRows));
  EXPECT_FALSE(all.is_complete(kTwoViews));
  EXPECT_TRUE(two.is_complete(kTwoViews));
  EXPECT_FALSE(two.is_complete(std::span(kTwoViews).first(1)));
}

class MatchRows : public ::testing::TestWithParam<RowKind> {};

TEST_P(MatchRows, KnowsItsOwnRowsAndTheirBeginnings) {
  const RowFormat format(GetParam(), kRowStages, kYellowAndRed);
  for (const char* id : {"22001", "a,\"b\nc"}) {
    for (const bool bad : {false, true}) {
      const std::optional<Error> error = bad ? std::optional(kError) : std::nullopt;
      const std::string row =
          bad ? format.error_row(scramble(id), kError) : format.row(scramble(id), kTwoViews);
      const MatchedRow whole = format.match(row + "and more", scramble(id), error);
      EXPECT_EQ(whole.match, RowFormat::Match::whole) << row;
      EXPECT_EQ(whole.length, row.size());
      for (std::size_t length = 0; length < row.size(); ++length)
        EXPECT_EQ(format.match(row.substr(0, length), scramble(id), error).match, RowFormat::Match::cut_short)
            << row.substr(0, length);
      // Any other character in any place makes another row of it, unless a digit stands for a digit.
      for (std::size_t i = 0; i < row.size(); ++i) {
        std::string other = row;
        other[i] = '~';
        EXPECT_EQ(format.match(other, scramble(id), error).match, RowFormat::Match::different) << other;
      }
    }
  }
}

TEST_P(MatchRows, KnowsOtherRows) {
  const RowFormat format(GetParam(), kRowStages, kYellowAndRed);
  const auto match = [&](const std::string& row, bool bad = false) {
    return format.match(row, scramble("1"), bad ? std::optional(kError) : std::nullopt).match;
  };
  const std::string row = format.row(scramble("1"), kTwoViews);
  EXPECT_EQ(match(row), RowFormat::Match::whole);
  EXPECT_EQ(match(format.row(scramble("2"), kTwoViews)), RowFormat::Match::different);
  EXPECT_EQ(match(format.row(scramble("11"), kTwoViews)), RowFormat::Match::different);
  EXPECT_EQ(match(RowFormat(GetParam(), kRowStages, ViewSet::all()).row(scramble("1"), kRows)),
            RowFormat::Match::different);
  EXPECT_EQ(
      match(
          RowFormat(GetParam(), {"cross"}, kYellowAndRed).row(scramble("1"), std::span(kTwoViews).first(1))),
      RowFormat::Match::different);
  EXPECT_EQ(match(format.error_row(scramble("1"), kError)), RowFormat::Match::different);
  EXPECT_EQ(match(row, true), RowFormat::Match::different);
  // Other numbers are fine.
  EXPECT_EQ(match(format.row(scramble("1"), std::vector<StageRow>(2, kTwoViews[1]))),
            RowFormat::Match::whole);
}

INSTANTIATE_TEST_SUITE_P(Formats, MatchRows, ::testing::Values(RowKind::csv, RowKind::json));

TEST(AnalyzeTable, MarksTheBestOfEachRow) {
  EXPECT_EQ(cli::analysis_table(kRowStages, kRows, ViewSet::all(), false),
            "bottom  Y (D)  W (U)  O (L)  R (R)  G (F)  B (B)  best\n"
            "cross   6      6      6      5*     7      5*        5\n"
            "xcross  7*     7*     8      7*    10      7*        7\n");
  EXPECT_EQ(cli::analysis_table(kRowStages, kTwoViews, kYellowAndRed, true),
            "bottom  Y (D)  R (R)  best\n"
            "cross   6    \x1b[1m  5*\x1b[0m        5\n"
            "xcross\x1b[1m  7*\x1b[0m    12         7\n");
}

TEST(AnalyzeTable, WhatIsNotThereIsADash) {
  EXPECT_EQ(cli::analysis_table({"cross"}, std::vector<StageRow>{{kNone, kNone, kNone, kNone, kNone, kNone}},
                                kYellowAndRed, true),
            "bottom  Y (D)  R (R)  best\n"
            "cross   -      -         -\n");
}

TEST(AnalyzeTable, SolutionsBeginWithTheRotation) {
  const auto moves = [](const char* text) { return parse_moves(text)->moves; };
  const std::vector<cli::CellSolutions> cells = {
      {"cross", View::D, {{moves("R U"), ""}, {moves("R D F2"), ""}}},
      {"xcross", View::R, {{moves("L"), "BL"}}},
      {"f2l", View::F, {{{}, "all"}}}};
  EXPECT_EQ(cli::solutions_text(cells, {}),
            "\ncross, Y at the bottom\n  R U (2)\n  R D F2 (3)\n"
            "\nxcross, R at the bottom\n  z L (1)   BL\n"
            "\nf2l, G at the bottom\n  x' (0)   all\n");
  // From a cube that is held otherwise, the rotation undoes that as well.
  const Symmetry held = parse_moves("x2 y")->orientation;
  const std::string text = cli::solutions_text(std::span(cells).subspan(1, 1), held);
  const std::size_t begin = text.find("\n  ") + 3;
  const std::string way = text.substr(begin, text.find(" (") - begin);
  EXPECT_EQ(parse_moves("x2 y " + way)->orientation, symmetry_of(View::R));
  EXPECT_EQ(parse_moves("x2 y " + way)->position(), parse_moves("z L")->position());
  EXPECT_EQ(nlohmann::json::parse(cli::solutions_json(cells, {})), nlohmann::json::parse(R"({
    "cross": {"Y": [{"rotation": "", "moves": "R U", "length": 2, "reached": ""},
                    {"rotation": "", "moves": "R D F2", "length": 3, "reached": ""}]},
    "xcross": {"R": [{"rotation": "z", "moves": "L", "length": 1, "reached": "BL"}]},
    "f2l": {"G": [{"rotation": "x'", "moves": "", "length": 0, "reached": "all"}]}})"));
}

/// The names of the stages that were chosen, or the error.
std::vector<std::string> stages(const std::vector<std::string>& variants,
                                const std::vector<std::string>& names) {
  const Result<std::vector<Stage>> chosen = cli::chosen_stages(variants, names);
  if (!chosen) return {chosen.error().text()};
  std::vector<std::string> result;
  for (const Stage stage : *chosen) result.emplace_back(stage.name());
  return result;
}

TEST(AnalyzeRequest, Stages) {
  const std::vector<std::string> standard = {"cross", "xcross", "xxcross", "xxxcross", "f2l"};
  EXPECT_EQ(stages({}, {}), standard);
  EXPECT_EQ(stages({"std", "std"}, {}), standard);
  EXPECT_EQ(stages({"all"}, {}).size(), all_stages().size());
  EXPECT_EQ(stages({"pair", "all"}, {}).size(), all_stages().size());
  EXPECT_EQ(stages({"eo", "std"}, {}).size(), 10u);
  EXPECT_EQ(stages({"eo", "std"}, {}).front(), "cross") << "in the order of the columns";
  EXPECT_THAT(stages({}, {"f2l", "cross", "f2l"}), ElementsAre("cross", "f2l"));
  EXPECT_THAT(stages({}, {"pseudo_xcross", "xxxxcross"}), ElementsAre("f2l", "pseudo_xcross"));
  EXPECT_THAT(stages({"pseudo"}, {"pseudo_xcross"}), ElementsAre("pseudo_xcross"));
  EXPECT_THAT(stages({"roux"}, {}),
              ElementsAre("--variant: there is no variant 'roux' (the variants are std, pseudo, "
                          "pair, pseudo_pair, eo and all)"));
  EXPECT_THAT(stages({}, {"oll"}),
              ElementsAre(HasSubstr("--stages: there is no stage 'oll' (the stages are cross, ")));
  EXPECT_THAT(
      stages({"std"}, {"eo_cross"}),
      ElementsAre("--stages: the stage 'eo_cross' is not of the variant std (its stages are cross, xcross, "
                  "xxcross, xxxcross, f2l)"));
}

TEST(AnalyzeRequest, ColoursAndEvents) {
  EXPECT_EQ(*cli::chosen_views(""), ViewSet::all());
  EXPECT_EQ(*cli::chosen_views("ry"), kYellowAndRed);
  EXPECT_EQ(*cli::chosen_views("WYORGB"), ViewSet::all());
  EXPECT_EQ(cli::chosen_views("WP").error().text(),
            "--colours: there is no colour 'P' (the colours are W Y O R G B: white, yellow, orange, red, "
            "green, blue)");
  EXPECT_THAT(*chosen_events({"333", "333mbf"}), ElementsAre("333", "333mbf"));
  for (const char* event : {"222", "333x", ""})
    EXPECT_EQ(chosen_events({"333", event}).error().text(),
              "--events: '" + std::string(event) +
                  "' is not an event of the 3x3x3 (those are 333, 333oh, 333bf, 333fm, 333ft, 333mbf)");
}

}  // namespace
}  // namespace halfturn::testing

// PNG and PDF through rsvg-convert, the forms of pictures, and exact distributions beside a sample.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "stats_files.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class StatsFormats : public Stats {
 protected:
  /// The call, where this shell script is the only rsvg-convert.
  Outcome with_converter(const std::string& script, const std::vector<std::string>& arguments) const {
    fs::create_directory(home_.path() / "bin");
    const fs::path converter = home_.path() / "bin" / "rsvg-convert";
    write_file(converter, "#!/bin/sh\n" + script);
    fs::permissions(converter, fs::perms(0755));
    Start call = start(arguments);
    call.environment["PATH"] = (home_.path() / "bin").string() + ":/bin";
    return run(call);
  }

  const fs::path pictures_ = home_.path() / "pictures";
  const std::vector<std::string> png_ = {"stats",   "hard.csv", "--subsets", "W",
                                         "--plots", "pictures", "--picture", "png"};
};

TEST_F(StatsFormats, TheConverterIsHandedTheSvgAndItsAnswerIsWritten) {
  const Outcome outcome = with_converter("echo \"$@\"; cat", png_);
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.err, HasSubstr("wrote pictures/cross_W.png\n"));
  const Names names = names_in(pictures_);
  EXPECT_EQ(names, (Names{"cross_BGORWY.png", "cross_W.png", "cross_colours.png", "cross_pairs.png",
                          "std_neutrality.png", "std_stages_BGORWY.png"}));
  expect_code(halfturn({"stats", "hard.csv", "--plots", "svg"}), 0);
  EXPECT_EQ(read_file(pictures_ / "cross_W.png"),
            "--format=png --zoom=2\n" + read_file(home_.path() / "svg" / "cross_W.svg"));
}

TEST_F(StatsFormats, AConverterThatFailsIsAFailureAndLeavesNothing) {
  Outcome outcome = with_converter("echo 'no fonts here' >&2; echo more >&2; exit 1", png_);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err,
              HasSubstr("halfturn: rsvg-convert could not convert a picture: no fonts here (--picture svg "
                        "needs no other program)\n"));
  EXPECT_EQ(names_in(pictures_), Names{});
  EXPECT_THAT(outcome.out, StartsWith("hard.csv: 2 rows")) << "the numbers are there all the same";
  outcome = with_converter("exit 7", png_);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("could not convert a picture: exit code 7 ("));
  outcome = with_converter("exit 0", png_);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("could not convert a picture: it wrote nothing ("));
  outcome = with_converter("kill -9 $$", png_);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("could not convert a picture: it was ended by signal 9 ("));
  EXPECT_EQ(names_in(pictures_), Names{});
}

TEST_F(StatsFormats, WithoutTheConverterNothingIsReadOrWritten) {
  Start call = start({"stats", "nowhere.csv", "--plots", "pictures", "--picture", "pdf"});
  call.environment["PATH"] = home_.path().string();
  expect_refusal(run(call), 3,
                 "halfturn: there is no program rsvg-convert, which makes PNG and PDF (install it, on Debian "
                 "with 'apt-get install librsvg2-bin', or take --picture svg)\n");
  call.environment.erase("PATH");
  expect_refusal(run(call), 3, "there is no program rsvg-convert");
  EXPECT_FALSE(fs::exists(pictures_));
}

TEST_F(StatsFormats, TheRealConverterMakesPngAndPdf) {
  expect_code(halfturn(png_), 0);
  const std::string png = read_file(pictures_ / "cross_W.png");
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
  EXPECT_EQ(png.substr(16, 4), std::string("\0\0\x07\x08", 4)) << "1800 pixels wide";
  expect_code(halfturn({"stats", "--compare", "some.csv", "hard.csv", "--plots", "pdf", "--picture", "pdf"}),
              0);
  EXPECT_EQ(names_in(home_.path() / "pdf"), (Names{"compare_cross_BGORWY.pdf", "compare_means_std.pdf"}));
  EXPECT_THAT(read_file(home_.path() / "pdf" / "compare_means_std.pdf"), StartsWith("%PDF-"));
}

TEST_F(StatsFormats, TitleScaleAndSums) {
  const auto picture = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"stats", "some.csv", "--plots", "pictures"});
    expect_code(halfturn(more), 0);
    return read_file(pictures_ / "cross_W.svg");
  };
  EXPECT_THAT(picture({"--title", "a < b"}), HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(picture({"--scale", "log"}), HasSubstr(">share of all rows, % (logarithmic scale)</text>"));
  EXPECT_THAT(picture({"--cumulative"}), HasSubstr(">at most so many moves</text>"));
  EXPECT_THAT(picture({"--scale", "linear"}), Not(HasSubstr("logarithmic")));
}

TEST_F(StatsFormats, RefusesWrongFormsOfPictures) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--title", "x"}, {"--scale", "log"}, {"--cumulative"}, {"--picture", "png"}}) {
    std::vector<std::string> call = {"stats", "some.csv"};
    call.insert(call.end(), more.begin(), more.end());
    expect_refusal(halfturn(call), 2, "--plots");
  }
  expect_refusal(halfturn({"stats", "some.csv", "--plots", "p", "--picture", "gif"}), 2, "gif");
  expect_refusal(halfturn({"stats", "some.csv", "--plots", "p", "--scale", "cubic"}), 2, "cubic");
  expect_refusal(halfturn({"stats", "some.csv", "hard.csv", "--compare", "--exact"}), 2, "--exact");
}

TEST_F(WithTables, StatsBesideTheExactDistribution) {
  std::string cells;
  for (const char* stage : {"cross", "xcross", "xxcross"})
    for (const char* view : {"z0", "z2", "z3", "z1", "x3", "x1"})
      cells += "," + std::string(stage) + "_" + view;
  write_file(home_.path() / "some.csv", "id" + cells +
                                            "\n1,6,5,7,4,8,3,7,7,8,6,9,5,9,9,9,9,9,9\n"
                                            "2,6,6,6,6,6,6,8,8,8,8,8,8,9,9,9,9,9,9\n");
  const Outcome text =
      ask({"stats", "some.csv", "--exact", "--subsets", "W,WY", "--plots", "pictures"}, tables_);
  expect_code(text, 0);
  EXPECT_THAT(text.err, StartsWith("halfturn: --exact: there is no exact distribution of xxcross\n"));
  EXPECT_THAT(
      text.out,
      HasSubstr("\n\n% at             0      1      2      3      4       5       6       7      8    mean\n"
                "W      rows  0.000  0.000  0.000  0.000  0.000  50.000  50.000   0.000  0.000  5.5000\n"
                "      exact  0.001  0.008  0.083  0.733  5.160  24.401  51.165  18.395  0.054  5.8121\n"
                "WY     rows  0.000  0.000  0.000  0.000  0.000  50.000  50.000   0.000  0.000  5.5000\n"
                "      exact  0.001  0.016  0.166  1.457  9.920  39.759  45.241   3.440  0.000  5.3872\n\n"
                "xcross (std)\n"));
  EXPECT_THAT(text.out, HasSubstr("7.3549\n\nxxcross (std)\n"))
      << "exact for one colour; there are too many positions for two";
  EXPECT_THAT(read_file(home_.path() / "pictures" / "cross_W.svg"),
              HasSubstr(">exact, from all positions</text>"));
  EXPECT_THAT(read_file(home_.path() / "pictures" / "xxcross_W.svg"), Not(HasSubstr("exact")));
  const nlohmann::json json = as_json(
      answer({"stats", "some.csv", "--exact", "--stages", "cross", "--json"}))["stages"][0]["subsets"];
  EXPECT_EQ(json[0]["exact"]["counts"],
            nlohmann::json::parse("[1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]"));
  EXPECT_EQ(json[7]["exact"]["positions"], 5'109'350'400);
  EXPECT_EQ(json[12]["exact"]["positions"], 980'995'276'800);
  EXPECT_THAT(
      answer({"stats", "some.csv", "--exact", "--stages", "cross", "--subsets", "W,BGORWY", "--csv"}),
      ::testing::AllOf(HasSubstr(",exact_positions,exact_mean,exact_count_0,exact_count_1,exact_count_2,"
                                 "exact_count_3,exact_count_4,exact_count_5,exact_count_6,exact_count_7,"
                                 "exact_count_8\ncross,W,2,"),
                       HasSubstr(",190080,5.812058080808081,"),
                       HasSubstr(",1,15,158,1394,9809,46381,97254,34966,102\ncross,BGORWY,2,"),
                       ::testing::EndsWith(",30942374,462820266,4839379314,41131207644,239671237081,"
                                           "543580917185,151019930400,258842496,40\n")));
  const Outcome none = ask({"stats", "some.csv", "--exact", "--stages", "xxcross"}, tables_);
  expect_refusal(none, 2,
                 "halfturn: --exact: none of these stages has an exact distribution (cross, pseudo_cross and "
                 "xcross have one; ");
}

}  // namespace
}  // namespace halfturn::testing

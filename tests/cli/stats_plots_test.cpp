// The pictures that the stats command writes, and two data sets against each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "stats_files.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(Stats, WritesPictures) {
  const Outcome outcome = halfturn({"stats", "some.csv", "--subsets", "W", "--plots", "new/pictures"});
  expect_code(outcome, 0);
  const fs::path folder = home_.path() / "new" / "pictures";
  EXPECT_EQ(names_in(folder),
            (Names{"cross_BGORWY.svg", "cross_W.svg", "cross_colours.svg", "cross_pairs.svg",
                   "std_neutrality.svg", "std_stages_BGORWY.svg", "xcross_BGORWY.svg", "xcross_W.svg",
                   "xcross_colours.svg", "xcross_pairs.svg"}))
      << "and nothing half written";
  EXPECT_THAT(outcome.err, HasSubstr("wrote new/pictures/cross_W.svg\n"));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 10);
  const std::string picture = read_file(folder / "cross_W.svg");
  EXPECT_THAT(picture, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(picture, HasSubstr(">cross, white</text>"));
  EXPECT_THAT(picture, HasSubstr(">n = 2. Data: some.csv</text>"));
  EXPECT_THAT(picture, ::testing::EndsWith("</svg>\n"));

  write_file(folder / "cross_W.svg", "old");
  EXPECT_EQ(output({"stats", "some.csv", "--subsets", "W", "--plots", "new/pictures", "--stages", "cross"}),
            output({"stats", "some.csv", "--subsets", "W", "--stages", "cross"}))
      << "what is printed does not depend on pictures";
  EXPECT_EQ(read_file(folder / "cross_W.svg"), picture) << "the old one is replaced";
}

TEST_F(Stats, PicturesThatCannotBeWrittenAreAFailure) {
  const std::vector<std::string> call = {"stats",    "some.csv", "--subsets", "W",
                                         "--stages", "cross",    "--plots"};
  const auto with_folder = [&](const std::string& folder) {
    std::vector<std::string> arguments = call;
    arguments.push_back(folder);
    return start(arguments);
  };
  // A disk that is full after so many bytes.
  Start full = with_folder("pictures");
  full.largest_file = 1000;
  Outcome outcome = run(full);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("halfturn: cannot write pictures/cross_W.svg: File too large\n"));
  EXPECT_EQ(names_in(home_.path() / "pictures"), Names{}) << "nothing half written stays behind";
  EXPECT_THAT(outcome.out, StartsWith("some.csv: 4 rows")) << "the numbers are there all the same";

  outcome = run(with_folder("hard.csv"));
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("halfturn: cannot make the folder hard.csv: "));
  EXPECT_THAT(read_file(home_.path() / "hard.csv"), StartsWith("id,"));

  fs::create_directory(home_.path() / "locked");
  fs::permissions(home_.path() / "locked", fs::perms(0555));
  Start locked = with_folder("locked");
  locked.as_nobody = is_root();
  outcome = run(locked);
  expect_code(outcome, 3);
  EXPECT_THAT(outcome.err, HasSubstr("halfturn: cannot write locked/cross_W.svg"));
  EXPECT_THAT(outcome.err, HasSubstr("Permission denied\n"));
}

TEST_F(Stats, ComparesTwoDataSets) {
  const Outcome outcome = halfturn({"stats", "--compare", "some.csv", "hard.csv", "--subsets", "W,OR"});
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.err, "halfturn: in some.csv alone: xcross\n");
  EXPECT_EQ(outcome.out,
            "A  some.csv: 4 rows\n"
            "B  hard.csv: 2 rows\n"
            "\n"
            "cross (std)\n"
            "colours  n A  n B  mean A  mean B    B - A  +- 95 %  range A  range B\n"
            "W          2    2  5.5000  8.0000  +2.5000   6.3531     5..6     8..8\n"
            "OR         3    2  5.0000  7.5000  +2.5000   2.4912     4..6     7..8\n"
            "\n"
            "% at         4      5      6      7       8\n"
            "W     A   0.00  50.00  50.00   0.00    0.00\n"
            "      B   0.00   0.00   0.00   0.00  100.00\n"
            "OR    A  33.33  33.33  33.33   0.00    0.00\n"
            "      B   0.00   0.00   0.00  50.00   50.00\n");
  EXPECT_EQ(
      output({"stats", "--compare", "some.csv", "hard.csv", "--subsets", "W", "--csv"}),
      "stage,subset,n_a,n_b,mean_a,mean_b,difference,standard_error,difference_low,difference_high,min_a,max_"
      "a,min_b,max_b,share_a_0,share_b_0,share_a_1,share_b_1,share_a_2,share_b_2,share_a_3,share_b_3,share_a_"
      "4,share_b_4,share_a_5,share_b_5,share_a_6,share_b_6,share_a_7,share_b_7,share_a_8,share_b_8\n"
      "cross,W,2,2,5.5,8,2.5,0.5,-3.8531025000000003,8.8531025,5,6,8,8,0,0,0,0,0,0,0,0,0,0,0.5,0,0.5,0,0,0,0,"
      "1\n");
  const nlohmann::json json = json_output({"stats", "--compare", "some.csv", "hard.csv", "--json"});
  EXPECT_EQ(json["a"]["files"][0], "some.csv");
  EXPECT_EQ(json["b"]["rows"], 2);
  ASSERT_EQ(json["stages"].size(), 1u);
  EXPECT_EQ(json["stages"][0]["subsets"][0], nlohmann::json::parse(R"({"subset": "W",
      "a": {"n": 2, "mean": 5.5, "deviation": 0.7071067811865476, "min": 5, "max": 6,
            "shares": [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5]},
      "b": {"n": 2, "mean": 8.0, "deviation": 0.0, "min": 8, "max": 8,
            "shares": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]},
      "difference": 2.5, "standard_error": 0.5,
      "difference_interval": [-3.8531025000000003, 8.8531025]})"));
}

TEST_F(Stats, ComparesInPictures) {
  const Outcome outcome = halfturn({"stats", "--compare", "some.csv", "hard.csv", "--plots", "pictures"});
  expect_code(outcome, 0);
  EXPECT_EQ(names_in(home_.path() / "pictures"),
            (Names{"compare_cross_BGORWY.svg", "compare_means_std.svg"}));
  EXPECT_THAT(read_file(home_.path() / "pictures" / "compare_means_std.svg"), HasSubstr(">+3.000 \u00B1 "));
}

TEST_F(Stats, ComparesWhatCanBeCompared) {
  file("other.csv", "id,x_z0,x_z2,x_z3,x_z1,x_x3,x_x1\n1,1,1,1,1,1,1\n");
  expect_refusal(halfturn({"stats", "--compare", "some.csv", "other.csv"}), 2,
                 "halfturn: there is no stage that both files have\n");
  expect_refusal(halfturn({"stats", "--compare", "some.csv", "nowhere.csv"}), 2,
                 "there is no file nowhere.csv");
  EXPECT_THAT(output({"stats", "--compare", "hard.csv", "hard.csv"}),
              StartsWith("A  hard.csv (A): 2 rows\nB  hard.csv (B): 2 rows\n"));
}

}  // namespace
}  // namespace halfturn::testing

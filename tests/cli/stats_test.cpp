// The stats command as it is typed: what it prints, what it refuses, the pictures it writes.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "stats_files.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(Stats, HasHelpWithAnExample) {
  const std::string help = output({"stats", "--help"});
  EXPECT_THAT(help, HasSubstr("Usage: halfturn stats"));
  EXPECT_THAT(help, HasSubstr("\nExamples:\n  halfturn stats "));
}

TEST_F(Stats, AsText) {
  const Outcome outcome = halfturn({"stats", "some.csv"});
  expect_code(outcome, 0);
  EXPECT_EQ(outcome.err, "") << "a row with an error text is nobody's fault here";
  EXPECT_EQ(outcome.out,
            "some.csv: 4 rows, 1 of them with an error\n"
            "+-: 95 % confidence interval of the mean; 95 %: that of the share of the mode\n"
            "\n"
            "cross (std)\n"
            "colours  n  min  max    mean       +-      sd  p10  p50  p90  p99  mode    share          95 %  "
            "  saved\n"
            "W        2    5    6  5.5000   6.3531  0.7071    5    5    6    6     5  50.00 %   9.45..90.55  "
            "      -\n"
            "Y        3    5    6  5.6667   1.4342  0.5774    5    6    6    6     6  66.67 %  20.77..93.85  "
            "-0.5000\n"
            "O        3    5    7  6.0000   2.4841  1.0000    5    6    7    7     5  33.33 %   6.15..79.23  "
            "-1.0000\n"
            "R        3    4    6  5.0000   2.4841  1.0000    4    5    6    6     4  33.33 %   6.15..79.23  "
            " 0.5000\n"
            "G        3    5    8  6.3333   3.7946  1.5275    5    6    8    8     5  33.33 %   6.15..79.23  "
            "-1.5000\n"
            "B        3    3    6  4.6667   3.7946  1.5275    3    5    6    6     3  33.33 %   6.15..79.23  "
            " 1.0000\n"
            "WY       2    5    6  5.5000   6.3531  0.7071    5    5    6    6     5  50.00 %   9.45..90.55  "
            " 0.0000\n"
            "BG       3    3    6  4.6667   3.7946  1.5275    3    5    6    6     3  33.33 %   6.15..79.23  "
            " 1.0000\n"
            "OR       3    4    6  5.0000   2.4841  1.0000    4    5    6    6     4  33.33 %   6.15..79.23  "
            " 0.5000\n"
            "BGOR     3    3    6  4.6667   3.7946  1.5275    3    5    6    6     3  33.33 %   6.15..79.23  "
            " 1.0000\n"
            "ORWY     2    4    6  5.0000  12.7062  1.4142    4    4    6    6     4  50.00 %   9.45..90.55  "
            " 0.5000\n"
            "BGWY     2    3    6  4.5000  19.0593  2.1213    3    3    6    6     3  50.00 %   9.45..90.55  "
            " 1.0000\n"
            "BGORWY   2    3    6  4.5000  19.0593  2.1213    3    3    6    6     3  50.00 %   9.45..90.55  "
            " 1.0000\n"
            "\n"
            "moves   3  4  5  6  7  8\n"
            "W       0  0  1  1  0  0\n"
            "Y       0  0  1  2  0  0\n"
            "O       0  0  1  1  1  0\n"
            "R       0  1  1  1  0  0\n"
            "G       0  0  1  1  0  1\n"
            "B       1  0  1  1  0  0\n"
            "WY      0  0  1  1  0  0\n"
            "BG      1  0  1  1  0  0\n"
            "OR      0  1  1  1  0  0\n"
            "BGOR    1  0  1  1  0  0\n"
            "ORWY    0  1  0  1  0  0\n"
            "BGWY    1  0  0  1  0  0\n"
            "BGORWY  1  0  0  1  0  0\n"
            "\n"
            "xcross (std)\n"
            "colours  n  min  max    mean       +-      sd  p10  p50  p90  p99  mode     share           95 "
            "%    saved\n"
            "W        2    7    8  7.5000   6.3531  0.7071    7    7    8    8     7   50.00 %    "
            "9.45..90.55        -\n"
            "Y        2    7    8  7.5000   6.3531  0.7071    7    7    8    8     7   50.00 %    "
            "9.45..90.55   0.0000\n"
            "O        2    8    8  8.0000   0.0000  0.0000    8    8    8    8     8  100.00 %  "
            "34.24..100.00  -0.5000\n"
            "R        2    6    8  7.0000  12.7062  1.4142    6    6    8    8     6   50.00 %    "
            "9.45..90.55   0.5000\n"
            "G        2    8    9  8.5000   6.3531  0.7071    8    8    9    9     8   50.00 %    "
            "9.45..90.55  -1.0000\n"
            "B        2    5    8  6.5000  19.0593  2.1213    5    5    8    8     5   50.00 %    "
            "9.45..90.55   1.0000\n"
            "WY       2    7    8  7.5000   6.3531  0.7071    7    7    8    8     7   50.00 %    "
            "9.45..90.55   0.0000\n"
            "BG       2    5    8  6.5000  19.0593  2.1213    5    5    8    8     5   50.00 %    "
            "9.45..90.55   1.0000\n"
            "OR       2    6    8  7.0000  12.7062  1.4142    6    6    8    8     6   50.00 %    "
            "9.45..90.55   0.5000\n"
            "BGOR     2    5    8  6.5000  19.0593  2.1213    5    5    8    8     5   50.00 %    "
            "9.45..90.55   1.0000\n"
            "ORWY     2    6    8  7.0000  12.7062  1.4142    6    6    8    8     6   50.00 %    "
            "9.45..90.55   0.5000\n"
            "BGWY     2    5    8  6.5000  19.0593  2.1213    5    5    8    8     5   50.00 %    "
            "9.45..90.55   1.0000\n"
            "BGORWY   2    5    8  6.5000  19.0593  2.1213    5    5    8    8     5   50.00 %    "
            "9.45..90.55   1.0000\n"
            "\n"
            "moves   5  6  7  8  9\n"
            "W       0  0  1  1  0\n"
            "Y       0  0  1  1  0\n"
            "O       0  0  0  2  0\n"
            "R       0  1  0  1  0\n"
            "G       0  0  0  1  1\n"
            "B       1  0  0  1  0\n"
            "WY      0  0  1  1  0\n"
            "BG      1  0  0  1  0\n"
            "OR      0  1  0  1  0\n"
            "BGOR    1  0  0  1  0\n"
            "ORWY    0  1  0  1  0\n"
            "BGWY    1  0  0  1  0\n"
            "BGORWY  1  0  0  1  0\n"
            "\n"
            "How much longer a stage is than the one before it, mean\n"
            "stage         W        Y        O        R        G        B       WY       BG       OR     "
            "BGOR     ORWY     BGWY   BGORWY\n"
            "xcross  +2.0000  +1.5000  +1.5000  +2.0000  +1.5000  +2.0000  +2.0000  +2.0000  +2.0000  "
            "+2.0000  +2.0000  +2.0000  +2.0000\n"
            "\n"
            "Mean with 1, 2, 4 and 6 colours to choose from, and what each step saves\n"
            "stage        1       2       4       6  1 to 2  2 to 4  4 to 6  1 to 6       +-\n"
            "cross   5.7500  5.0000  4.6667  4.5000  0.7500  0.3333  0.1667  1.2500  15.8828\n"
            "xcross  7.5000  7.0000  6.6667  6.5000  0.5000  0.3333  0.1667  1.0000  12.7062\n"
            "\n"
            "Means of the six colours, the same but for chance where nothing prefers a colour\n"
            "stage        W       Y       O       R       G       B  std error   spread  expected  95 % "
            "limit  the spread is\n"
            "cross   5.5000  6.0000  6.5000  5.0000  7.0000  4.5000    0.88976  2.50000   2.37071     "
            "3.76981       ordinary\n"
            "xcross  7.5000  7.5000  8.0000  7.0000  8.5000  6.5000    0.81650  2.00000   1.79209     "
            "2.84971       ordinary\n"
            "\n"
            "Means of the three pairs of opposite colours\n"
            "stage       WY      BG      OR  std error   spread  expected  95 % limit  the spread is\n"
            "cross   5.5000  4.5000  5.0000    1.08012  1.00000   0.84630     1.65725       ordinary\n"
            "xcross  7.5000  6.5000  7.0000    1.08012  1.00000   0.84630     1.65725       ordinary\n");
}

TEST_F(Stats, AsTextForChosenStagesAndColours) {
  EXPECT_EQ(output({"stats", "some.csv", "--stages", "cross", "--subsets", "yrgwob,w"}),
            "some.csv: 4 rows, 1 of them with an error\n"
            "+-: 95 % confidence interval of the mean; 95 %: that of the share of the mode\n"
            "\n"
            "cross (std)\n"
            "colours  n  min  max    mean       +-      sd  p10  p50  p90  p99  mode    share         95 %   "
            "saved\n"
            "W        2    5    6  5.5000   6.3531  0.7071    5    5    6    6     5  50.00 %  9.45..90.55   "
            "    -\n"
            "BGORWY   2    3    6  4.5000  19.0593  2.1213    3    3    6    6     3  50.00 %  9.45..90.55  "
            "1.0000\n"
            "\n"
            "moves   3  4  5  6\n"
            "W       0  0  1  1\n"
            "BGORWY  1  0  0  1\n");
  EXPECT_THAT(output({"stats", "some.csv", "--stages", "std"}), HasSubstr("\nxcross (std)\n"));
  EXPECT_EQ(output({"stats", "some.csv", "--stages", "xcross,cross,xcross"}), output({"stats", "some.csv"}));
}

TEST_F(Stats, AsCsv) {
  EXPECT_EQ(
      output({"stats", "some.csv", "--csv", "--subsets", "W,WY,Y"}),
      "stage,subset,n,min,max,mean,deviation,standard_error,mean_low,mean_high,p10,p50,p90,p99,mode,mode_"
      "share,mode_share_low,mode_share_high,saved_against_white,increment,count_0,count_1,count_2,count_3,"
      "count_4,count_5,count_6,count_7,count_8\n"
      "cross,W,2,5,6,5.5,0.7071067811865476,0.5,-0.8531025000000003,11.8531025,5,5,6,6,5,0.5,0."
      "09453120570165274,0.9054687942983473,0,,0,0,0,0,0,1,1,0,0\n"
      "cross,Y,3,5,6,5.666666666666667,0.5773502691896258,0.33333333333333337,4.232449,7.100884333333334,5,6,"
      "6,6,6,0.6666666666666666,0.20765960074271794,0.9385080553004134,-0.5,,0,0,0,0,0,1,2,0,0\n"
      "cross,WY,2,5,6,5.5,0.7071067811865476,0.5,-0.8531025000000003,11.8531025,5,5,6,6,5,0.5,0."
      "09453120570165274,0.9054687942983473,0,,0,0,0,0,0,1,1,0,0\n"
      "xcross,W,2,7,8,7.5,0.7071067811865476,0.5,1.1468974999999997,13.8531025,7,7,8,8,7,0.5,0."
      "09453120570165274,0.9054687942983473,0,2,0,0,0,0,0,0,0,1,1\n"
      "xcross,Y,2,7,8,7.5,0.7071067811865476,0.5,1.1468974999999997,13.8531025,7,7,8,8,7,0.5,0."
      "09453120570165274,0.9054687942983473,0,1.5,0,0,0,0,0,0,0,1,1\n"
      "xcross,WY,2,7,8,7.5,0.7071067811865476,0.5,1.1468974999999997,13.8531025,7,7,8,8,7,0.5,0."
      "09453120570165274,0.9054687942983473,0,2,0,0,0,0,0,0,0,1,1\n");
}

TEST_F(Stats, AsJson) {
  EXPECT_EQ(output({"stats", "some.csv", "--json", "--subsets", "W", "--stages", "xcross"}), R"({
  "files": [
    "some.csv"
  ],
  "rows": 4,
  "error_rows": 1,
  "bad_rows": 0,
  "stages": [
    {
      "stage": "xcross",
      "variant": "std",
      "complete_rows": 2,
      "subsets": [
        {
          "subset": "W",
          "n": 2,
          "min": 7,
          "max": 8,
          "mean": 7.5,
          "deviation": 0.7071067811865476,
          "standard_error": 0.5,
          "mean_interval": [
            1.1468974999999997,
            13.8531025
          ],
          "p10": 7,
          "p50": 7,
          "p90": 8,
          "p99": 8,
          "mode": 7,
          "mode_share": 0.5,
          "mode_share_interval": [
            0.09453120570165274,
            0.9054687942983473
          ],
          "saved_against_white": 0.0,
          "counts": [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            1,
            1
          ],
          "share_intervals": [
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.0,
              0.6576197725990219
            ],
            [
              0.09453120570165274,
              0.9054687942983473
            ],
            [
              0.09453120570165274,
              0.9054687942983473
            ]
          ]
        }
      ]
    }
  ],
  "increments": []
}
)");
  const nlohmann::json all = json_output({"stats", "some.csv", "--json"});
  ASSERT_EQ(all["stages"].size(), 2u);
  const nlohmann::json& cross = all["stages"][0];
  ASSERT_EQ(cross["subsets"].size(), 13u);
  EXPECT_EQ(cross["subsets"][12]["subset"], "BGORWY");
  EXPECT_EQ(cross["subsets"][12]["counts"], nlohmann::json::parse("[0, 0, 0, 1, 0, 0, 1]"));
  nlohmann::json six = cross["neutrality"][3];
  // The means of the rows are 5.5 and 6 for one colour, 3 and 6 for six: 2.5 and 0 are saved.
  EXPECT_NEAR(six["saved_interval"][1].get<double>(), 1.25 + 12.7062 * 1.25, 0.001);
  EXPECT_NEAR(six["mean_interval"][0].get<double>(), 4.5 - 12.7062 * 1.5, 0.001);
  six.erase("saved_interval");
  six.erase("mean_interval");
  EXPECT_EQ(six, nlohmann::json::parse(R"({"colours": 6, "mean": 4.5, "saved": 1.25,
      "step": 0.16666666666666696})"));
  EXPECT_EQ(cross["symmetry"]["single"]["means"]["B"], 4.5);
  EXPECT_EQ(cross["symmetry"]["single"]["spread"], 2.5);
  EXPECT_EQ(cross["symmetry"]["single"]["ordinary"], true);
  EXPECT_EQ(cross["symmetry"]["pairs"]["means"],
            nlohmann::json::parse(R"({"WY": 5.5, "BG": 4.5, "OR": 5.0})"));
  EXPECT_EQ(all["increments"][0]["from"], "cross");
  EXPECT_EQ(
      all["increments"][0]["subsets"][1],
      nlohmann::json::parse(R"({"subset": "Y", "n": 2, "mean": 1.5, "deviation": 0.7071067811865476})"));
}

TEST_F(Stats, WhereNothingWasComputedThereAreNoNumbers) {
  file("empty_cells.csv", kCrossHeader + "\n1,,,,,,\n2,6,,,,,\n");
  EXPECT_EQ(output({"stats", "empty_cells.csv", "--subsets", "W,Y"}),
            "empty_cells.csv: 2 rows\n"
            "+-: 95 % confidence interval of the mean; 95 %: that of the share of the mode\n"
            "\n"
            "cross (std)\n"
            "colours  n  min  max    mean  +-  sd  p10  p50  p90  p99  mode     share           95 %  saved\n"
            "W        0    -    -       -   -   -    -    -    -    -     -         -              -      -\n"
            "Y        1    6    6  6.0000   -   -    6    6    6    6     6  100.00 %  20.65..100.00      -\n"
            "\n"
            "moves  6\n"
            "W      0\n"
            "Y      1\n");
  const nlohmann::json json = json_output({"stats", "empty_cells.csv", "--json"})["stages"][0];
  EXPECT_EQ(json["subsets"][0], nlohmann::json::parse(R"({"subset": "W", "n": 0, "min": null, "max": null,
      "mean": null, "deviation": null, "standard_error": null, "mean_interval": null, "p10": null, "p50": null, "p90": null, "p99": null,
      "mode": null, "mode_share": null, "mode_share_interval": null, "saved_against_white": null, "counts": [],
      "share_intervals": []})"));
  EXPECT_EQ(json["subsets"][1]["deviation"], nullptr) << "one row has no spread";
  EXPECT_EQ(json["neutrality"], nlohmann::json::array());
  EXPECT_EQ(json["symmetry"]["single"], nullptr);
  EXPECT_THAT(output({"stats", "empty_cells.csv", "--csv", "--subsets", "W"}),
              HasSubstr("\ncross,W,0,,,,,,,,,,,,,,,,,,0\n"));
}

TEST_F(Stats, SeveralFilesAreTakenTogether) {
  const nlohmann::json json = json_output({"stats", "some.csv", "hard.csv", "--json"});
  EXPECT_EQ(json["files"], nlohmann::json::parse(R"(["some.csv", "hard.csv"])"));
  EXPECT_EQ(json["rows"], 6);
  EXPECT_EQ(json["stages"][0]["subsets"][0]["counts"], nlohmann::json::parse("[0, 0, 0, 0, 0, 1, 1, 0, 2]"));
  EXPECT_EQ(json["stages"][1]["subsets"][0]["n"], 2);
  EXPECT_THAT(output({"stats", "some.csv", "hard.csv"}), StartsWith("some.csv, hard.csv: 6 rows, 1 of them"));
  expect_refusal(halfturn({"stats", "some.csv", "./some.csv"}), 2,
                 "halfturn: ./some.csv is named twice (its rows would count twice)\n");
}

/// As of one file, but for the names of the files.
TEST_F(Stats, ShardsAreReadOneBehindTheOther) {
  const std::string header = kCrossHeader + "\n";
  const Names rows = {"1,6,5,7,4,8,3\n", "2,6,6,6,6,6,6\nx\n", "", "3,5,,5,5,5,5\n4,,,,,,\n"};
  std::string whole = header;
  Names files;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    files.push_back("std." + std::to_string(i) + ".csv");
    file(files.back(), (i == 0 ? header : "") + rows[i]);
    whole += rows[i];
  }
  file("std.csv", whole);
  const auto both = [&](const std::string& format) {
    Names of_parts = {"stats", "--format", format};
    of_parts.insert(of_parts.end(), files.begin(), files.end());
    return std::pair(halfturn(of_parts), halfturn({"stats", "--format", format, "std.csv"}));
  };
  const auto [parts, one] = both("csv");
  expect_code(parts, 2);  // of a bad row
  expect_code(one, 2);
  EXPECT_EQ(parts.out, one.out);
  nlohmann::json parts_json = as_json(both("json").first.out);
  EXPECT_EQ(parts_json["files"], nlohmann::json(files));
  parts_json["files"] = {"std.csv"};
  EXPECT_EQ(parts_json, as_json(both("json").second.out));
  const std::string parts_text = both("table").first.out;
  const std::string one_text = both("table").second.out;
  EXPECT_EQ(parts_text.substr(parts_text.find(": ")), one_text.substr(one_text.find(": ")));
  EXPECT_THAT(halfturn({"stats", "std.0.csv", "std.1.csv"}).err,
              HasSubstr("std.1.csv, line 2: this row has 1 field"));
  expect_refusal(
      halfturn({"stats", "std.1.csv", "std.0.csv"}), 2,
      "halfturn: std.1.csv, line 1: there is no header (it looks like a later shard of an analysis: shard "
      "0 has the header, and comes first)\n");
  // In a comparison they belong to the file before them.
  expect_code(halfturn({"stats", "--compare", "std.0.csv", "std.3.csv", "hard.csv"}), 0);
  expect_refusal(
      halfturn({"stats", "--compare", "std.0.csv", "std.3.csv"}), 2,
      "--compare takes two files, not 1 (a file without a header, as later shards are, belongs to");
  expect_refusal(halfturn({"stats", "--compare", "some.csv", "hard.csv", "std.0.csv"}), 2,
                 "--compare takes two files, not 3\n");
}

TEST_F(Stats, ByGroups) {
  file("by.csv",
       "id,event" + kCrossHeader.substr(2) + "\n1,333,8,8,8,8,8,8\n2,333oh,1,1,1,1,1,1\n3,333,6,6,6,6,6,6\n");
  const std::string text = output({"stats", "by.csv", "--by", "event", "--subsets", "W"});
  EXPECT_THAT(text, StartsWith("by.csv, event 333: 2 rows\n"));
  EXPECT_THAT(text, HasSubstr("\nby.csv, event 333oh: 1 row\n"));
  const nlohmann::json json = json_output({"stats", "by.csv", "--by", "event", "--json"});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["group"], "333");
  EXPECT_EQ(json[0]["by"], "event");
  EXPECT_EQ(json[0]["stages"][0]["subsets"][0]["mean"], 7.0);
  EXPECT_EQ(json[1]["rows"], 1);
  const std::vector<std::string> rows =
      lines_of(output({"stats", "by.csv", "--by", "event", "--csv", "--subsets", "W"}));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows[0], StartsWith("event,stage,subset,n,"));
  EXPECT_THAT(rows[1], StartsWith("333,cross,W,2,6,8,7,"));
  EXPECT_THAT(rows[2], StartsWith("333oh,cross,W,1,1,1,1,"));
  expect_refusal(halfturn({"stats", "by.csv", "--by", "round"}), 2,
                 "there is no column 'round' to group by (there are 'event')");
  expect_refusal(halfturn({"stats", "by.csv", "by.csv", "--by", "event", "--compare"}), 2,
                 "--by does not go with");
  // Without --by, the column is passed over.
  EXPECT_THAT(output({"stats", "by.csv"}), StartsWith("by.csv: 3 rows\n"));
}

TEST_F(Stats, ReadsStdin) {
  Start call = start({"stats", "-", "--stages", "cross", "--subsets", "W"});
  call.input = "\xEF\xBB\xBF" + kCrossHeader + "\r\n1,8,8,8,8,8,8\r\n2,8,7,8,7,8,8";
  const Outcome outcome = run(call);
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.out, StartsWith("stdin: 2 rows\n"));
  EXPECT_THAT(outcome.out, HasSubstr("W        2    7    8  7.5000"));
  call.input = "";
  expect_refusal(run(call), 2, "halfturn: stdin: there is nothing in it (");
}

TEST_F(Stats, ABadRowCostsThatRow) {
  file("bad.csv", kCrossHeader + "\n1,8,8,8,8,8,8\n2,8,8,eight,8,8,8\n3,8,8\n4,7,7,7,7,7,7\n");
  const Outcome outcome = halfturn({"stats", "bad.csv", "--subsets", "W", "--csv"});
  expect_code(outcome, 2);
  EXPECT_EQ(outcome.err,
            "halfturn: bad.csv, line 3, column 7: 'eight' is no number of moves, in the column 'cross_z3' (a "
            "number "
            "from 0 to 63, or nothing)\n"
            "halfturn: bad.csv, line 4: this row has 3 fields, the header has 7\n"
            "halfturn: 2 rows were left out\n");
  EXPECT_THAT(outcome.out, HasSubstr("\ncross,W,2,7,8,7.5,"));
  EXPECT_EQ(as_json(halfturn({"stats", "bad.csv", "--json"}).out)["bad_rows"], 2);
  EXPECT_THAT(halfturn({"stats", "bad.csv"}).out, StartsWith("bad.csv: 2 rows; 2 more could not be read\n"));
}

TEST_F(Stats, ManyBadRowsAreCountedAndNotAllNamed) {
  std::string text = kCrossHeader + "\n1,8,8,8,8,8,8\n";
  for (int i = 0; i < 1234; ++i) text += "x\n";
  file("bad.csv", text);
  const Outcome outcome = halfturn({"stats", "bad.csv"});
  expect_code(outcome, 2);
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 21);
  EXPECT_THAT(outcome.err, HasSubstr("line 22: "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("line 23: ")));
  EXPECT_THAT(outcome.err, HasSubstr("halfturn: 1,234 rows were left out (the first 20 are named above)\n"));
}

TEST_F(Stats, RefusesWhatIsNoSuchCsv) {
  file("nothing.csv", "");
  file("header.csv", kCrossHeader + "\n");
  file("moves.txt", "R U R' U'\n");
  file("five.csv", "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3\n1,8,8,8,8,8\n");
  fs::create_directory(home_.path() / "folder");
  expect_refusal(halfturn({"stats", "nothing.csv"}), 2,
                 "halfturn: nothing.csv: there is nothing in it (the CSV of ");
  expect_refusal(halfturn({"stats", "header.csv"}), 2, "halfturn: there are no rows in header.csv\n");
  expect_refusal(halfturn({"stats", "moves.txt"}), 2,
                 "halfturn: moves.txt, line 1: the first column is 'R U R' U'', not 'id' (the CSV of ");
  expect_refusal(
      halfturn({"stats", "five.csv"}), 2,
      "halfturn: five.csv, line 1: the stage 'cross' has no column that ends in _x1 (a stage has six: _z0 "
      "_z2 _z3 _z1 _x3 _x1)\n");
  expect_refusal(halfturn({"stats", "nowhere.csv"}), 2, "halfturn: there is no file nowhere.csv\n");
  expect_refusal(halfturn({"stats", "folder"}), 2, "halfturn: folder is a folder (");
  expect_refusal(halfturn({"stats", "some.csv", "nowhere.csv"}), 2, "nowhere.csv");
  fs::permissions(home_.path() / "some.csv", fs::perms(0));
  Start call = start({"stats", "some.csv"});
  call.as_nobody = is_root();
  expect_refusal(run(call), 3, "halfturn: cannot read some.csv: Permission denied\n");
}

TEST_F(Stats, ColoursHaveNamesToo) {
  const auto of = [&](const char* colours) { return output({"stats", "some.csv", "--colours", colours}); };
  EXPECT_EQ(of("white,any"), of("W,BGORWY"));
  EXPECT_EQ(of("Blue"), of("B"));
  EXPECT_EQ(of("all"), output({"stats", "some.csv"}));
}

TEST_F(Stats, RefusesWrongOptions) {
  expect_refusal(halfturn({"stats"}), 2, "files is required");
  expect_refusal(halfturn({"stats", "some.csv", "--stages", "cross,oll"}), 2,
                 "halfturn: --stages: there is no stage 'oll' (there are: cross xcross)\n");
  expect_refusal(halfturn({"stats", "some.csv", "--subsets", "W,WG"}), 2,
                 "halfturn: --colours: there is no choice of colours 'WG' (W Y O R G B, WY BG OR, ");
  expect_refusal(halfturn({"stats", "some.csv", "--json", "--csv"}), 2, "--csv");
  expect_refusal(halfturn({"stats", "some.csv", "--compare"}), 2, "--compare takes two files, not 1");
  EXPECT_EQ(names_in(home_.path()), (Names{"hard.csv", "some.csv"}));
}

TEST_F(Stats, EndsAtCtrlC) {
  const fs::path pipe = home_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0644), 0);
  Running running(start({"stats", "pipe"}));
  // Opened for reading as well, or this would wait for the program; it then waits for what never comes.
  const int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::write(writer, "id,", 3), 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  running.send(SIGINT);
  expect_refusal(running.wait(), 130, "halfturn: stopped before everything was read\n");
  ::close(writer);
}

TEST_F(Stats, OutputThatCannotBeWrittenIsAFailure) {
  for (const char* format : {"--json", "--csv", "--subsets=W"}) {
    Start call = start({"stats", "some.csv", format});
    call.output = "/dev/full";
    const Outcome outcome = run(call);
    expect_code(outcome, 3);
    EXPECT_THAT(outcome.err, HasSubstr("No space left on device"));
  }
}

}  // namespace
}  // namespace halfturn::testing

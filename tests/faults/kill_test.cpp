// kill -9 at any moment: the next run works, and what it makes is what an undisturbed run makes.

#include <string>
#include <vector>

#include "faults.h"

namespace halfturn::testing {
namespace {

using ::testing::AnyOf;
using ::testing::IsSubsetOf;

class Kills : public Faults {};

TEST_F(Kills, WhileTablesAreBuilt) {
  const std::string name = "stage-xcross";
  const std::string file = name + ".table";
  const Start build = start({"tables", "build", name, "--tables", "tables"});
  const auto [undisturbed, length] = timed(build);
  expect_code(undisturbed, 0);
  const std::string expected = read_file(at("tables") / file);
  for (int i = 0; i < 10; ++i) {
    // A partial file of the run before may still be there.
    fs::remove(at("tables") / file);
    killed(build, length + length / 4);
    EXPECT_THAT(names_in(at("tables")), IsSubsetOf({file, file + ".partial"})) << i;
    if (fs::exists(at("tables") / file)) {
      EXPECT_TRUE(read_file(at("tables") / file) == expected) << i;
    }
  }
  fs::remove(at("tables") / file);
  expect_code(run(build), 0);
  EXPECT_EQ(names_in(at("tables")), Names{file});
  EXPECT_TRUE(read_file(at("tables") / file) == expected);
}

TEST_F(Kills, WhileATableIsReplaced) {
  const std::string file = "stage-cross.table";
  const Start build = start({"tables", "build", "--force", "stage-cross", "--tables", "tables"});
  const auto [undisturbed, length] = timed(build);
  expect_code(undisturbed, 0);
  const std::string expected = read_file(at("tables") / file);
  for (int i = 0; i < 20; ++i) {
    killed(build, length + length / 4);
    EXPECT_TRUE(read_file(at("tables") / file) == expected)
        << "after kill " << i << " there must be a whole table";
  }
  expect_code(run(build), 0);
  EXPECT_EQ(names_in(at("tables")), Names{file});
}

TEST_F(Kills, WhileAFileIsAnalyzed) {
  // With lines that cannot be read, whose rows must not be lost or doubled either.
  std::string scrambles = output_of({"scramble", "-n", "150", "--seed", "7"});
  scrambles += "R K\n" + output_of({"scramble", "-n", "150", "--seed", "8"}) + "nonsense";
  write_file(at("list.txt"), scrambles);
  const auto analyze = [&](const std::string& to, const std::string& how) {
    return call({"analyze", "list.txt", "--stages", "cross,xxcross", "--output", to, how});
  };
  const auto [undisturbed, length] = timed(analyze("whole.csv", "--force"));
  expect_code(undisturbed, 2);
  const std::string expected = read_file(at("whole.csv"));
  ASSERT_EQ(lines_of(expected).size(), 303u);
  for (int i = 0; i < 12; ++i) {
    killed(analyze("rows.csv", "--resume"), length);
    if (!fs::exists(at("rows.csv"))) continue;
    EXPECT_TRUE(expected.starts_with(read_file(at("rows.csv")))) << "after kill " << i;
    if (i == 6) fs::remove(at("rows.csv"));  // from the beginning
  }
  expect_code(run(analyze("rows.csv", "--resume")), 2);
  EXPECT_TRUE(read_file(at("rows.csv")) == expected);
  EXPECT_EQ(names_in(home_.path()), (Names{"list.txt", "rows.csv", "whole.csv"}));
}

TEST_F(Kills, WhileAListIsSolved) {
  std::string scrambles = output_of({"scramble", "-n", "300", "--seed", "9"});
  scrambles += "R K\n" + output_of({"scramble", "-n", "300", "--seed", "10"});
  write_file(at("list.txt"), scrambles);
  const auto solve = [&](const std::string& to) {
    return call({"solve", "list.txt", "--csv", "--output", to, "--resume"});
  };
  const auto [undisturbed, length] = timed(solve("whole.csv"));
  expect_code(undisturbed, 2);
  const std::string expected = read_file(at("whole.csv"));
  ASSERT_EQ(lines_of(expected).size(), 602u);
  for (int i = 0; i < 8; ++i) {
    killed(solve("rows.csv"), length);
    if (!fs::exists(at("rows.csv"))) continue;
    EXPECT_TRUE(expected.starts_with(read_file(at("rows.csv")))) << "after kill " << i;
  }
  expect_code(run(solve("rows.csv")), 2);
  EXPECT_TRUE(read_file(at("rows.csv")) == expected);
  EXPECT_EQ(names_in(home_.path()), (Names{"list.txt", "rows.csv", "whole.csv"}));
}

TEST_F(Kills, WhileACoverIsBuilt) {
  const Start build =
      start({"cover", "build", "--kind", "plain", "--steps", "1000", "--output", "cover.txt"});
  const auto [undisturbed, length] = timed(build);
  expect_code(undisturbed, 0);
  const std::string expected = read_file(at("cover.txt"));
  write_file(at("cover.txt"), "before");
  for (int i = 0; i < 3; ++i) {
    killed(build, length + length / 4);
    EXPECT_THAT(read_file(at("cover.txt")), AnyOf("before", expected)) << i;
  }
  expect_code(run(build), 0);
  EXPECT_EQ(read_file(at("cover.txt")), expected);
  EXPECT_EQ(names_in(home_.path()), Names{"cover.txt"});
}

TEST_F(Kills, WhileACampaignRuns) {
  // To prove 8 takes no time and always fails: what counts is that each coset is done, once.
  const auto results = [&](const std::string& folder) {
    nlohmann::json rows = as_json(output_of({"campaign", "report", folder, "--json"}))["results"];
    std::string text;
    for (const nlohmann::json& row : rows) {
      text += row["coset"].dump() + " " + row["remaining"].dump();
      for (const nlohmann::json& level : row["levels"]) text += " " + level["probes"].dump();
      text += "\n";
    }
    return text;
  };
  for (const char* folder : {"whole", "killed"})
    expect_code(run(call({"campaign", "create", folder, "--cosets", "1..4", "--prove", "8"})), 0);
  // Its lines on stdout are lost, its results are not: they are in the ledger.
  Start whole = call({"campaign", "run", "whole"});
  whole.output = "/dev/full";
  const auto [undisturbed, length] = timed(whole);
  expect_refusal(undisturbed, 3, "halfturn: cannot write the output: No space left on device");
  const std::string expected = results("whole");
  ASSERT_EQ(lines_of(expected).size(), 3u);
  for (int i = 0; i < 2; ++i) {
    killed(call({"campaign", "run", "killed"}), length);
    expect_code(run(call({"campaign", "status", "killed"})), 0);
    for (const std::string& row : lines_of(results("killed")))
      EXPECT_THAT(expected, ::testing::HasSubstr(row + "\n")) << "after kill " << i;
  }
  EXPECT_THAT(run(call({"campaign", "run", "killed"})).code, AnyOf(0, 1)) << "0: all was done before";
  EXPECT_EQ(results("killed"), expected);
}

}  // namespace
}  // namespace halfturn::testing

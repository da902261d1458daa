// Lists that solve goes on with after whatever ended it.

#include <string>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::EndsWith;

class SolveResume : public CommandLine {};

TEST_F(SolveResume, RefusesWhatCannotBeResumed) {
  write_file(home_.path() / "list.txt", "R U\nF2\n");
  expect_refusal(halfturn({"solve", "list.txt", "--resume"}), 2,
                 "--resume is about a file (name it with --output FILE)");
  expect_refusal(halfturn({"solve", "R U", "-o", "rows", "--resume"}), 2, "--resume is for a file of");
  expect_refusal(halfturn({"solve", "--serve-stdin", "-o", "rows", "--resume"}), 2, "not for --serve-stdin");
  for (const std::vector<std::string>& several :
       {Names{"--solutions", "2"}, Names{"--all"}, Names{"--all-within", "1", "--csv"}}) {
    Names arguments = {"solve", "list.txt", "-o", "rows", "--resume"};
    arguments.insert(arguments.end(), several.begin(), several.end());
    expect_refusal(halfturn(arguments), 2,
                   "--resume does not go with several rows for a cube (choose --json");
  }
  expect_refusal(halfturn({"solve", "list.txt", "-o", "list.txt", "--resume"}), 2, "list.txt is the input");
  EXPECT_EQ(names_in(home_.path()), Names{"list.txt"});
}

/// Each end within a row, and between rows, of each kind of row.
TEST_F(WithTables, SolveGoesOnWithRowsOfEveryKind) {
  write_file(home_.path() / "list.csv",
             "id,scramble,who\na,R U,me\n\"b,c\",F2 D B,\"you, too\"\nd,R K,me\n,(),\ne,R L U D,\n");
  for (const std::vector<std::string>& how :
       {Names{}, Names{"--csv", "--keep", "who"}, Names{"--json", "--keep", "who"},
        Names{"--inverse", "--csv", "--notation", "numeric"}, Names{"--metric", "quarter"},
        Names{"--json", "--solutions", "2", "--probes", "5"}, Names{"--optimal", "--max-moves", "2", "--csv"},
        Names{"--optimal", "--max-moves", "2"}, Names{"--optimal", "--max-moves", "2", "--json"},
        Names{"--all", "--all-orders", "--json"}}) {
    SCOPED_TRACE(::testing::PrintToString(how));
    Names whole_call = {"solve", "list.csv"};
    whole_call.insert(whole_call.end(), how.begin(), how.end());
    const Outcome whole = ask(whole_call, tables_);
    expect_code(whole, 2);
    ASSERT_EQ(lines_of(whole.out).size(), how.size() > 1 && whole.out.starts_with("id,") ? 6u : 5u);
    Names call = whole_call;
    call.insert(call.end(), {"-o", "rows", "--resume"});
    for (const std::size_t cut : {std::size_t{3}, whole.out.size() / 2}) {
      write_file(home_.path() / "rows", whole.out.substr(0, cut));
      expect_code(ask(call, tables_), 2);
      EXPECT_EQ(read_file(home_.path() / "rows"), whole.out) << cut;
    }
    const Outcome again = ask(call, tables_);
    expect_code(again, 2);
    EXPECT_THAT(again.err, EndsWith("halfturn: rows is finished: 5 rows\n"));
  }
}

TEST_F(WithTables, SolveDoesNotGoOnWithTheRowsOfOthers) {
  write_file(home_.path() / "one.txt", "R U\nF2 D\nL\n");
  write_file(home_.path() / "other.txt", "R U\nF2 L\nL\n");
  expect_code(ask({"solve", "one.txt", "-o", "rows"}, tables_), 0);
  const std::string rows = read_file(home_.path() / "rows");
  expect_refusal(ask({"solve", "other.txt", "-o", "rows", "--resume"}, tables_), 2,
                 "cannot go on with rows: its line 2 is not the row of scramble '2', whose turn it is");
  expect_refusal(ask({"solve", "one.txt", "--csv", "-o", "rows", "--resume"}, tables_), 2,
                 "its line 1 is not the header that this run would write");
  write_file(home_.path() / "short.txt", "R U\nF2 D\n");
  expect_refusal(ask({"solve", "short.txt", "-o", "rows", "--resume"}, tables_), 2,
                 "its line 3 comes after the last scramble of the input");
  EXPECT_EQ(read_file(home_.path() / "rows"), rows);
}

/// What the rows that were there say counts, too.
TEST_F(WithTables, AResumedListHasTheExitCodeOfAWholeOne) {
  write_file(home_.path() / "list.txt", "R U F\nF2\n");
  for (const char* format : {"table", "csv", "json"}) {
    const Names call = {"solve",    "list.txt", "--optimal", "--max-moves", "2",
                        "--format", format,     "-o",        "rows",        "--resume"};
    fs::remove(home_.path() / "rows");
    expect_code(ask(call, tables_), 1);
    const std::string whole = read_file(home_.path() / "rows");
    write_file(home_.path() / "rows", whole.substr(0, whole.size() - 2));
    expect_code(ask(call, tables_), 1);
    EXPECT_EQ(read_file(home_.path() / "rows"), whole);
    expect_code(ask(call, tables_), 1);
  }
}

}  // namespace
}  // namespace halfturn::testing

// Descriptors 0, 1 and 2 closed, full or broken, in all combinations, for every command: a result that can be
// written is written, one that cannot is an error, and messages change nothing.

#include <csignal>
#include <string>
#include <vector>

#include "faults.h"

namespace halfturn::testing {
namespace {

struct Command {
  Arguments arguments;
  std::string file;          ///< that it writes, removed before each run
  bool reads_stdin = false;  ///< an error if there is none
};

class Descriptors : public Faults {
 protected:
  void SetUp() override {
    Faults::SetUp();
    if (IsSkipped()) return;
    write_file(at("list.txt"), "R U\nR K\nF2 B\n");
    write_file(at("rows.csv"),
               "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,3,4,5,5,6,5\nx\n2,5,5,5,5,5,5\n");
    for (const char* folder : {"campaign", "other"})
      expect_code(run(call({"campaign", "create", folder, "--cosets", "0..3"})), 0);
  }

  /// Where it may be: what the program writes about its times differs from run to run.
  void expect_same(const Command& command, const Start& disturbed, const Outcome& in_peace,
                   const std::string& file_in_peace, bool stdout_works) {
    if (!command.file.empty()) fs::remove(at(command.file));
    const Outcome outcome = run(disturbed);
    const bool is_closed_in = std::ranges::find(disturbed.closed, 0) != disturbed.closed.end();
    if (command.reads_stdin && is_closed_in) return expect_code(outcome, 3);
    const bool is_lost = !stdout_works && !in_peace.out.empty();
    expect_code(outcome, is_lost ? 3 : in_peace.code);
    if (stdout_works) {
      EXPECT_EQ(outcome.out, in_peace.out);
    }
    if (!command.file.empty()) {
      EXPECT_TRUE(read_file(at(command.file)) == file_in_peace);
    }
  }

  const std::string list_ = "R U\nR K\nF2 B\n";
  const std::vector<Command> commands_ = {
      {{"--version"}},
      {{"solve", "--help"}},
      {{"frobnicate"}},
      {{"solve", "R U F"}},
      {{"solve", "list.txt", "--csv"}},
      {{"solve", "list.txt", "--csv", "-o", "solved.csv"}, "solved.csv"},
      {{"solve", "list.txt", "--csv", "-o", "resumed.csv", "--resume"}, "resumed.csv"},
      {{"solve", "-"}, "", true},
      {{"solve", "--optimal", "list.txt", "--json"}},
      {{"solve", "--all", "R L F", "-o", "all.txt"}, "all.txt"},
      {{"analyze", "R U F", "--stages", "cross"}},
      {{"analyze", "R U F", "--stages", "cross", "--output", "new.txt"}, "new.txt"},
      {{"analyze", "list.txt", "--stages", "cross"}},
      {{"analyze", "list.txt", "--stages", "cross", "--output", "new.csv"}, "new.csv"},
      {{"analyze", "-", "--stages", "cross"}, "", true},
      {{"scramble", "-n", "3", "--seed", "1"}},
      {{"scramble", "-n", "3", "--seed", "1", "--csv", "-o", "drawn.csv"}, "drawn.csv"},
      {{"scramble", "-n", "3", "--seed", "1", "--length", "20"}},
      {{"scramble", "-n", "2", "--seed", "1", "--where", "cross(W)=4"}},
      {{"scramble", "-n", "2", "--seed", "1", "--where", "cross(W)=4", "--solutions", "1"}},
      {{"analyze", "list.txt", "--stages", "cross", "--solutions"}},
      {{"analyze", "list.txt", "--chain", "--colours", "W"}},
      {{"verify", "R U", "U' R'"}},
      {{"invert", "R U"}},
      {{"invert", "-"}, "", true},
      {{"train", "--seed", "1"}, "", true},
      {{"apply", "R U"}},
      {{"lookup", "R U", "--json"}},
      {{"distribution", "cross"}},
      {{"stats", "rows.csv"}},
      {{"stats", "rows.csv", "--json", "-o", "new.json"}, "new.json"},
      {{"stats", "-"}, "", true},
      {{"stats", "rows.csv", "--plots", "plots"}, "plots/cross_W.svg"},
      {{"stats", "rows.csv", "--plots", "plots", "--picture", "png"}, "plots/cross_W.png"},
      {{"stats", "rows.csv", "--exact"}},
      {{"tables"}},
      {{"tables", "path"}},
      {{"tables", "verify", "stage-cross"}},
      {{"tables", "build", "stage-cross", "--tables", "own"}, "own/stage-cross.table"},
      {{"cover", "show"}},
      {{"campaign", "status", "campaign"}},
      {{"campaign", "report", "campaign"}},
      {{"campaign", "import", "campaign", "other"}},
      {{"campaign", "create", "campaign", "--cosets", "0..3"}},
  };
};

TEST_F(Descriptors, ClosedFullOrBroken) {
  for (const Command& command : commands_) {
    SCOPED_TRACE(::testing::PrintToString(command.arguments));
    Start peace = call(command.arguments);
    if (command.reads_stdin)
      peace.input = command.arguments.front() == "stats" ? read_file(at("rows.csv")) : list_;
    const Outcome in_peace = run(peace);
    EXPECT_EQ(in_peace.signal, 0);
    const std::string file = command.file.empty() ? "" : read_file(at(command.file));
    for (const std::vector<int>& closed :
         std::vector<std::vector<int>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
      SCOPED_TRACE("closed " + ::testing::PrintToString(closed));
      Start disturbed = peace;
      disturbed.closed = closed;
      expect_same(command, disturbed, in_peace, file, std::ranges::find(closed, 1) == closed.end());
    }
    for (const bool full_out : {false, true})
      for (const bool full_err : {false, true}) {
        SCOPED_TRACE(full_out   ? full_err ? "both full" : "stdout full"
                     : full_err ? "stderr full"
                                : "none full");
        if (!full_out && !full_err) continue;
        Start disturbed = peace;
        if (full_out) disturbed.output = "/dev/full";
        if (full_err) disturbed.errors = "/dev/full";
        if (full_out && command.file.empty() && in_peace.out.empty() && command.reads_stdin) continue;
        expect_same(command, disturbed, in_peace, file, !full_out);
      }
    Start broken = peace;
    broken.broken = {2};
    expect_same(command, broken, in_peace, file, true);
    // A pipe for results that nobody reads ends the program, quietly; with the signal ignored, by a message.
    broken.broken = {1, 2};
    broken.ignored_signals = {SIGPIPE};
    expect_same(command, broken, in_peace, file, false);
  }
}

}  // namespace
}  // namespace halfturn::testing

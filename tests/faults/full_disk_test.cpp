// A disk that is full, for every command that writes files: an error with a message, nothing half done under
// the final name, nothing left behind, and the same command works once there is room.

#include <sched.h>
#include <sys/mount.h>

#include <string>
#include <vector>

#include "faults.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

struct Writer {
  Arguments arguments;
  std::string file;           ///< that it writes; a folder for pictures
  bool is_resumable = false;  ///< keeps what there was room for
  bool is_slow = false;       ///< takes seconds, so one run must do
};

class FullDisk : public Faults {
 protected:
  void SetUp() override {
    Faults::SetUp();
    if (IsSkipped()) return;
    std::string list;
    for (int i = 0; i < 200; ++i) list += "R U2 F' L D B2\n";
    write_file(at("list.txt"), list);
    write_file(at("rows.csv"),
               "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,3,4,5,5,6,5\n2,5,5,5,5,5,5\n");
  }

  const std::vector<Writer> writers_ = {
      {{"tables", "build", "stage-turned-cross", "--tables", "new"}, "new/stage-turned-cross.table"},
      {{"cover", "build", "--kind", "plain", "--steps", "1000", "--output", "new/cover.txt"},
       "new/cover.txt"},
      {{"analyze", "R U F", "--stages", "cross,xcross,pseudo_cross,pseudo_xcross", "--format", "csv",
        "--output", "new/row.csv"},
       "new/row.csv"},
      {{"analyze", "list.txt", "--stages", "cross", "--output", "new/all.csv", "--resume"},
       "new/all.csv",
       true},
      {{"solve", "list.txt", "--csv", "-o", "new/solutions.csv"}, "new/solutions.csv"},
      {{"solve", "list.txt", "--csv", "-o", "new/solved.csv", "--resume"}, "new/solved.csv", true},
      {{"stats", "rows.csv", "-o", "new/stats.txt"}, "new/stats.txt"},
      {{"stats", "rows.csv", "--plots", "new"}, "new/cross_W.svg"},
      {{"stats", "rows.csv", "--plots", "new", "--picture", "png"}, "new/cross_W.png"},
      {{"coset", "R", "--engine", "bitmap", "--search-depth", "2", "--unsolved", "new/left.txt",
        "--unsolved-limit", "500"},
       "new/left.txt",
       false,
       true},
      {{"campaign", "create", "new/campaign", "--cosets", "0..3"}, ""},
  };
};

TEST_F(FullDisk, NoFileMayGrow) {
  for (const Writer& writer : writers_) {
    SCOPED_TRACE(::testing::PrintToString(writer.arguments));
    fs::remove_all(at("new"));
    fs::create_directories(at("new"));
    Start small = call(writer.arguments);
    small.largest_file = 300;  // messages have room
    if (writer.is_slow) write_file(at(writer.file), "before");
    const Outcome outcome = run(small);
    expect_code(outcome, 3);
    EXPECT_THAT(outcome.err, HasSubstr("cannot "));
    EXPECT_THAT(outcome.err, HasSubstr("File too large"));
    if (writer.is_slow) {
      EXPECT_EQ(read_file(at(writer.file)), "before");
      EXPECT_EQ(names_in(at("new")).size(), 1u);
      continue;
    }
    if (!writer.is_resumable && !writer.file.empty()) {
      EXPECT_EQ(names_in(at("new")), Names{});
      // The same with a file that was there.
      write_file(at(writer.file), "before");
      if (writer.arguments.front() == "tables") small.arguments.emplace_back("--force");
      const bool refused = writer.arguments[1] == "R U F";  // needs --force, and says so
      expect_code(run(small), refused ? 2 : 3);
      EXPECT_EQ(read_file(at(writer.file)), "before");
      EXPECT_EQ(names_in(at("new")).size(), 1u);
      fs::remove(at(writer.file));
    }
    const Outcome with_room = run(call(writer.arguments));
    expect_code(with_room, 0);
    if (writer.is_resumable) {
      const std::string resumed = read_file(at(writer.file));
      fs::remove(at(writer.file));
      expect_code(run(call(writer.arguments)), 0);
      EXPECT_EQ(read_file(at(writer.file)), resumed);
    }
  }
}

TEST_F(FullDisk, AndReallyFull) {
  // In a name space of its own, so that nobody else sees the mount and it goes with the process.
  const std::string answer = in_child([&]() -> std::string {
    fs::create_directories(at("new"));
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", at("new").c_str(), "tmpfs", 0, "size=4k") != 0)
      return "(not permitted)";
    write_file(at("new") / "filler", std::string(4096, 'x'));
    std::string wrong;
    for (const Writer& writer : writers_) {
      if (writer.is_slow) continue;  // it writes as the others do
      const Outcome outcome = run(call(writer.arguments));
      const bool said = outcome.err.find("cannot ") != std::string::npos &&
                        (outcome.err.find("No space left on device") != std::string::npos ||
                         outcome.err.find("is full") != std::string::npos ||
                         outcome.err.find("disk I/O error") != std::string::npos);
      if (outcome.code != 3 || !said)
        wrong += ::testing::PrintToString(writer.arguments) + ": " + std::to_string(outcome.code) + " " +
                 outcome.err;
      for (const std::string& name : names_in(at("new")))
        if (name != "filler" && name != "campaign" && name != "all.csv" && name != "solved.csv")
          wrong += "left behind: " + name + "\n";
    }
    return wrong;
  });
  if (answer == "(not permitted)") GTEST_SKIP() << "this process may not mount a small disk";
  EXPECT_EQ(answer, "");
}

}  // namespace
}  // namespace halfturn::testing

// What the person who waits is told where stderr is no terminal.

#include "cli/shared/progress_bar.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "base/file_descriptor.h"
#include "front/wording.h"
#include "support/files.h"

namespace halfturn::cli {
namespace {

using std::chrono::milliseconds;

/// What is written to stderr meanwhile.
template <class Work>
std::string said_by(const Work& work) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "stderr";
  testing::write_file(file, "");
  const FileDescriptor before(::dup(STDERR_FILENO));
  const FileDescriptor log(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  ::dup2(log.get(), STDERR_FILENO);
  work();
  ::dup2(before.get(), STDERR_FILENO);
  return testing::read_file(file);
}

TEST(ProgressInALog, IsALineNowAndThen) {
  const std::string text = said_by([] {
    ProgressBar bar(milliseconds(5));
    bar.show({"depth 15", "search", 0.1});  // too early
    std::this_thread::sleep_for(milliseconds(10));
    bar.show({"depth 15", "search", 0.25});
    for (int i = 0; i < 100; ++i) bar.show({"depth 16", "search", 0.5});  // silent for longer now
    bar.clear();
  });
  EXPECT_THAT(text, ::testing::StartsWith("halfturn: depth 15 25 % search\n"));
  EXPECT_LT(testing::lines_of(text).size(), 10U);
}

TEST(ProgressInALog, SaysNothingWhereTheWorkIsShort) {
  EXPECT_EQ(said_by([] {
              ProgressBar bar;
              for (int i = 0; i <= 100; ++i) bar.show({"phase1", "distances", i / 100.0});
            }),
            "");
}

TEST(Wording, TimeLeft) {
  EXPECT_EQ(time_left(1, 0.5), "");
  EXPECT_EQ(time_left(10, 0), "");
  EXPECT_EQ(time_left(10, 0.5), ", 10 s left");
  EXPECT_EQ(time_left(100, 0.25), ", 5 min 0 s left");
  EXPECT_EQ(time_left(10, 1), ", 0 s left");
}

}  // namespace
}  // namespace halfturn::cli

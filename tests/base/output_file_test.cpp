// Writing files: complete or not at all, synced, and nothing destroyed that is no file of ours.

#include "base/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "support/child.h"
#include "support/files.h"
#include "support/synced_files.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class OutputFiles : public ::testing::Test {
 protected:
  void SetUp() override { synced_files().clear(); }

  /// What writing this text comes to, in words.
  static std::string written(const fs::path& name, std::string_view text) {
    const Result<void> result = halfturn::write_file(name, text, {});
    return result ? "ok" : result.error().text();
  }

  const TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "file.txt";
  const fs::path partial_ = folder_.path() / "file.txt.partial";
};

TEST_F(OutputFiles, AppearsWithItsLastByte) {
  {
    Result<OutputFile> output = OutputFile::open(file_, {});
    ASSERT_TRUE(output.ok());
    EXPECT_FALSE(output->would_replace());
    ASSERT_TRUE(output->write("one\n").ok());
    ASSERT_TRUE(output->write(std::string(200'000, 'x')).ok());
    EXPECT_EQ(names_in(folder_.path()), Names{"file.txt.partial"});
    ASSERT_TRUE(output->commit().ok());
  }
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
  EXPECT_EQ(read_file(file_), "one\n" + std::string(200'000, 'x'));
}

TEST_F(OutputFiles, NothingRemainsOfWhatWasNotCommitted) {
  write_file(file_, "before");
  {
    Result<OutputFile> output = OutputFile::open(file_, {});
    ASSERT_TRUE(output.ok());
    EXPECT_TRUE(output->would_replace());
    ASSERT_TRUE(output->write(std::string(200'000, 'x')).ok());
  }
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
  EXPECT_EQ(read_file(file_), "before");
}

TEST_F(OutputFiles, TheFileAndItsFolderAreSynced) {
  EXPECT_EQ(written(file_, "text"), "ok");
  EXPECT_THAT(synced_files(), ElementsAre(partial_.string(), folder_.path().string()));
  // A name without a folder stands in the folder where the process is.
  synced_files().clear();
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  EXPECT_EQ(written("plain.txt", "text"), "ok");
  fs::current_path(before);
  EXPECT_THAT(synced_files(), ElementsAre(folder_.path() / "plain.txt.partial", folder_.path().string()));
}

TEST_F(OutputFiles, HasThePermissionsThatTheUserWants) {
  const mode_t before = ::umask(027);
  EXPECT_EQ(written(file_, "text"), "ok");
  ::umask(before);
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms(0640));
}

TEST_F(OutputFiles, ALeftOverPartialFileIsTakenOver) {
  write_file(partial_, std::string(100'000, 'x'));
  EXPECT_EQ(written(file_, "text"), "ok");
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
  EXPECT_EQ(read_file(file_), "text");
}

TEST_F(OutputFiles, APartialFileWithAnotherNameIsNotWrittenThrough) {
  const fs::path precious = folder_.path() / "precious";
  for (const std::string content : {"not to be changed", ""}) {
    write_file(precious, content);
    fs::create_hard_link(precious, partial_);
    EXPECT_EQ(written(file_, "text"), "ok");
    EXPECT_EQ(read_file(precious), content);
    EXPECT_EQ(fs::hard_link_count(precious), 1u);
    EXPECT_EQ(read_file(file_), "text");
    EXPECT_EQ(names_in(folder_.path()), (Names{"file.txt", "precious"}));
  }
}

TEST_F(OutputFiles, APartialFileThatIsALinkIsRefused) {
  const fs::path precious = folder_.path() / "precious";
  write_file(precious, "not to be changed");
  fs::create_symlink(precious, partial_);
  EXPECT_EQ(written(file_, "text"), "cannot write " + partial_.string() +
                                        ": it is a symbolic link (move it away, or choose another name)");
  EXPECT_EQ(read_file(precious), "not to be changed");
  EXPECT_TRUE(fs::is_symlink(partial_));
}

TEST_F(OutputFiles, APipeIsWrittenInto) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0);
  // More than a pipe holds at once.
  const std::string text(300'000, 'x');
  std::string got;
  std::thread reader([&] { got = read_file(file_); });
  EXPECT_EQ(written(file_, text), "ok");
  reader.join();
  EXPECT_TRUE(got == text);
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
  EXPECT_TRUE(fs::is_fifo(file_));
}

TEST_F(OutputFiles, AStopIsHeardWhileNobodyReadsThePipe) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0);
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const Result<OutputFile> output = OutputFile::open(file_, source.get_token());
  ASSERT_FALSE(output.ok());
  EXPECT_EQ(output.error().kind, ErrorKind::stopped);
}

TEST_F(OutputFiles, ADeviceIsWrittenInto) {
  EXPECT_EQ(written("/dev/null", "text"), "ok");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(written("/dev/full", "text"),
            "cannot write /dev/full: No space left on device (make room, or choose another folder)");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFiles, AnOpenFileOfThisProcessGoesOnWhereItIs) {
  const int fd = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::write(fd, "one ", 4), 4);
  EXPECT_EQ(written("/dev/fd/" + std::to_string(fd), "two "), "ok");
  EXPECT_EQ(::write(fd, "three", 5), 5);
  ::close(fd);
  EXPECT_EQ(read_file(file_), "one two three");
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
}

TEST_F(OutputFiles, ALinkIsFollowedAndKept) {
  fs::create_directories(folder_.path() / "disk");
  const fs::path there = folder_.path() / "disk" / "there.txt";
  fs::create_symlink("disk/there.txt", file_);          // relative to the folder of the link
  for (const std::string text : {"first", "second"}) {  // new, and replaced
    EXPECT_EQ(written(file_, text), "ok");
    EXPECT_TRUE(fs::is_symlink(file_));
    EXPECT_EQ(read_file(there), text);
    EXPECT_EQ(names_in(folder_.path() / "disk"), Names{"there.txt"});
  }
}

TEST_F(OutputFiles, ALinkToItselfIsRefused) {
  fs::create_symlink(file_, file_);
  EXPECT_EQ(written(file_, "text"), "cannot write " + file_.string() + ": Too many levels of symbolic links");
}

TEST_F(OutputFiles, AFolderIsRefused) {
  fs::create_directories(file_);
  EXPECT_EQ(written(file_, "text"), "cannot write " + file_.string() + ": Is a directory");
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
}

TEST_F(OutputFiles, WhatBecomesAPipeMeanwhileIsNotReplaced) {
  Result<OutputFile> output = OutputFile::open(file_, {});
  ASSERT_TRUE(output.ok());
  ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0);
  const Result<void> committed = output->commit();
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().text(),
            "cannot write " + file_.string() + ": it is a pipe (move it away, or choose another name)");
  EXPECT_TRUE(fs::is_fifo(file_));
}

TEST_F(OutputFiles, ASecondWriterIsRefused) {
  Result<OutputFile> first = OutputFile::open(file_, {});
  ASSERT_TRUE(first.ok());
  const Result<OutputFile> second = OutputFile::open(file_, {});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().text(),
            "another process is writing " + file_.string() + " (wait for its end, or choose another name)");
  EXPECT_EQ(second.error().kind, ErrorKind::bad_input);
  EXPECT_TRUE(first->commit().ok());
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
}

TEST_F(OutputFiles, WhatHasAppearedMeanwhileIsKept) {
  Result<OutputFile> output = OutputFile::open(file_, {});
  ASSERT_TRUE(output.ok());
  write_file(file_, "somebody else's");
  ASSERT_TRUE(output->write("ours").ok());
  const Result<void> committed = output->commit_if_new();
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().text(), file_.string() + " is there already (choose another name)");
  EXPECT_EQ(read_file(file_), "somebody else's");
}

TEST_F(OutputFiles, NoRoomLeavesWhatWasThere) {
  write_file(file_, "before");
  const std::string answer = in_child([&]() -> std::string {
    const rlimit limit{1000, 1000};
    if (std::signal(SIGXFSZ, SIG_IGN) == SIG_ERR || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
    return written(file_, std::string(5000, 'x'));
  });
  EXPECT_EQ(answer,
            "cannot write " + file_.string() + ": File too large (make room, or choose another folder)");
  EXPECT_EQ(names_in(folder_.path()), Names{"file.txt"});
  EXPECT_EQ(read_file(file_), "before");
}

TEST_F(OutputFiles, AMissingFolderIsNamed) {
  EXPECT_THAT(written(folder_.path() / "no" / "file", "text"),
              StartsWith("cannot write " + (folder_.path() / "no" / "file").string()));
}

}  // namespace
}  // namespace halfturn::testing

// What the operating system may refuse: wrong kinds of file, permissions, room.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "halfturn/table_store.h"
#include "made_up_table.h"
#include "support/child.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using ::testing::StartsWith;

const std::string kNoWriteHint = "choose a folder that you may write to";
const std::string kNoReadHint = "ask its owner to let you, or choose another folder";
const std::string kNoRoomHint = "make room, or choose another folder";
const std::string kNotAFolderHint = "a part of this path is a file where a folder is needed";

class Refused : public ::testing::Test {
 protected:
  /// The text of what the work comes to, for work that is done in another process.
  template <class T>
  static std::string text_of(const Result<T>& result) {
    return result.ok() ? "ok" : result.error().text();
  }

  void expect_unreadable(const std::string& message, const std::string& hint) {
    const TableStatus status = store_.status(kind_);
    EXPECT_EQ(to_string(status.state), "unreadable");
    expect_error(status.error, ErrorKind::machine, message, hint);
    expect_error(store_.open(kind_, Residency::mapped), ErrorKind::machine, message, hint);
    expect_error(store_.open(kind_, Residency::resident), ErrorKind::machine, message, hint);
    expect_error(store_.open_or_build(kind_, Residency::mapped, {}), ErrorKind::machine, message, hint);
    expect_error(store_.verify(kind_, {}), ErrorKind::machine, message, hint);
  }

  const TemporaryFolder folder_;
  const TableStore store_{folder_.path() / "tables"};
  const TableKind kind_ = made_up_kind();
  const fs::path path_ = store_.path_of(kind_);
};

TEST_F(Refused, AFolderInPlaceOfTheFile) {
  fs::create_directories(path_);
  expect_unreadable("cannot read " + path_.string() + ": Is a directory", "");
  for (const bool replace : {false, true})
    expect_error(store_.build(kind_, replace, {}), ErrorKind::machine,
                 "cannot write " + path_.string() + ": Is a directory", "");
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
  EXPECT_TRUE(fs::is_directory(path_));
}

TEST_F(Refused, APipeInPlaceOfTheFile) {
  fs::create_directories(store_.directory());
  ASSERT_EQ(::mkfifo(path_.c_str(), 0644), 0);
  // Nobody will ever write into it: whoever waits for that hangs.
  const std::string message = in_child([&] { return store_.status(kind_).error.text(); });
  ASSERT_EQ(message, path_.string() + " is not a regular file");
  expect_unreadable(path_.string() + " is not a regular file", "");
  for (const bool replace : {false, true})
    expect_error(store_.build(kind_, replace, {}), ErrorKind::machine,
                 "cannot write " + path_.string() + ": it is a pipe", "move it away, or choose another name");
  EXPECT_TRUE(fs::is_fifo(path_)) << "it is not ours to replace";
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
}

TEST_F(Refused, APipeInPlaceOfThePartialFile) {
  fs::create_directories(store_.directory());
  ASSERT_EQ(::mkfifo((path_.string() + ".partial").c_str(), 0644), 0);
  EXPECT_THAT(in_child([&] { return text_of(store_.build(kind_, true, {})); }),
              StartsWith("cannot write " + path_.string() + ".partial: "));
}

TEST_F(Refused, AFolderInPlaceOfThePartialFile) {
  fs::create_directories(path_.string() + ".partial");
  expect_error(store_.build(kind_, true, {}), ErrorKind::machine,
               "cannot write " + path_.string() + ".partial: Is a directory", "");
}

TEST_F(Refused, ALinkInPlaceOfThePartialFileIsNotFollowed) {
  fs::create_directories(store_.directory());
  const fs::path precious = folder_.path() / "precious";
  write_file(precious, "not to be emptied");
  fs::create_symlink(precious, path_.string() + ".partial");
  EXPECT_FALSE(store_.build(kind_, true, {}).ok());
  EXPECT_EQ(read_file(precious), "not to be emptied");
}

TEST_F(Refused, APartialFileWithAnotherNameIsNotWrittenThrough) {
  fs::create_directories(store_.directory());
  const fs::path precious = folder_.path() / "precious";
  write_file(precious, "not to be emptied");
  fs::create_hard_link(precious, path_.string() + ".partial");
  expect_content(store_.build(kind_, true, {}), made_up_content(kind_));
  EXPECT_EQ(read_file(precious), "not to be emptied");
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
}

TEST_F(Refused, ALinkToATableIsReplacedAndNotItsTarget) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  const std::string before = read_file(path_);
  const TableStore other(folder_.path() / "links");
  fs::create_directories(other.directory());
  fs::create_symlink(path_, other.path_of(kind_));
  ASSERT_TRUE(other.build(made_up_kind("toy", 5003, 8, 2), true, {}).ok());
  EXPECT_TRUE(read_file(path_) == before) << "the table of another folder is not ours to replace";
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(other.path_of(kind_))));
}

TEST_F(Refused, ALinkToATableIsFollowed) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  const TableStore other(folder_.path() / "links");
  fs::create_directories(other.directory());
  fs::create_symlink(path_, other.path_of(kind_));
  EXPECT_EQ(other.status(kind_).state, TableState::ready);
  expect_content(other.open(kind_, Residency::mapped), made_up_content(kind_));
}

TEST_F(Refused, ALinkToNothingCountsAsMissing) {
  fs::create_directories(store_.directory());
  fs::create_symlink(folder_.path() / "nowhere", path_);
  EXPECT_EQ(store_.status(kind_).state, TableState::missing);
  EXPECT_EQ(store_.open(kind_, Residency::mapped).error().kind, ErrorKind::missing);
  expect_content(store_.open_or_build(kind_, Residency::mapped, {}), made_up_content(kind_));
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
  EXPECT_FALSE(fs::exists(folder_.path() / "nowhere"));
}

TEST_F(Refused, ALinkToItself) {
  fs::create_directories(store_.directory());
  fs::create_symlink(path_, path_);
  expect_unreadable("cannot read " + path_.string() + ": Too many levels of symbolic links", "");
}

TEST_F(Refused, AFileInPlaceOfTheFolder) {
  write_file(store_.directory(), "a file");
  expect_unreadable("cannot read " + path_.string() + ": Not a directory", kNotAFolderHint);
  const Result<TableData> built = store_.build(kind_, true, {});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().kind, ErrorKind::machine);
  EXPECT_THAT(built.error().message,
              StartsWith("cannot make the folder " + store_.directory().string() + ": "));
  EXPECT_EQ(built.error().hint, kNotAFolderHint);
  EXPECT_EQ(read_file(store_.directory()), "a file");
}

TEST_F(Refused, AFileInPlaceOfTheFoldersParent) {
  write_file(store_.directory(), "a file");
  const TableStore deeper(store_.directory() / "deeper");
  const Result<TableData> built = deeper.build(kind_, true, {});
  expect_error(built, ErrorKind::machine,
               "cannot make the folder " + deeper.directory().string() + ": Not a directory",
               kNotAFolderHint);
  EXPECT_EQ(deeper.open_or_build(kind_, Residency::mapped, {}).error().hint, kNotAFolderHint);
  EXPECT_EQ(read_file(store_.directory()), "a file");
}

TEST_F(Refused, AFileThatMayNotBeRead) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  fs::permissions(path_, fs::perms::none);
  const std::string expected = "cannot read " + path_.string() + ": Permission denied (" + kNoReadHint + ")";
  EXPECT_EQ(as_ordinary_user([&] { return store_.status(kind_).error.text(); }), expected);
  EXPECT_EQ(as_ordinary_user([&] { return std::string(to_string(store_.status(kind_).state)); }),
            "unreadable");
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.open(kind_, Residency::mapped)); }), expected);
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.open_or_build(kind_, Residency::mapped, {})); }),
            expected);
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.verify(kind_, {})); }), expected);
}

TEST_F(Refused, AFolderThatMayNotBeEntered) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  fs::permissions(store_.directory(), fs::perms::none);
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.open_or_build(kind_, Residency::mapped, {})); }),
            "cannot read " + path_.string() + ": Permission denied (" + kNoReadHint + ")");
}

TEST_F(Refused, AFolderThatMayNotBeWrittenTo) {
  const TableKind other = made_up_kind("other");
  ASSERT_TRUE(store_.build(other, false, {}).ok());
  const std::string before = read_file(store_.path_of(other));
  fs::permissions(store_.directory(), fs::perms(0555));
  const auto refusal = [&](const TableKind& kind) {
    return "cannot write " + store_.path_of(kind).string() + ".partial: Permission denied (" + kNoWriteHint +
           ")";
  };
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.build(kind_, false, {})); }), refusal(kind_));
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.open_or_build(kind_, Residency::mapped, {})); }),
            refusal(kind_));
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.build(other, true, {})); }), refusal(other));
  // What is there can be used all the same.
  EXPECT_EQ(as_ordinary_user([&] { return text_of(store_.open_or_build(other, Residency::mapped, {})); }),
            "ok");
  EXPECT_EQ(names_in(store_.directory()), Names{"other.table"});
  EXPECT_TRUE(read_file(store_.path_of(other)) == before);
}

TEST_F(Refused, AFolderThatMayNotBeMade) {
  fs::create_directories(folder_.path() / "theirs");
  fs::permissions(folder_.path() / "theirs", fs::perms(0555));
  const TableStore store(folder_.path() / "theirs" / "tables");
  EXPECT_EQ(
      as_ordinary_user([&] { return text_of(store.open_or_build(kind_, Residency::mapped, {})); }),
      "cannot make the folder " + store.directory().string() + ": Permission denied (" + kNoWriteHint + ")");
}

/// No file may grow beyond this, for the rest of this process.
bool limit_files(std::size_t bytes) {
  const rlimit limit{bytes, bytes};
  return std::signal(SIGXFSZ, SIG_IGN) != SIG_ERR && ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
}

TEST_F(Refused, NoRoomIsSeenBeforeAnythingIsComputed) {
  TableKind kind = kind_;
  kind.build = [](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
    return Error{ErrorKind::bad_input, "computed in vain", {}};
  };
  EXPECT_EQ(in_child([&]() -> std::string {
              if (!limit_files(6000)) return "no limit";
              return text_of(store_.build(kind, true, {}));
            }),
            "cannot write " + path_.string() + ": File too large (" + kNoRoomHint + ")");
  EXPECT_EQ(names_in(store_.directory()), Names{});
}

TEST_F(Refused, NoRoomWhileWriting) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  const std::string before = read_file(path_);
  for (const std::size_t room : {0u, 4095u, 4096u, 4097u, 9000u}) {
    TableKind kind = kind_;
    kind.build = [&](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
      if (!limit_files(room)) return Error{ErrorKind::bad_input, "no limit", {}};
      return {};
    };
    EXPECT_EQ(in_child([&] { return text_of(store_.build(kind, true, {})); }),
              "cannot write " + path_.string() + ": File too large (" + kNoRoomHint + ")")
        << room;
    EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"}) << room;
    EXPECT_TRUE(read_file(path_) == before) << room;
  }
}

TEST_F(Refused, AFullDisk) {
  const fs::path disk = store_.directory();
  fs::create_directories(disk);
  const TableKind big = made_up_kind("big", 1'500'000);
  const std::string answer = in_child([&]() -> std::string {
    // In a name space of its own, so that nobody else sees the mount and it goes with this process.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
      return "(not permitted)";
    const std::string small = text_of(store_.build(kind_, false, {}));
    if (small != "ok") return "the small table: " + small;
    const std::string text = text_of(store_.build(big, true, {}));
    if (names_in(disk) != Names{"toy.table"}) return "something was left behind after: " + text;
    if (!store_.verify(kind_, {}).ok()) return "the other table suffered";
    return text;
  });
  if (answer == "(not permitted)") GTEST_SKIP() << "this process may not mount a small disk";
  // 16 pages, of which the small table takes three and its record in .verified one.
  EXPECT_EQ(answer, "cannot write " + store_.path_of(big).string() +
                        ": No space left on device; it needs 1.5 MB, 49 kB are free (" + kNoRoomHint + ")");
}

}  // namespace
}  // namespace halfturn::testing

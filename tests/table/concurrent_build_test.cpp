// Several builders of the same table, and builders that die.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "halfturn/table_store.h"
#include "made_up_table.h"
#include "support/child.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// Adds a byte to a file, from any process; its length then says how often.
void count_in(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0 || ::write(fd, "x", 1) != 1) std::abort();
  ::close(fd);
}

/// Waits until something has come about; false where it has not within a minute.
bool wait_until(const std::function<bool()>& happened) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!happened()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

class ConcurrentBuild : public ::testing::Test {
 protected:
  /// The made-up table, whose builder counts its calls and does not finish before somebody else waits for it.
  TableKind contended_kind() const {
    TableKind kind = kind_;
    kind.build = [this](std::span<std::byte> content, const halfturn::Run&) -> Result<void> {
      count_in(builds_);
      if (!wait_until([this] { return fs::exists(waits_); }))
        return Error{ErrorKind::machine, "nobody waits for this build", {}};
      fill_made_up(content, 1);
      return {};
    };
    return kind;
  }

  /// Reports where a builder waits for another.
  halfturn::Run control_that_tells() const {
    return {.progress = [this](const Progress& progress) {
      if (progress.step.starts_with("waiting")) count_in(waits_);
    }};
  }

  std::string build_and_compare(const TableKind& kind, bool replace) const {
    const Result<TableData> built = replace
                                        ? store_.build(kind, true, control_that_tells())
                                        : store_.open_or_build(kind, Residency::mapped, control_that_tells());
    if (!built) return built.error().text();
    return bytes_of(*built) == made_up_content(kind) ? "right" : "wrong content";
  }

  void expect_built_once() {
    EXPECT_EQ(read_file(builds_), "x");
    EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
    EXPECT_TRUE(store_.verify(kind_, {}).ok());
    expect_content(store_.open(kind_, Residency::mapped), made_up_content(kind_));
  }

  const TemporaryFolder folder_;
  const TableStore store_{folder_.path() / "tables"};
  const TableKind kind_ = made_up_kind();
  const fs::path path_ = store_.path_of(kind_);
  const fs::path partial_ = path_.string() + ".partial";
  const fs::path builds_ = folder_.path() / "builds";
  const fs::path waits_ = folder_.path() / "waits";
};

TEST_F(ConcurrentBuild, ThreadsShareOneBuild) {
  const TableKind kind = contended_kind();
  std::array<std::string, 4> answers;
  {
    std::vector<std::jthread> threads;
    for (std::string& answer : answers)
      threads.emplace_back([&] { answer = build_and_compare(kind, false); });
  }
  for (const std::string& answer : answers) EXPECT_EQ(answer, "right");
  expect_built_once();
}

TEST_F(ConcurrentBuild, ProcessesShareOneBuild) {
  const TableKind kind = contended_kind();
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 5; ++i)
    children.push_back(std::make_unique<Child>([&] { return build_and_compare(kind, false); }));
  for (const auto& child : children) EXPECT_EQ(child->wait(), "right");
  expect_built_once();
}

TEST_F(ConcurrentBuild, AReplacementThatAnotherHasJustMadeIsUsed) {
  ASSERT_TRUE(store_.build(made_up_kind("toy", 5003, 8, 2), false, {}).ok());
  const TableKind kind = contended_kind();
  Child one([&] { return build_and_compare(kind, true); });
  Child two([&] { return build_and_compare(kind, true); });
  EXPECT_EQ(one.wait(), "right");
  EXPECT_EQ(two.wait(), "right");
  expect_built_once();
}

TEST_F(ConcurrentBuild, DifferentTablesDoNotWaitForEachOther) {
  // The first build goes on until the second is done.
  const TableKind other = made_up_kind("other");
  TableKind kind = kind_;
  kind.build = [&](std::span<std::byte> content, const halfturn::Run&) -> Result<void> {
    if (!wait_until([&] { return store_.status(other).state == TableState::ready; }))
      return Error{ErrorKind::machine, "the other table does not come", {}};
    fill_made_up(content, 1);
    return {};
  };
  Child first([&] { return build_and_compare(kind, false); });
  ASSERT_TRUE(wait_until([&] { return fs::exists(partial_); }));
  expect_content(store_.open_or_build(other, Residency::mapped, {}), made_up_content(other));
  EXPECT_EQ(first.wait(), "right");
}

TEST_F(ConcurrentBuild, TheOldFileServesWhileANewOneIsBuilt) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  TableKind kind = made_up_kind("toy", 5003, 8, 2);
  kind.build = [&](std::span<std::byte> content, const halfturn::Run&) -> Result<void> {
    expect_content(store_.open(kind_, Residency::mapped), made_up_content(kind_, 1));
    fill_made_up(content, 2);
    return {};
  };
  const Result<TableData> old = store_.open(kind_, Residency::mapped);
  expect_content(store_.build(kind, true, {}), made_up_content(kind, 2));
  expect_content(old, made_up_content(kind_, 1));
  expect_content(store_.open(kind_, Residency::mapped), made_up_content(kind_, 2));
}

/// A kind whose builder says that it has begun, and then stays there.
TableKind endless(TableKind kind, const fs::path& begun) {
  kind.build = [&begun](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
    count_in(begun);
    while (true) ::pause();
  };
  return kind;
}

TEST_F(ConcurrentBuild, AStopIsHeardWhileWaiting) {
  Child holder([&] { return build_and_compare(endless(kind_, builds_), false); });
  ASSERT_TRUE(wait_until([&] { return fs::exists(builds_); }));
  const std::string answer = in_child([&] {
    std::stop_source source;
    std::string step;
    const halfturn::Run run{.stop = source.get_token(), .progress = [&](const Progress& progress) {
                              step = progress.step;
                              source.request_stop();
                            }};
    const Result<TableData> built = store_.build(kind_, false, run);
    return step + ": " + (built.ok() ? "built" : built.error().text());
  });
  EXPECT_EQ(answer, "waiting for another process that builds it: stopped while waiting");
  // The file belongs to the one who still builds.
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table.partial"});
}

TEST_F(ConcurrentBuild, AKilledBuildIsTakenOver) {
  Child victim([&] { return build_and_compare(endless(kind_, builds_), false); });
  ASSERT_TRUE(wait_until([&] { return fs::exists(builds_); }));
  victim.kill();
  ASSERT_EQ(names_in(store_.directory()), Names{"toy.table.partial"});
  EXPECT_EQ(store_.status(kind_).state, TableState::missing);
  expect_content(store_.open_or_build(kind_, Residency::mapped, {}), made_up_content(kind_));
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
  EXPECT_TRUE(store_.verify(kind_, {}).ok());
}

TEST_F(ConcurrentBuild, WhoeverWaitsTakesOverFromTheKilled) {
  Child victim([&] { return build_and_compare(endless(kind_, builds_), false); });
  ASSERT_TRUE(wait_until([&] { return fs::exists(builds_); }));
  Child heir([&] { return build_and_compare(kind_, false); });
  ASSERT_TRUE(wait_until([&] { return fs::exists(waits_); }));
  victim.kill();
  EXPECT_EQ(heir.wait(), "right");
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
  EXPECT_TRUE(store_.verify(kind_, {}).ok());
}

TEST_F(ConcurrentBuild, NothingOfALeftOverPartialFileSurvives) {
  fs::create_directories(store_.directory());
  write_file(partial_, std::string(100'000, 'x'));
  expect_content(store_.open_or_build(kind_, Residency::mapped, {}), made_up_content(kind_));
  EXPECT_EQ(names_in(store_.directory()), Names{"toy.table"});
  EXPECT_EQ(fs::file_size(path_), 4096 + kind_.content_bytes());
  EXPECT_TRUE(store_.verify(kind_, {}).ok());
}

}  // namespace
}  // namespace halfturn::testing

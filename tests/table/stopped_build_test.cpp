// Builds that do not come to their end.

#include <gtest/gtest.h>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "halfturn/table_store.h"
#include "made_up_table.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class StoppedBuild : public ::testing::Test {
 protected:
  const TemporaryFolder folder_;
  const TableStore store_{folder_.path()};
  // Three pieces of 4 MiB, so that there is something between the first and the last.
  const TableKind kind_ = made_up_kind("toy", 9'000'001);
  const fs::path path_ = store_.path_of(kind_);
  std::stop_source source_;
};

TEST_F(StoppedBuild, TheBuildersErrorComesBack) {
  TableKind kind = kind_;
  kind.build = [&](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
    EXPECT_EQ(names_in(folder_.path()), Names{"toy.table.partial"});
    return Error{ErrorKind::machine, "the toy broke", "glue it"};
  };
  expect_error(store_.build(kind, false, {}), ErrorKind::machine, "the toy broke", "glue it");
  expect_error(store_.open_or_build(kind, Residency::mapped, {}), ErrorKind::machine, "the toy broke",
               "glue it");
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

TEST_F(StoppedBuild, TheBuildersErrorLeavesTheOldFileAlone) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  const std::string before = read_file(path_);
  TableKind kind = kind_;
  kind.build = [](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
    return Error{ErrorKind::machine, "the toy broke", {}};
  };
  EXPECT_FALSE(store_.build(kind, true, {}).ok());
  EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
  EXPECT_TRUE(read_file(path_) == before);
}

TEST_F(StoppedBuild, ABuilderThatThrowsLeavesNothingBehind) {
  TableKind kind = kind_;
  kind.build = [](std::span<std::byte>, const halfturn::Run&) -> Result<void> { throw std::bad_alloc(); };
  EXPECT_THROW((void)store_.build(kind, false, {}), std::bad_alloc);
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

TEST_F(StoppedBuild, BeforeItBegins) {
  source_.request_stop();
  const Result<TableData> built = store_.build(kind_, false, {.stop = source_.get_token()});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().kind, ErrorKind::stopped);
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

TEST_F(StoppedBuild, WhileComputing) {
  TableKind kind = kind_;
  kind.build = [&](std::span<std::byte>, const halfturn::Run& run) -> Result<void> {
    EXPECT_FALSE(run.stop.stop_requested());
    source_.request_stop();
    EXPECT_TRUE(run.stop.stop_requested());
    return Error{ErrorKind::stopped, "stopped while computing", {}};
  };
  expect_error(store_.build(kind, false, {.stop = source_.get_token()}), ErrorKind::stopped,
               "stopped while computing", "");
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

TEST_F(StoppedBuild, WhileWriting) {
  ASSERT_TRUE(store_.build(made_up_kind("other"), false, {}).ok());
  int pieces = 0;
  const halfturn::Run run{.stop = source_.get_token(), .progress = [&](const Progress& progress) {
                            if (progress.step == "writing" && ++pieces == 2) source_.request_stop();
                          }};
  expect_error(store_.build(kind_, false, run), ErrorKind::stopped, "stopped while writing " + path_.string(),
               "");
  EXPECT_EQ(pieces, 2);
  EXPECT_EQ(names_in(folder_.path()), Names{"other.table"});
}

TEST_F(StoppedBuild, WhileWritingLeavesTheOldFileAlone) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  const std::string before = read_file(path_);
  source_.request_stop();
  EXPECT_FALSE(store_.build(made_up_kind("toy", 9'000'001, 8, 2), true, {.stop = source_.get_token()}).ok());
  EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
  EXPECT_TRUE(read_file(path_) == before);
}

TEST_F(StoppedBuild, CanBeBegunAgain) {
  source_.request_stop();
  EXPECT_FALSE(store_.build(kind_, false, {.stop = source_.get_token()}).ok());
  expect_content(store_.open_or_build(kind_, Residency::mapped, {}), made_up_content(kind_));
  EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
}

TEST_F(StoppedBuild, WhileChecking) {
  ASSERT_TRUE(store_.build(kind_, false, {}).ok());
  int pieces = 0;
  const halfturn::Run run{.stop = source_.get_token(), .progress = [&](const Progress& progress) {
                            if (progress.step == "checking" && ++pieces == 2) source_.request_stop();
                          }};
  expect_error(store_.verify(kind_, run), ErrorKind::stopped, "stopped while checking " + path_.string(), "");
  EXPECT_EQ(pieces, 2);
  EXPECT_TRUE(store_.verify(kind_, {}).ok());
}

TEST_F(StoppedBuild, MoreMemoryThanThereIs) {
  // 2^55 bytes: more than an address can say. On a disk that gives room for it unasked, the memory is what is
  // refused.
  TableKind kind = kind_;
  kind.entries = std::uint64_t{1} << 55;
  kind.build = [](std::span<std::byte>, const halfturn::Run&) -> Result<void> {
    return Error{ErrorKind::bad_input, "computed in vain", {}};
  };
  const Result<TableData> built = store_.build(kind, false, {});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().kind, ErrorKind::machine) << built.error().text();
  EXPECT_FALSE(built.error().hint.empty()) << built.error().text();
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

}  // namespace
}  // namespace halfturn::testing

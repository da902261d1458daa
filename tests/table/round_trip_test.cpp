#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "halfturn/table_store.h"
#include "made_up_table.h"
#include "support/files.h"
#include "table/file_header.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(TableKindSize, RoundsUpToWholeBytes) {
  EXPECT_EQ(made_up_kind("a", 0, 4).content_bytes(), 0u);
  EXPECT_EQ(made_up_kind("a", 1, 4).content_bytes(), 1u);
  EXPECT_EQ(made_up_kind("a", 2, 4).content_bytes(), 1u);
  EXPECT_EQ(made_up_kind("a", 4099, 4).content_bytes(), 2050u);
  EXPECT_EQ(made_up_kind("a", 9, 1).content_bytes(), 2u);
  EXPECT_EQ(made_up_kind("a", 5, 32).content_bytes(), 20u);
}

struct Size {
  std::uint64_t entries;
  std::uint32_t bits;
};

class RoundTrip : public ::testing::TestWithParam<Size> {};

TEST_P(RoundTrip, GivesBackWhatWasBuilt) {
  const TemporaryFolder folder;
  const TableStore store(folder.path() / "made" / "on the way");
  const TableKind kind = made_up_kind("toy", GetParam().entries, GetParam().bits);
  const std::vector<std::byte> content = made_up_content(kind);

  EXPECT_EQ(store.status(kind).state, TableState::missing);
  expect_content(store.build(kind, false, {}), content);
  EXPECT_EQ(names_in(store.directory()), Names{"toy.table"});
  EXPECT_EQ(fs::file_size(store.path_of(kind)), 4096 + kind.content_bytes());
  EXPECT_EQ(store.status(kind).state, TableState::ready);
  expect_content(store.open(kind, Residency::mapped), content);
  expect_content(store.open(kind, Residency::resident), content);
  expect_content(store.open_or_build(kind, Residency::mapped, {}), content);
  const Result<void> sound = store.verify(kind, {});
  EXPECT_TRUE(sound.ok()) << sound.error().text();
}

TEST(TableChecksum, IsThatOfTheContent) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableKind kind = made_up_kind();
  const TableKind other = made_up_kind("other", 5003, 8, 2);
  expect_error(store.checksum(kind), ErrorKind::missing, "there is no table toy in " + folder.path().string(),
               "build it");
  ASSERT_TRUE(store.build(kind, false, {}).ok());
  ASSERT_TRUE(store.build(other, false, {}).ok());
  ContentHash hash;
  hash.add(made_up_content(kind));
  EXPECT_EQ(store.checksum(kind).value(), hash.value());
  EXPECT_NE(store.checksum(kind).value(), store.checksum(other).value());
  write_file(store.path_of(kind), "HALFTURN and no more");
  EXPECT_EQ(store.checksum(kind).error().kind, ErrorKind::damaged);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RoundTrip,
                         ::testing::Values(Size{0, 8}, Size{1, 4}, Size{3, 1}, Size{4096, 8}, Size{4099, 4},
                                           Size{5003, 8}, Size{777, 32},
                                           // The file is written and read in pieces of 4 MiB: just one, one
                                           // and a byte, several.
                                           Size{4 << 20, 8}, Size{(4 << 20) + 1, 8}, Size{9'000'001, 8}),
                         [](const auto& tested) {
                           return std::to_string(tested.param.entries) + "_of_" +
                                  std::to_string(tested.param.bits) + "_bits";
                         });

TEST(TableStoreBasics, NamesFilesAfterTables) {
  const TableStore store("/some/where");
  EXPECT_EQ(store.directory(), fs::path("/some/where"));
  EXPECT_EQ(store.path_of(made_up_kind("phase9")), fs::path("/some/where/phase9.table"));
}

TEST(TableStoreBasics, StatesHaveNames) {
  EXPECT_EQ(to_string(TableState::missing), "missing");
  EXPECT_EQ(to_string(TableState::ready), "ready");
  EXPECT_EQ(to_string(TableState::outdated), "outdated");
  EXPECT_EQ(to_string(TableState::damaged), "damaged");
  EXPECT_EQ(to_string(TableState::foreign), "foreign");
  EXPECT_EQ(to_string(TableState::unreadable), "unreadable");
}

TEST(TableStoreBasics, TheBuilderGetsZeroedContentAndTheThreadCount) {
  const TemporaryFolder folder;
  TableKind kind = made_up_kind();
  int threads = -1;
  bool zeroed = false;
  kind.build = [&](std::span<std::byte> content, const halfturn::Run& run) -> Result<void> {
    threads = run.threads;
    zeroed = content.size() == 5003;
    for (std::byte byte : content) zeroed = zeroed && byte == std::byte{0};
    return {};
  };
  ASSERT_TRUE(TableStore(folder.path()).build(kind, false, {.threads = 3}).ok());
  EXPECT_EQ(threads, 3);
  EXPECT_TRUE(zeroed);
}

TEST(TableStoreBasics, OpenOrBuildBuildsOnlyWhatIsMissing) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  TableKind kind = made_up_kind();
  int builds = 0;
  kind.build = [&builds, inner = kind.build](std::span<std::byte> content, const halfturn::Run& run) {
    ++builds;
    return inner(content, run);
  };
  for (int i = 0; i < 3; ++i)
    expect_content(store.open_or_build(kind, Residency::mapped, {}), made_up_content(kind));
  EXPECT_EQ(builds, 1);
}

TEST(TableStoreBasics, BuildLeavesAReadyFileAloneUnlessToldToReplaceIt) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  ASSERT_TRUE(store.build(made_up_kind("toy", 5003, 8, 1), false, {}).ok());
  const TableKind other = made_up_kind("toy", 5003, 8, 2);
  expect_content(store.build(other, false, {}), made_up_content(other, 1));
  expect_content(store.build(other, true, {}), made_up_content(other, 2));
  expect_content(store.open(other, Residency::mapped), made_up_content(other, 2));
  EXPECT_EQ(names_in(folder.path()), Names{"toy.table"});
}

TEST(TableStoreBasics, TablesLieSideBySide) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableKind one = made_up_kind("one", 100, 8, 1);
  const TableKind two = made_up_kind("two", 300, 8, 2);
  ASSERT_TRUE(store.build(one, false, {}).ok());
  ASSERT_TRUE(store.build(two, false, {}).ok());
  expect_content(store.open(one, Residency::mapped), made_up_content(one, 1));
  expect_content(store.open(two, Residency::mapped), made_up_content(two, 2));
}

TEST(TableStoreBasics, TheSameTableGivesTheSameFile) {
  const TemporaryFolder folder;
  const TableKind kind = made_up_kind();
  const TableStore one(folder.path() / "one");
  const TableStore two(folder.path() / "two");
  ASSERT_TRUE(one.build(kind, false, {}).ok());
  ASSERT_TRUE(two.build(kind, false, {}).ok());
  EXPECT_EQ(read_file(one.path_of(kind)), read_file(two.path_of(kind)));
}

TEST(TableStoreBasics, AnOpenTableOutlivesStoreAndFile) {
  const TemporaryFolder folder;
  const TableKind kind = made_up_kind();
  TableData copy;
  for (const Residency residency : {Residency::mapped, Residency::resident}) {
    {
      const TableStore store(folder.path());
      const Result<TableData> data = store.open_or_build(kind, residency, {});
      ASSERT_TRUE(data.ok());
      const Result<TableData> again = store.open(kind, residency);
      ASSERT_TRUE(again.ok());
      copy = *again;
      fs::remove(store.path_of(kind));
    }
    EXPECT_TRUE(bytes_of(copy) == made_up_content(kind));
  }
}

TEST(TableStoreBasics, ContentIsAlignedForEntriesOfAnyWidth) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableKind kind = made_up_kind();
  ASSERT_TRUE(store.build(kind, false, {}).ok());
  for (const Residency residency : {Residency::mapped, Residency::resident}) {
    const Result<TableData> data = store.open(kind, residency);
    ASSERT_TRUE(data.ok());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data->bytes().data()) % 4096, 0u);
  }
}

TEST(TableStoreBasics, ProgressNamesTheTableAndGrows) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableKind kind = made_up_kind("toy", 9'000'001);
  const std::thread::id caller = std::this_thread::get_id();
  Names steps;
  double last = 0;
  const halfturn::Run run{.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.task, "toy");
    EXPECT_EQ(std::this_thread::get_id(), caller);
    if (steps.empty() || steps.back() != progress.step) steps.emplace_back(progress.step);
    EXPECT_GE(progress.fraction, steps.back() == "done" ? 1 : last);
    EXPECT_LE(progress.fraction, 1);
    last = progress.fraction;
  }};
  ASSERT_TRUE(store.build(kind, false, run).ok());
  EXPECT_EQ(steps, (Names{"writing", "done"}));
  steps.clear();
  last = 0;
  ASSERT_TRUE(store.verify(kind, run).ok());
  EXPECT_EQ(steps, Names{"checking"});
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace halfturn::testing

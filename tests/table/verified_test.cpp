#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "made_up_table.h"
#include "support/files.h"
#include "table/file_header.h"
#include "table/mapping.h"
#include "table/verified.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::array kWaysToOpen = {Residency::mapped, Residency::resident};

/// A folder with one good table of three blocks in it, which was built here and so is known to be good.
class Verified : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(store_.build(kind_, false, {}).ok());
    good_ = read_file(path_);
    bad_ = good_;
    bad_[kHeaderBytes + kBlockBytes + 5] ^= 1;
  }

  FileIdentity identity() const {
    struct stat info {};
    EXPECT_EQ(::stat(path_.c_str(), &info), 0);
    return identity_of(info);
  }
  bool is_known() const {
    return recall_verified(path_, identity(), *store_.checksum(kind_), block_count(kind_.content_bytes()))
        .has_value();
  }
  void expect_refused() const {
    for (const Residency residency : kWaysToOpen) {
      const Result<TableData> opened = store_.open(kind_, residency);
      ASSERT_FALSE(opened.ok());
      EXPECT_EQ(opened.error().kind, ErrorKind::damaged);
    }
    EXPECT_FALSE(is_known());
  }
  void expect_good() const {
    for (const Residency residency : kWaysToOpen)
      expect_content(store_.open(kind_, residency), made_up_content(kind_));
  }

  const TemporaryFolder folder_;
  const TableStore store_{folder_.path()};
  const TableKind kind_ = made_up_kind("toy", 2 * kBlockBytes + 777);
  const fs::path path_ = store_.path_of(kind_);
  const fs::path record_ = folder_.path() / ".verified" / "toy";
  std::string good_;
  std::string bad_;
};

TEST_F(Verified, ABuiltFileIsKnownAtOnce) {
  EXPECT_TRUE(is_known());
  expect_good();
}

TEST_F(Verified, AnUnknownFileIsReadThroughOnce) {
  for (const Residency residency : kWaysToOpen) {
    fs::remove_all(record_.parent_path());
    EXPECT_FALSE(is_known());
    expect_content(store_.open(kind_, residency), made_up_content(kind_));
    EXPECT_TRUE(is_known());
  }
}

/// The only way to show that a known file is not read: a record that says so of bad content.
TEST_F(Verified, AKnownFileIsNotReadAgainToMapIt) {
  write_file(path_, bad_);
  const Result<std::uint64_t> checksum = store_.checksum(kind_);
  remember_verified(
      path_, {identity(), *checksum, std::vector<std::uint64_t>(block_count(kind_.content_bytes()))}, {});
  EXPECT_TRUE(store_.open(kind_, Residency::mapped).ok());
  EXPECT_FALSE(store_.open(kind_, Residency::resident).ok()) << "what is copied is checked each time";
  EXPECT_FALSE(is_known()) << "and then the record is gone";
  EXPECT_FALSE(store_.open(kind_, Residency::mapped).ok());
}

TEST_F(Verified, ChangedContentIsSeenAlthoughItsTimeIsPutBack) {
  const fs::file_time_type before = fs::last_write_time(path_);
  write_file(path_, bad_);
  fs::last_write_time(path_, before);
  expect_refused();
  write_file(path_, good_);
  expect_good();
}

TEST_F(Verified, ContentThatIsAllTheSame) {
  for (const char byte : {'\0', '\xff'}) {
    write_file(path_, good_.substr(0, kHeaderBytes) + std::string(kind_.content_bytes(), byte));
    expect_refused();
  }
}

TEST_F(Verified, AnotherFileUnderThisNameIsReadThrough) {
  const fs::path other = folder_.path() / "other";
  write_file(other, bad_);
  fs::last_write_time(other, fs::last_write_time(path_));
  fs::rename(other, path_);
  expect_refused();
}

TEST_F(Verified, ACopiedFolderIsReadThrough) {
  const TemporaryFolder elsewhere;
  fs::copy(folder_.path(), elsewhere.path(), fs::copy_options::recursive);
  write_file(elsewhere.path() / "toy.table", bad_);
  EXPECT_FALSE(TableStore(elsewhere.path()).open(kind_, Residency::mapped).ok());
}

TEST_F(Verified, ABadRecordIsNoRecord) {
  const std::string record = read_file(record_);
  for (std::size_t at = 0; at < record.size(); ++at) {
    std::string bytes = record;
    bytes[at] ^= 0x10;
    write_file(record_, bytes);
    EXPECT_FALSE(is_known()) << "byte " << at;
  }
  for (const std::string& bytes : {std::string(), record.substr(0, 30), record + '\0', record + record}) {
    write_file(record_, bytes);
    EXPECT_FALSE(is_known());
  }
  expect_good();
  EXPECT_TRUE(read_file(record_) == record) << "it was written anew";
}

TEST_F(Verified, ARecordThatIsNoOlderThanAChangeSaysNothing) {
  fs::last_write_time(record_, fs::last_write_time(path_) - std::chrono::hours(1));
  EXPECT_FALSE(is_known());
  expect_good();
}

TEST_F(Verified, OddThingsInThePlaceOfARecordDoNoHarm) {
  fs::remove(record_);
  ASSERT_EQ(::mkfifo(record_.c_str(), 0600), 0);
  expect_good();
  fs::remove_all(record_.parent_path());
  fs::create_directories(record_);
  expect_good();
  fs::remove_all(record_.parent_path());
  write_file(record_.parent_path(), "a file where the folder should be");
  expect_good();
  write_file(path_, bad_);
  expect_refused();
}

TEST_F(Verified, VerifyReadsAKnownFileToo) {
  write_file(path_, bad_);
  const Result<std::uint64_t> checksum = store_.checksum(kind_);
  remember_verified(
      path_, {identity(), *checksum, std::vector<std::uint64_t>(block_count(kind_.content_bytes()))}, {});
  EXPECT_FALSE(store_.verify(kind_, {}).ok());
  EXPECT_FALSE(is_known());
}

TEST_F(Verified, AnAddressTellsWhichFileIsMappedThere) {
  const std::byte* address = nullptr;
  {
    const Result<TableData> mapped = store_.open(kind_, Residency::mapped);
    ASSERT_TRUE(mapped.ok());
    address = mapped->bytes().data();
    EXPECT_EQ(mapped_file_at(address), path_.string());
    EXPECT_EQ(mapped_file_at(address + kind_.content_bytes() - 1), path_.string());
    EXPECT_EQ(mapped_file_at(address + kind_.content_bytes()), nullptr);
    EXPECT_EQ(mapped_file_at(&address), nullptr);
  }
  EXPECT_EQ(mapped_file_at(address), nullptr);
}

TEST_F(Verified, ManyMappingsAtOnce) {
  std::vector<TableData> open;
  for (int i = 0; i < 300; ++i) {
    Result<TableData> mapped = store_.open(kind_, Residency::mapped);
    ASSERT_TRUE(mapped.ok());
    open.push_back(*mapped);
  }
  EXPECT_EQ(mapped_file_at(open.front().bytes().data()), path_.string());
}

}  // namespace
}  // namespace halfturn::testing

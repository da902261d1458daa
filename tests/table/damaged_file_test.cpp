#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "halfturn/table_store.h"
#include "made_up_table.h"
#include "support/files.h"
#include "support/sanitized.h"
#include "table/file_header.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// A folder with one good table in it.
class DamagedFile : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(store_.build(kind_, false, {}).ok());
    good_ = read_file(path_);
  }

  /// What every question to the store must answer while the file holds these bytes.
  void expect_unusable(const std::string& bytes, TableState state, const std::string& reason,
                       const std::string& hint) {
    write_file(path_, bytes);
    const std::string message = path_.string() + " cannot be used: " + reason;
    const TableStatus status = store_.status(kind_);
    EXPECT_EQ(to_string(status.state), to_string(state));
    expect_error(status.error, ErrorKind::damaged, message, hint);
    EXPECT_EQ(status.error.table, "toy");
    EXPECT_EQ(status.error.remedy == Remedy::replace_table, state == TableState::foreign);
    expect_error(store_.open(kind_, Residency::mapped), ErrorKind::damaged, message, hint);
    expect_error(store_.open(kind_, Residency::resident), ErrorKind::damaged, message, hint);
    expect_error(store_.verify(kind_, {}), ErrorKind::damaged, message, hint);
    EXPECT_TRUE(read_file(path_) == bytes) << "looking at a file must not change it";
  }

  /// Not used, not overwritten unasked, and replaced when asked.
  void expect_kept_until_told(const std::string& bytes, TableState state, const std::string& reason,
                              const std::string& hint) {
    expect_unusable(bytes, state, reason, hint);
    expect_error(store_.open_or_build(kind_, Residency::mapped, {}), ErrorKind::damaged,
                 path_.string() + " cannot be used: " + reason, hint);
    EXPECT_TRUE(read_file(path_) == bytes);
    EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
    expect_content(store_.build(kind_, true, {}), made_up_content(kind_));
    EXPECT_TRUE(read_file(path_) == good_);
    EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
  }

  void expect_damaged(const std::string& bytes, const std::string& reason) {
    expect_kept_until_told(bytes, TableState::damaged, reason, "build it anew");
  }

  void expect_foreign(const std::string& bytes, const std::string& reason) {
    expect_kept_until_told(bytes, TableState::foreign, reason, "move it away, or replace it");
  }

  /// Not used either, but built anew without asking.
  void expect_outdated(const std::string& bytes) {
    expect_unusable(bytes, TableState::outdated, "it was written by another version of halfturn",
                    "build it anew");
    expect_content(store_.open_or_build(kind_, Residency::mapped, {}), made_up_content(kind_));
    EXPECT_TRUE(read_file(path_) == good_);
    EXPECT_EQ(names_in(folder_.path()), Names{"toy.table"});
  }

  /// The file that another kind of table, or another version of this one, makes.
  std::string file_of(const TableKind& other) {
    const TemporaryFolder elsewhere;
    const TableStore store(elsewhere.path());
    EXPECT_TRUE(store.build(other, false, {}).ok());
    return read_file(store.path_of(other));
  }

  const TemporaryFolder folder_;
  const TableStore store_{folder_.path()};
  const TableKind kind_ = made_up_kind();
  const fs::path path_ = store_.path_of(kind_);
  std::string good_;
};

TEST_F(DamagedFile, Missing) {
  fs::remove(path_);
  const std::string message = "there is no table toy in " + folder_.path().string();
  const std::string hint = "build it";
  const TableStatus status = store_.status(kind_);
  EXPECT_EQ(status.state, TableState::missing);
  expect_error(status.error, ErrorKind::missing, message, hint);
  EXPECT_EQ(status.error.table, "toy");
  EXPECT_EQ(status.error.remedy, Remedy::build_table);
  expect_error(store_.open(kind_, Residency::mapped), ErrorKind::missing, message, hint);
  expect_error(store_.open(kind_, Residency::resident), ErrorKind::missing, message, hint);
  expect_error(store_.verify(kind_, {}), ErrorKind::missing, message, hint);
  EXPECT_EQ(names_in(folder_.path()), Names{});
}

TEST_F(DamagedFile, Empty) {
  expect_damaged("", "it is empty or blank");
}

TEST_F(DamagedFile, Zeros) {
  expect_damaged(std::string(good_.size(), '\0'), "it is empty or blank");
}

TEST_F(DamagedFile, ZerosWhereTheHeaderWas) {
  expect_damaged(std::string(kHeaderBytes, '\0') + good_.substr(kHeaderBytes), "it is empty or blank");
}

TEST_F(DamagedFile, CutInItsHeader) {
  for (const std::size_t length : {std::size_t{8}, std::size_t{50}, std::size_t{88}, kHeaderBytes - 1})
    expect_damaged(good_.substr(0, length), "it ends within its header");
}

TEST_F(DamagedFile, CutAfterItsHeader) {
  expect_damaged(good_.substr(0, kHeaderBytes), "it is cut short");
}

TEST_F(DamagedFile, CutInItsContent) {
  expect_damaged(good_.substr(0, kHeaderBytes + 2000), "it is cut short");
}

TEST_F(DamagedFile, OneByteShort) {
  expect_damaged(good_.substr(0, good_.size() - 1), "it is cut short");
}

TEST_F(DamagedFile, OneByteLong) {
  expect_damaged(good_ + '\0', "it is longer than it should be");
}

TEST_F(DamagedFile, TwiceAsLong) {
  expect_damaged(good_ + good_, "it is longer than it should be");
}

TEST_F(DamagedFile, EveryByteOfTheHeaderCounts) {
  for (std::size_t at = 0; at < kHeaderBytes; at += at < 256 ? 1 : kSanitized ? 31 : 1) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string bytes = good_;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      write_file(path_, bytes);
      const TableState expected = at < 8 ? TableState::foreign : TableState::damaged;
      ASSERT_EQ(to_string(store_.status(kind_).state), to_string(expected)) << "byte " << at;
      ASSERT_FALSE(store_.open(kind_, Residency::mapped).ok()) << "byte " << at;
      ASSERT_FALSE(store_.verify(kind_, {}).ok()) << "byte " << at;
    }
  }
}

TEST_F(DamagedFile, HeaderDoesNotMatchItsChecksum) {
  std::string bytes = good_;
  bytes[20] ^= 1;
  expect_damaged(bytes, "its header does not match its own checksum");
  bytes = good_;
  bytes[kHeaderBytes - 1] = 1;
  expect_damaged(bytes, "its header does not match its own checksum");
}

TEST_F(DamagedFile, EveryBitOfTheContentCounts) {
  const std::string message = path_.string() + " cannot be used: its content does not match its checksum";
  const std::string hint = "build it anew";
  const auto expect_refusal = [&](const auto& result) {
    expect_error(result, ErrorKind::damaged, message, hint);
    EXPECT_EQ(result.error().table, "toy");
    EXPECT_EQ(result.error().remedy, Remedy::build_table);
  };
  for (const std::size_t at : {kHeaderBytes, kHeaderBytes + 2500, good_.size() - 1}) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = good_;
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << bit);
      write_file(path_, bytes);
      EXPECT_EQ(store_.status(kind_).state, TableState::ready);
      expect_refusal(store_.open(kind_, Residency::mapped));
      expect_refusal(store_.open(kind_, Residency::resident));
      expect_refusal(store_.open_or_build(kind_, Residency::mapped, {}));
      expect_refusal(store_.verify(kind_, {}));
      EXPECT_TRUE(read_file(path_) == bytes);
    }
  }
  expect_content(store_.build(kind_, false, {}), made_up_content(kind_));
  EXPECT_TRUE(read_file(path_) == good_) << "built anew, although its header was fine";
  EXPECT_TRUE(store_.verify(kind_, {}).ok());
}

TEST_F(DamagedFile, SomebodyElsesFile) {
  expect_foreign("Dear diary,\ntoday I solved it in twenty moves.\n", "it is not a halfturn table");
  expect_foreign(std::string(good_.size(), 'x'), "it is not a halfturn table");
  expect_foreign("x", "it is not a halfturn table");
  expect_foreign("HALFTUR", "it is not a halfturn table");
}

TEST_F(DamagedFile, AnotherTableUnderThisName) {
  expect_foreign(file_of(made_up_kind("other")), "it holds another table");
  expect_foreign(file_of(made_up_kind("to")), "it holds another table");
  expect_foreign(file_of(made_up_kind("toyota")), "it holds another table");
}

TEST_F(DamagedFile, AnotherVersionOfTheTable) {
  TableKind newer = kind_;
  newer.version = 2;
  expect_outdated(file_of(newer));
  expect_outdated(file_of(made_up_kind("toy", 5004)));
  expect_outdated(file_of(made_up_kind("toy", 5003, 16)));
  // As many bytes, cut into other entries.
  expect_outdated(file_of(made_up_kind("toy", 10'006, 4)));
}

TEST_F(DamagedFile, AnotherVersionOfTheFormat) {
  std::string bytes = good_;
  bytes[8] = 2;  // the format version; bytes 80 to 87 are the checksum of those before
  ContentHash hash;
  hash.add(std::as_bytes(std::span(bytes)).first(80));
  const std::uint64_t checksum = hash.value();
  std::memcpy(bytes.data() + 80, &checksum, sizeof checksum);
  expect_outdated(bytes);
}

}  // namespace
}  // namespace halfturn::testing

#include "base/system_error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

namespace halfturn {
namespace {

TEST(SystemError, SaysWhatWasTriedOnWhatAndWhy) {
  const Error error = system_error("read", "/data/phase1.table", EIO);
  EXPECT_EQ(error.kind, ErrorKind::machine);
  EXPECT_EQ(error.message, "cannot read /data/phase1.table: Input/output error");
  EXPECT_EQ(error.hint, "");
  EXPECT_EQ(error.text(), "cannot read /data/phase1.table: Input/output error");
}

TEST(SystemError, SaysWhatCanBeDone) {
  for (const int number : {EACCES, EPERM, EROFS}) {
    EXPECT_EQ(system_error("write", "x", number).hint, "choose a folder that you may write to");
    EXPECT_EQ(system_error("read", "x", number).hint, "ask its owner to let you, or choose another folder");
  }
  for (const int number : {ENOSPC, EDQUOT, EFBIG})
    EXPECT_EQ(system_error("write", "x", number).hint, "make room, or choose another folder");
  for (const int number : {ENOTDIR, EEXIST})
    EXPECT_EQ(system_error("make the folder", "x", number).hint,
              "a part of this path is a file where a folder is needed");
}

TEST(HumanBytes, HaveTwoOrThreeDigitsAndAUnit) {
  EXPECT_EQ(human_bytes(0), "0 bytes");
  EXPECT_EQ(human_bytes(5), "5 bytes");
  EXPECT_EQ(human_bytes(999), "999 bytes");
  EXPECT_EQ(human_bytes(1'000), "1.0 kB");
  EXPECT_EQ(human_bytes(9'949), "9.9 kB");
  EXPECT_EQ(human_bytes(9'999), "10 kB");
  EXPECT_EQ(human_bytes(12'345), "12 kB");
  EXPECT_EQ(human_bytes(999'499), "999 kB");
  EXPECT_EQ(human_bytes(999'999), "1.0 MB");
  EXPECT_EQ(human_bytes(55'802'880), "56 MB");
  EXPECT_EQ(human_bytes(681'246'720), "681 MB");
  EXPECT_EQ(human_bytes(2'217'093'120), "2.2 GB");
  EXPECT_EQ(human_bytes(3'000'000'000'000), "3.0 TB");
  EXPECT_EQ(human_bytes(12'000'000'000'000'000), "12000 TB");
}

}  // namespace
}  // namespace halfturn

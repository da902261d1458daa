#include "stage/pattern/add_up.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <limits>
#include <numeric>
#include <thread>

#include "support/files.h"

namespace halfturn::stage {
namespace {

constexpr std::size_t kParts = 100;
constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max() / 2;

/// Counts in parts whose sums exceed 64 bits, and may stop before they are all counted.
class Count {
 public:
  explicit Count(std::filesystem::path file, std::uint64_t identity = 1)
      : record_(std::move(file), identity) {}

  std::optional<std::array<PositionCount, kCounts>> run(std::size_t stop_after, int threads = 1) {
    calls_ = 0;
    std::stop_source stop;
    const Run run{.threads = threads, .stop = stop.get_token(), .progress = {}};
    return add_up(kParts, "numbers", record_, run, [&](std::size_t part) {
      if (++calls_ == stop_after) stop.request_stop();
      return AtLeast{kMany, part + 1, part % 2};
    });
  }
  std::size_t calls() const { return calls_; }
  bool is_kept() const { return record_.exists(); }

 private:
  CountRecord record_;
  std::atomic<std::size_t> calls_ = 0;
};

void expect_all(const std::optional<std::array<PositionCount, kCounts>>& counts) {
  ASSERT_TRUE(counts);
  const PositionCount sum = std::accumulate(counts->begin(), counts->end(), PositionCount{0});
  EXPECT_EQ(to_string(sum), to_string(PositionCount{kMany} * kParts));
  EXPECT_EQ(to_string((*counts)[1]), "5000");  // 1 + 2 + .. + 100, less 50
  EXPECT_EQ(to_string((*counts)[2]), "50");
  EXPECT_EQ(to_string((*counts)[3]), "0");
}

TEST(AddUp, GoesOnWhereItStopped) {
  const testing::TemporaryFolder folder;
  Count count(folder.path() / ".counting" / "numbers");
  EXPECT_FALSE(count.run(40));
  EXPECT_TRUE(count.is_kept());
  EXPECT_FALSE(count.run(30));
  EXPECT_EQ(count.calls(), 30);
  expect_all(count.run(0));
  EXPECT_EQ(count.calls(), 30) << "70 were counted before";
  EXPECT_FALSE(count.is_kept()) << "complete";
  expect_all(count.run(0));
  EXPECT_EQ(count.calls(), kParts);
}

TEST(AddUp, GoesOnWithSeveralThreads) {
  const testing::TemporaryFolder folder;
  Count count(folder.path() / "numbers");
  EXPECT_FALSE(count.run(50, 4));
  const std::size_t before = count.calls();
  expect_all(count.run(0, 4));
  EXPECT_EQ(before + count.calls(), kParts);
}

TEST(AddUp, BeginsAnewWhereTheRecordIsOfSomethingElse) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "numbers";
  EXPECT_FALSE(Count(file, 1).run(40));
  Count other(file, 2);
  expect_all(other.run(0));
  EXPECT_EQ(other.calls(), kParts);
}

TEST(AddUp, BeginsAnewWhereTheRecordIsDamaged) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "numbers";
  Count count(file);
  EXPECT_FALSE(count.run(40));
  const std::string sound = testing::read_file(file);
  std::vector<std::string> damaged = {"", sound + "x", sound.substr(1), sound.substr(0, sound.size() - 1)};
  for (std::size_t at = 0; at < sound.size(); at += 7) {
    damaged.push_back(sound);
    damaged.back()[at] ^= 16;
  }
  for (const std::string& bytes : damaged) {
    testing::write_file(file, bytes);
    expect_all(count.run(0));
    EXPECT_EQ(count.calls(), kParts);
  }
}

TEST(AddUp, CountsWhereNothingCanBeKept) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder.path() / "file", "in the way");
  Count count(folder.path() / "file" / "numbers");
  EXPECT_FALSE(count.run(40));
  EXPECT_FALSE(count.is_kept());
  expect_all(count.run(0));
  EXPECT_EQ(count.calls(), kParts);
  EXPECT_EQ(testing::read_file(folder.path() / "file"), "in the way");
}

TEST(AddUp, IsKeptWhileItRuns) {
  const testing::TemporaryFolder folder;
  const CountRecord record(folder.path() / "numbers", 1);
  const auto counts =
      add_up(3, "numbers", record, {.threads = 1, .stop = {}, .progress = {}}, [&](std::size_t part) {
        if (part == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2100));
        EXPECT_EQ(record.exists(), part > 0) << part;
        return AtLeast{1};
      });
  ASSERT_TRUE(counts);
  EXPECT_EQ(to_string(counts->front()), "3");
}

}  // namespace
}  // namespace halfturn::stage

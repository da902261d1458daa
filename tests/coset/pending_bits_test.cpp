#include "coset/pending_bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "coset/sparse_bitmap.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

/// What a region of a bitmap should hold.
class ExpectedRegion {
 public:
  /// Whether the bit was not set before.
  bool set(std::uint32_t bit) {
    std::uint8_t& byte = bytes_[bit / 8];
    const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
    const bool fresh = (byte & mask) == 0;
    byte |= mask;
    return fresh;
  }
  bool has(std::uint32_t bit) const { return (bytes_[bit / 8] >> bit % 8 & 1) != 0; }
  bool is_at(const std::uint8_t* bytes) const {
    return std::ranges::equal(bytes_, std::span(bytes, kRegionBytes));
  }

 private:
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(kRegionBytes);
};

TEST(PendingBits, AreSetOnceEachHoweverManyListsTheyAreIn) {
  constexpr int kThreads = 3;
  SparseBitmap bitmap;
  PendingBits pending;
  ASSERT_TRUE(pending.reserve(kThreads).ok());
  pending.begin(bitmap.bytes());
  const std::array<std::uint16_t, 3> regions = {0, 123, kRegions - 1};
  std::array<ExpectedRegion, 3> expected;
  RandomCubes random(7);
  std::uint64_t fresh = 0;
  // More than a list holds, and some of them often.
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 900'000; ++i) {
      const std::size_t r = random.below(3);
      const auto bit = static_cast<std::uint32_t>(random.below(r == 0 ? 2000 : kRegionBytes * 8));
      fresh += expected[r].set(bit) ? 1u : 0u;
      pending.lists(i % kThreads).add({regions[r], bit});
    }
    EXPECT_EQ(pending.set_all(kThreads), fresh);
    for (std::size_t r = 0; r < 3; ++r)
      ASSERT_TRUE(expected[r].is_at(bitmap.bytes() + regions[r] * kRegionBytes))
          << "round " << round << ", region " << regions[r];
  }
  EXPECT_TRUE(ExpectedRegion().is_at(bitmap.bytes() + kRegionBytes));  // nobody listed any there
  // Another time, all of them are there already.
  pending.begin(bitmap.bytes());
  for (std::uint32_t bit = 0; bit < kRegionBytes * 8; ++bit)
    if (expected[1].has(bit)) pending.lists(0).add({regions[1], bit});
  EXPECT_EQ(pending.set_all(1), 0u);
}

}  // namespace
}  // namespace halfturn

#include "coset/pending_bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <set>

#include "coset/sparse_bitmap.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

/// The bits that are set in a region.
std::set<std::uint32_t> bits_of(SparseBitmap& bitmap, std::size_t region) {
  std::set<std::uint32_t> bits;
  for (std::uint32_t at = 0; at < kRegionBytes; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bitmap.bytes() + region * kRegionBytes + at, sizeof word);
    for (; word != 0; word &= word - 1)
      bits.insert(at * 8 + static_cast<std::uint32_t>(std::countr_zero(word)));
  }
  return bits;
}

TEST(PendingBits, AreSetOnceEachHoweverManyListsTheyAreIn) {
  constexpr int kThreads = 3;
  SparseBitmap bitmap;
  PendingBits pending;
  ASSERT_TRUE(pending.reserve(kThreads).ok());
  pending.begin(bitmap.bytes());
  const std::array<std::uint16_t, 3> regions = {0, 123, kRegions - 1};
  std::array<std::set<std::uint32_t>, 3> expected;
  RandomCubes random(7);
  std::uint64_t fresh = 0;
  // More than a list holds, and some of them often.
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 900'000; ++i) {
      const std::size_t r = random.below(3);
      const auto bit = static_cast<std::uint32_t>(random.below(r == 0 ? 2000 : kRegionBytes * 8));
      fresh += expected[r].insert(bit).second ? 1u : 0u;
      pending.lists(i % kThreads).add({regions[r], bit});
    }
    EXPECT_EQ(pending.set_all(kThreads), fresh);
    for (std::size_t r = 0; r < 3; ++r)
      ASSERT_EQ(bits_of(bitmap, regions[r]), expected[r]) << "round " << round;
  }
  EXPECT_TRUE(bits_of(bitmap, 1).empty());
  // Another time, all of them are there already.
  pending.begin(bitmap.bytes());
  for (std::uint32_t bit : expected[1]) pending.lists(0).add({regions[1], bit});
  EXPECT_EQ(pending.set_all(1), 0u);
}

}  // namespace
}  // namespace halfturn

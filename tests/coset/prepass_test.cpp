#include "coset/prepass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/pages.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

/// On whole bitmaps; in the part of the tests that has the machine to itself.
TEST(PrepassOnBitmaps, WhatIsSaidToBeMissingIsMissing) {
  std::optional<base::PageBuffer> first = base::PageBuffer::allocate(kBitmapBytes);
  std::optional<base::PageBuffer> second = base::PageBuffer::allocate(kBitmapBytes);
  ASSERT_TRUE(first && second) << "this takes 5 GB of memory";
  auto* from = reinterpret_cast<std::uint8_t*>(first->bytes().data());
  auto* to = reinterpret_cast<std::uint8_t*>(second->bytes().data());
  // Nearly full: the neighbourhoods of 300 positions are clear, so that these are missing after a prepass.
  std::fill_n(from, kBitmapBytes, std::uint8_t{0xFF});
  const auto layout = BitmapLayout::make();
  const auto coordinates = Phase2Coordinates::make();
  const auto clear = [&](Phase2Position position) {
    const BitPlace place = layout->place_of(position);
    from[place.byte] &= static_cast<std::uint8_t>(~(1u << place.bit));
  };
  RandomCubes random(6);
  std::vector<BitPlace> expected;
  for (int i = 0; i < 300; ++i) {
    const BitPlace place = {random.below(static_cast<std::uint32_t>(kBitmapBytes)),
                            static_cast<std::uint8_t>(random.below(8))};
    const Phase2Position centre = layout->position_at(place);
    expected.push_back(place);
    clear(centre);
    for (Move move : kPrepassMoves) clear(coordinates->after(centre, move));
  }
  std::ranges::sort(expected, {}, [](BitPlace place) { return place.byte * std::uint64_t{8} + place.bit; });

  for (InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512bw, InstructionSet::avx512}) {
    if (!supported(set)) continue;
    const Prepass prepass(*layout, set);
    const auto missing = prepass.missing_after(from, 1000, {});
    ASSERT_TRUE(missing.has_value());
    EXPECT_EQ(missing->count, expected.size());
    EXPECT_EQ(missing->places, expected);
    const auto counted_only = prepass.missing_after(from, 10, {});
    EXPECT_EQ(counted_only->count, expected.size());
    EXPECT_TRUE(counted_only->places.empty());

    EXPECT_EQ(prepass.run(from, to, {}), kBitmapBytes * 8 - expected.size());
    for (BitPlace place : expected) EXPECT_EQ(to[place.byte] >> place.bit & 1, 0);
  }
}

}  // namespace
}  // namespace halfturn

#include "coset/layout.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "coset/bit_finder.h"
#include "coset/unreached.h"
#include "halfturn/random.h"
#include "kociemba/search/piece_bytes.h"

namespace halfturn {
namespace {

/// A position of H after a random walk.
Cube random_h(RandomCubes& random) {
  Cube cube;
  for (int i = 0; i < 60; ++i) cube.apply(kPrepassMoves[random.below(kHMoveCount)]);
  return cube;
}

std::uint64_t number_of(BitPlace place) {
  return place.byte * std::uint64_t{8} + place.bit;
}

TEST(BitmapLayout, HasABitForEachPosition) {
  EXPECT_EQ(kBitmapBytes * 8, 19'508'428'800u);
}

TEST(BitmapLayout, PositionAndPlaceDetermineEachOther) {
  const auto layout = BitmapLayout::make();
  const auto coordinates = Phase2Coordinates::make();
  RandomCubes random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = random_h(random);
    const Phase2Position position = *coordinates->position_of(cube);
    const BitPlace place = layout->place_of(position);
    ASSERT_LT(place.byte, kBitmapBytes);
    ASSERT_EQ(layout->position_at(place), position);
    ASSERT_EQ(cube_of(position), cube);
  }
}

TEST(BitmapLayout, EveryPlaceOfAChunkHasAPositionOfItsOwn) {
  const auto layout = BitmapLayout::make();
  for (const std::size_t first :
       {std::size_t{0}, 7777 * kPageBytes + 33 * kChunkBytes, kBitmapBytes - kChunkBytes}) {
    for (std::size_t i = 0; i < kChunkBytes; ++i)
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        const BitPlace place = {static_cast<std::uint32_t>(first + i), bit};
        const Phase2Position position = layout->position_at(place);
        ASSERT_EQ(layout->place_of(position), place);
        cube_of(position);  // throws where the parities do not agree
      }
  }
}

TEST(BitmapLayout, PagesOfAFamilyAreTurnsOfUAndD) {
  const auto layout = BitmapLayout::make();
  for (std::size_t page = 0; page < kPages; ++page)
    for (std::size_t m = 0; m < kTurnMoves; ++m)
      ASSERT_EQ(layout->page_after(page, m) / kFamilyPages, page / kFamilyPages);
}

TEST(PositionOfH, IsSolvedByWhatLeadsToH) {
  // Any walk into H from a position of the coset solves the position that its end stands for.
  RandomCubes random(5);
  for (int i = 0; i < 1000; ++i) {
    const Cube h = random_h(random);
    const Cube representative = random.next();
    const Cube sequence = representative.inverse() * h;
    const Cube position = position_of_h(representative, h);
    ASSERT_TRUE((position * sequence).is_solved());
  }
}

TEST(BitFinder, FindsTheBitsOfTheLayout) {
  const auto layout = BitmapLayout::make();
  const auto coordinates = Phase2Coordinates::make();
  const auto finder = std::make_unique<const BitFinder>(*layout);
  RandomCubes random(2);
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = random_h(random);
    const PieceBytes pieces = PieceBytes::of(cube);
    const RegionBit found = finder->bit_of(PortableBytes::key_of_eight(pieces, PieceBytes::kCorners),
                                           PortableBytes::key_of_eight(pieces, PieceBytes::kEdges),
                                           PortableBytes::slice_key(pieces));
    ASSERT_EQ(found.region * std::uint64_t{kRegionBytes} * 8 + found.bit,
              number_of(layout->place_of(*coordinates->position_of(cube))));
  }
}

}  // namespace
}  // namespace halfturn

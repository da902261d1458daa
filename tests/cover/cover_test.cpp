#include <gtest/gtest.h>

#include <algorithm>

#include "cover/text.h"
#include "halfturn/cover.h"
#include "halfturn/random.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

class CoverTest : public testing::TestWithParam<CoverKind> {
 protected:
  std::unique_ptr<const Phase1Coordinates> coordinates_ = Phase1Coordinates::make();
  Cover cover_ = Cover::make(GetParam(), *coordinates_);
};

TEST_P(CoverTest, NumbersAndCosetsAreEachOthersInverse) {
  RandomCubes random(2);
  std::vector<std::uint64_t> indices = {0, 1, cover_.size() / 2, cover_.size() - 2, cover_.size() - 1};
  for (int i = 0; i < 20'000; ++i) indices.push_back(random.below(static_cast<std::uint32_t>(cover_.size())));
  for (const std::uint64_t index : indices) {
    const Phase1Coset coset = cover_.coset(index).value();
    ASSERT_EQ(cover_.index_of(coset), index);
    for (int s = 0; s < kUdSymmetryCount; ++s)
      ASSERT_EQ(cover_.index_of(coordinates_->seen_through(coset, Symmetry::from_index(s))), index);
  }
}

TEST_P(CoverTest, NumbersGoUpByClassThenByTwist) {
  RandomCubes random(3);
  const auto place = [this](const Phase1Coset& coset) {
    return std::pair(cover_.classes().class_of(coset.flip, coset.slice).class_index, coset.twist);
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t index = random.below(static_cast<std::uint32_t>(cover_.size() - 1));
    ASSERT_LT(place(*cover_.coset(index)), place(*cover_.coset(index + 1)));
  }
}

TEST_P(CoverTest, NumbersBeyondTheLastHaveNoCoset) {
  EXPECT_EQ(cover_size(GetParam()), cover_.size());
  EXPECT_TRUE(cover_.coset(cover_.size() - 1).has_value());
  for (const std::uint64_t index : {cover_.size(), cover_.size() + 1, ~std::uint64_t{0}})
    EXPECT_EQ(cover_.coset(index), std::nullopt) << index;
}

TEST_P(CoverTest, CosetsOutsideHaveNoNumber) {
  RandomCubes random(4);
  for (int i = 0; i < 20'000; ++i) {
    const Phase1Coset coset = coordinates_->coset_of(random.next());
    const int index = cover_.classes().class_of(coset.flip, coset.slice).class_index;
    ASSERT_EQ(cover_.index_of(coset).has_value(), cover_.has_class(index));
  }
}

TEST_P(CoverTest, EveryRandomPositionIsCovered) {
  RandomCubes random(5);
  const auto covered = [this](const Cube& cube) {
    return std::ranges::any_of(std::array{0, 1, 2}, [&](int axis) {
      return cover_.index_of(coordinates_->coset_of(cube.seen_through(axis_to_ud(axis)))).has_value();
    });
  };
  for (int i = 0; i < 50'000; ++i) {
    const Cube cube = random.next();
    ASSERT_TRUE(covered(cube) || (GetParam() == CoverKind::with_inverses && covered(cube.inverse())));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CoverTest,
                         testing::Values(CoverKind::all, CoverKind::plain, CoverKind::with_inverses));

/// How many of the 16 symmetries' images of the coset differ.
std::uint64_t orbit_size(const Phase1Coordinates& coordinates, Phase1Coset coset) {
  std::uint64_t unchanged = 0;
  for (int s = 0; s < kUdSymmetryCount; ++s)
    unchanged += coordinates.seen_through(coset, Symmetry::from_index(s)) == coset ? 1u : 0u;
  return kUdSymmetryCount / unchanged;
}

TEST(Cover, OrbitSizesOfAFewClassesSumUpToAllTheirCosets) {
  const auto coordinates = Phase1Coordinates::make();
  std::vector<bool> chosen(kEdgeClassCount);
  for (const std::size_t c : {0u, 1u, 100u, 40'000u, 64'429u}) chosen[c] = true;
  const Cover cover = Cover::of(chosen, *coordinates);
  EXPECT_EQ(cover.class_count(), 5);
  std::uint64_t cosets = 0;
  for (std::uint64_t i = 0; i < cover.size(); ++i) cosets += orbit_size(*coordinates, *cover.coset(i));
  std::uint64_t expected = 0;
  for (int c = 0; c < kEdgeClassCount; ++c)
    if (cover.has_class(c))
      expected += std::uint64_t{kTwistCount} * kUdSymmetryCount /
                  static_cast<unsigned>(std::popcount(cover.classes().stabilizer(c)));
  EXPECT_EQ(cosets, expected);
}

TEST(Cover, AllHasEveryCosetOnce) {
  const auto coordinates = Phase1Coordinates::make();
  const Cover cover = Cover::make(CoverKind::all, *coordinates);
  EXPECT_EQ(cover.size(), 138'639'780u);
  EXPECT_EQ(cover.class_count(), kEdgeClassCount);
}

TEST(CoverText, WhatComesWithTheLibraryIsWhatItSays) {
  const auto coordinates = Phase1Coordinates::make();
  for (const CoverKind kind : {CoverKind::plain, CoverKind::with_inverses}) {
    const Result<CoverText> text = parse_cover(embedded_cover(kind));
    ASSERT_TRUE(text) << text.error().text();
    const Cover cover = Cover::make(kind, *coordinates);
    EXPECT_EQ(text->kind, kind);
    EXPECT_EQ(text->cost, cover.size());
    EXPECT_EQ(text->class_count, cover.class_count());
    EXPECT_EQ(format_cover(*text), embedded_cover(kind));
  }
}

TEST(CoverText, DamageIsNamed) {
  const std::string sound(embedded_cover(CoverKind::plain));
  std::string bad_digit = sound;
  bad_digit[sound.size() - 2] = 'x';
  EXPECT_NE(parse_cover(bad_digit).error().text().find("'x'"), std::string::npos);
  EXPECT_FALSE(parse_cover(sound.substr(0, sound.size() - 2)));
  EXPECT_FALSE(parse_cover(sound + "0"));
  EXPECT_FALSE(parse_cover("# kind: other\n"));
  EXPECT_FALSE(parse_cover("# cost: many\n"));
  EXPECT_FALSE(parse_cover(""));
  std::string other_count = sound;
  other_count[sound.size() - 2] = other_count[sound.size() - 2] == '0' ? '8' : '0';
  EXPECT_FALSE(parse_cover(other_count));
}

TEST(CosetSequenceWithTable, MakesAPositionInTheCoset) {
  const Result<Phase1Table> table = Phase1Table::open(test_tables(), Residency::mapped, {});
  ASSERT_TRUE(table) << table.error().text();
  RandomCubes random(6);
  for (int i = 0; i < 1000; ++i) {
    const Phase1Coset coset = table->coordinates().coset_of(random.next());
    const Moves sequence = coset_sequence(*table, coset);
    ASSERT_EQ(table->coordinates().coset_of(Cube().after(sequence)), coset);
    ASSERT_EQ(sequence.size(), static_cast<std::size_t>(table->distance(coset)));
  }
}

}  // namespace
}  // namespace halfturn

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "halfturn/cover.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

class EdgeClassesTest : public testing::Test {
 protected:
  std::unique_ptr<const Phase1Coordinates> coordinates_ = Phase1Coordinates::make();
  std::unique_ptr<const EdgeClasses> classes_ = EdgeClasses::make(*coordinates_);
};

TEST_F(EdgeClassesTest, CountsAreTheKnownOnes) {
  std::uint64_t pairs = 0;
  std::uint64_t cosets = 0;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    pairs += static_cast<std::uint64_t>(kUdSymmetryCount / std::popcount(classes_->stabilizer(c)));
    cosets += classes_->coset_count(c);
  }
  EXPECT_EQ(pairs, std::uint64_t{kFlipCount} * kSliceCount);
  EXPECT_EQ(cosets, 138'639'780u);
}

TEST_F(EdgeClassesTest, EveryPairIsTakenToTheRepresentativeOfItsClass) {
  int next = 0;  // classes are numbered in the order of their first pairs
  for (std::uint16_t slice = 0; slice < kSliceCount; ++slice) {
    for (std::uint16_t flip = 0; flip < kFlipCount; ++flip) {
      const auto [index, symmetry] = classes_->class_of(flip, slice);
      ASSERT_LE(index, next);
      const Phase1Coset representative = classes_->representative(index);
      if (index == next) {
        ASSERT_EQ(representative, (Phase1Coset{0, flip, slice}));
        ++next;
      }
      ASSERT_EQ(coordinates_->seen_through({0, flip, slice}, Symmetry::from_index(symmetry)), representative);
    }
  }
  EXPECT_EQ(next, kEdgeClassCount);
}

TEST_F(EdgeClassesTest, StabilizersAreWhatLeavesTheRepresentativeAlone) {
  for (int c = 0; c < kEdgeClassCount; ++c)
    for (int s = 0; s < kUdSymmetryCount; ++s)
      ASSERT_EQ((classes_->stabilizer(c) >> s & 1) != 0,
                coordinates_->seen_through(classes_->representative(c), Symmetry::from_index(s)) ==
                    classes_->representative(c));
}

TEST_F(EdgeClassesTest, TwistOrbitsJoinExactlyWhatTheStabilizerJoins) {
  std::set<std::uint16_t> seen;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    if (!seen.insert(classes_->stabilizer(c)).second) continue;
    const TwistOrbits& orbits = classes_->twists(c);
    for (std::uint16_t twist = 0; twist < kTwistCount; ++twist) {
      std::set<std::uint16_t> images;
      for (int s = 0; s < kUdSymmetryCount; ++s)
        if ((classes_->stabilizer(c) >> s & 1) != 0)
          images.insert(coordinates_->seen_through(Phase1Coset{twist, 0, 0}, Symmetry::from_index(s)).twist);
      ASSERT_EQ(orbits.smallest[orbits.orbit_of[twist]], *images.begin());
    }
    ASSERT_TRUE(std::ranges::is_sorted(orbits.smallest));
  }
}

TEST_F(EdgeClassesTest, TheClassOfAPositionIsTheSameThroughAllSymmetriesOfItsAxis) {
  RandomCubes random(1);
  for (int i = 0; i < 1000; ++i) {
    const Cube cube = random.next();
    const Phase1Coset coset = coordinates_->coset_of(cube);
    for (int s = 0; s < kUdSymmetryCount; ++s) {
      const Phase1Coset seen = coordinates_->coset_of(cube.seen_through(Symmetry::from_index(s)));
      ASSERT_EQ(classes_->class_of(seen.flip, seen.slice).class_index,
                classes_->class_of(coset.flip, coset.slice).class_index);
    }
  }
}

}  // namespace
}  // namespace halfturn

#include "optimal/coset_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "halfturn/instruction_set.h"
#include "halfturn/random.h"
#include "optimal/canonical_entry.h"
#include "optimal/coset_reader_twins.h"
#include "optimal/row_map.h"
#include "optimal/slow_cosets.h"

namespace halfturn::optimal {
namespace {

/// With the tetrads of corners alone, and with their order.
class CosetSpaceTest : public testing::TestWithParam<CornerDetail> {
 protected:
  static void SetUpTestSuite() {
    for (CornerDetail detail : {CornerDetail::tetrad, CornerDetail::order})
      spaces_.push_back(CosetSpace::make(detail));
  }
  static void TearDownTestSuite() { spaces_.clear(); }

  std::uint64_t canonical(const Cube& cube) const {
    return canonical_entry(*space_, space_->index_of(cube).entry());
  }
  static slow_cosets::Corners slow_corners() {
    return GetParam() == CornerDetail::tetrad ? slow_cosets::Corners::tetrads : slow_cosets::Corners::all;
  }

  static std::vector<std::unique_ptr<const CosetSpace>> spaces_;
  const CosetSpace* space_ = spaces_[GetParam() == CornerDetail::tetrad ? 0 : 1].get();
};

std::vector<std::unique_ptr<const CosetSpace>> CosetSpaceTest::spaces_;

INSTANTIATE_TEST_SUITE_P(Corners, CosetSpaceTest, testing::Values(CornerDetail::tetrad, CornerDetail::order),
                         [](const auto& tested) {
                           return tested.param == CornerDetail::tetrad ? "tetrad" : "order";
                         });

TEST_P(CosetSpaceTest, ClassesOfCornersAndTheirStabilizers) {
  // Every way to label the corners belongs to one class, whose size is the number of frames, divided by those
  // that keep it.
  std::size_t labellings = 0;
  const std::size_t all = kTetradSplits * kTwists * (GetParam() == CornerDetail::order ? kCornerOrders : 1);
  ASSERT_EQ(space_->rows(), corner_label_classes(GetParam()));
  for (std::size_t row = 0; row < space_->rows(); ++row) {
    const std::vector<std::uint16_t>& stabilizer = space_->stabilizer(row);
    ASSERT_FALSE(stabilizer.empty());
    EXPECT_EQ(stabilizer[0], 0);
    EXPECT_EQ(space_->class_and_frame(space_->representative(row)) % (1U << CosetSpace::kFrameShift), row);
    for (std::uint16_t frame : stabilizer)
      EXPECT_EQ(space_->through(space_->representative(row), frame), space_->representative(row));
    EXPECT_EQ(kFrames % stabilizer.size(), 0U);
    labellings += kFrames / stabilizer.size();
  }
  EXPECT_EQ(labellings, all);
  EXPECT_EQ(space_->kernel_tables().class_and_frame.size(), all);
  for (std::uint32_t entry : space_->kernel_tables().class_and_frame)
    ASSERT_LT(entry % (1U << CosetSpace::kFrameShift), space_->rows());
}

TEST_P(CosetSpaceTest, LabelsAndNumbersOfEdgesAreInverse) {
  std::set<std::array<Places, 3>> arrangements;
  for (std::uint32_t a = 0; a < kEdgeArrangements; ++a) {
    ASSERT_TRUE(arrangements.insert(space_->labels_of(a, 0).slice).second);
    // All flips of some arrangements, some of all.
    for (std::uint32_t flip = a % 97; flip < kFlipClasses; flip += a % 500 == 0 ? 1 : 73) {
      const EdgeLabels labels = space_->labels_of(a, flip);
      ASSERT_EQ(labels.slice[0] | labels.slice[1] | labels.slice[2], kAllPlaces);
      ASSERT_EQ(space_->arrangement_of(labels), a);
      ASSERT_EQ(space_->flip_of(labels), flip);
      ASSERT_EQ(std::popcount(labels.flipped) % 2, 0);
      for (std::size_t s = 0; s < 3; ++s) {
        // Two whole slices flipped are the same to the group.
        EdgeLabels flipped = labels;
        flipped.flipped ^= static_cast<Places>(kAllPlaces ^ labels.slice[s]);
        ASSERT_EQ(space_->flip_of(flipped), flip);
      }
    }
  }
}

TEST_P(CosetSpaceTest, WhatTheGroupDoesBeforeChangesNoCoset) {
  RandomCubes random(1);
  for (int i = 0; i < 300; ++i) {
    const Cube cube = random.next();
    const std::uint64_t entry = canonical(cube);
    for (const Cube& generator : slow_cosets::generators()) ASSERT_EQ(canonical(generator * cube), entry);
    for (int axis = 0; axis < 3; ++axis) {
      std::set<std::uint64_t> turned;
      for (Face face : {static_cast<Face>(axis), opposite(static_cast<Face>(axis))})
        for (int quarters : {1, 3}) turned.insert(canonical(Cube::of({face, quarters}) * cube));
      ASSERT_EQ(turned.size(), 1U);
    }
  }
}

TEST_P(CosetSpaceTest, AllSymmetriesLeadToTheSameCanonicalIndex) {
  RandomCubes random(2);
  for (int i = 0; i < 300; ++i) {
    const Cube cube = random.next();
    for (int s = 0; s < kSymmetryCount; ++s)
      ASSERT_EQ(canonical(cube.seen_through(Symmetry::from_index(s))), canonical(cube));
  }
}

/// Near solved the classes are few and have many symmetries; each must have a number of its own.
TEST_P(CosetSpaceTest, ClassesNearSolvedHaveEachItsOwnNumber) {
  const slow_cosets::SlowCosets slow(slow_corners());
  const bool tetrads = GetParam() == CornerDetail::tetrad;
  std::set<std::uint64_t> seen;
  RandomCubes random(3);
  for (const std::vector<Cube>& level : slow.levels(6, Metric::half, false)) {
    for (const Cube& cube : level) {
      const std::uint64_t entry = canonical(cube);
      ASSERT_TRUE(seen.insert(entry).second);
      Cube before;
      for (int k = 0; k < 20; ++k) before = before * slow_cosets::generators()[random.below(9)];
      const Symmetry symmetry = Symmetry::from_index(static_cast<int>(random.below(kSymmetryCount)));
      ASSERT_EQ(canonical((before * cube).seen_through(symmetry)), entry);
    }
  }
  // Up to four moves, the order of corners tells no more cosets apart.
  EXPECT_EQ(seen.size(), 1U + 1 + 2 + 14 + 128 + (tetrads ? 1499 + 18590 : 1502 + 18662));
}

/// Random cubes of different cosets have different numbers.
TEST_P(CosetSpaceTest, DifferentCosetsHaveDifferentNumbers) {
  const slow_cosets::SlowCosets slow(slow_corners());
  RandomCubes random(4);
  for (int i = 0; i < 200; ++i) {
    // A few moves of the last steps often lead to the same coset again.
    const Cube cube = random.next();
    std::map<slow_cosets::Labels, std::uint64_t> by_labels;
    std::set<std::uint64_t> entries;
    for (Move move : kAllMoves) {
      const Cube moved = cube.after(move);
      const auto [at, fresh] = by_labels.emplace(slow.canonical(moved), canonical(moved));
      ASSERT_EQ(at->second, canonical(moved));
      ASSERT_EQ(entries.insert(canonical(moved)).second, fresh);
    }
  }
}

TEST_P(CosetSpaceTest, BothReadersFindTheSameIndex) {
  RandomCubes random(5);
  for (int i = 0; i < 20000; ++i) {
    // Some of few moves, where classes have many symmetries.
    Cube cube = i % 2 == 0 ? random.next() : Cube();
    for (std::uint32_t k = random.below(8); k-- > 0;)
      cube.apply(Move::from_index(static_cast<int>(random.below(kMoveCount))));
    for (Before before : {Before::nothing, Before::u, Before::r, Before::f}) {
      constexpr std::array<Move, 3> kTurns = {Move{Face::U, 1}, Move{Face::R, 1}, Move{Face::F, 1}};
      const Cube turned =
          before == Before::nothing ? cube : Cube::of(kTurns[static_cast<std::size_t>(before) - 1]) * cube;
      const CosetIndex expected = space_->index_of(turned);
      ASSERT_EQ(read_coset_portable(space_->kernel_tables(), PlacedPieces::of(cube), before), expected);
      if (supported(InstructionSet::avx2)) {
        ASSERT_EQ(read_coset_avx2(space_->kernel_tables(), PlacedPieces::of(cube), before), expected);
      }
    }
  }
}

TEST_P(CosetSpaceTest, BothProductsAreThoseOfCubes) {
  RandomCubes random(6);
  for (int i = 0; i < 2000; ++i) {
    const Cube first = random.next();
    const Cube then = random.next();
    const PlacedPieces expected = PlacedPieces::of(first * then);
    ASSERT_EQ(PortablePieces::product(PlacedPieces::of(first), PlacedPieces::of(then)), expected);
    if (supported(InstructionSet::avx2)) {
      ASSERT_EQ(product_avx2(PlacedPieces::of(first), PlacedPieces::of(then)), expected);
    }
  }
}

/// A row map takes the labels of a coset with representative corners to those after the move.
TEST_P(CosetSpaceTest, RowMapsDoWhatMovesDo) {
  const RowMaps maps(*space_);
  RandomCubes random(7);
  for (int i = 0; i < 3000; ++i) {
    const Cube cube = random.next();
    const std::uint32_t corners = space_->class_and_frame(space_->corner_labels(cube));
    const std::size_t row = corners % (1U << CosetSpace::kFrameShift);
    // As the coset looks through the frame that takes its corners to the representative.
    const EdgeLabels labels =
        space_->through(CosetSpace::edge_labels(cube), corners >> CosetSpace::kFrameShift);
    std::set<std::uint64_t> by_maps;
    std::set<std::uint64_t> by_moves;
    for (Move move : kAllMoves) {
      const RowMap& map = maps.map(row, move);
      ASSERT_EQ(map.changes_parity, move.quarters() != 2);
      const std::uint32_t arrangement = maps.arrangement_of_ternary(
          map.constant + map.first(labels.slice[1]) + map.second(labels.slice[2]));
      const FlipNumbers& numbers = maps.numbers(arrangement);
      unsigned flip = map.flips_odd_slices ? numbers.whole_slice : 0;
      for (std::size_t p = 0; p < kEdgeCount; ++p) {
        bool flipped = (labels.flipped >> map.source[p] & 1) != 0;
        for (std::size_t f = 0; f < map.flipping_count; ++f)
          flipped = flipped != (map.flipping[f] == map.source[p]);
        if (flipped) flip ^= numbers.single[p];
      }
      by_maps.insert(
          canonical_entry(*space_, (map.row * kEdgeArrangements + arrangement) * kFlipClasses + flip));
      by_moves.insert(canonical(cube.after(move)));
    }
    // The frame renames the moves, so that only the neighbours together are the same.
    ASSERT_EQ(by_maps, by_moves);
  }
}

}  // namespace
}  // namespace halfturn::optimal

#include "stage/pattern/any_slot.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "stage/pattern/exact_table.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/patterns.h"
#include "stage/pattern/view_frame.h"
#include "support/test_store.h"

namespace halfturn::stage {
namespace {

/// All ways to put the four slot edges and the four bottom corners beside a cross, one after the other. Slow,
/// and shares nothing with the counter but the table of one slot.
class SlowSlots {
 public:
  SlowSlots(const PatternSpace& space, std::span<const std::byte> content, const PieceState& cross) {
    for (std::size_t i = 4; i < 8; ++i) taken_ |= 1u << cross.place(i);
    for (std::size_t slot = 0; slot < kSlotCount; ++slot)
      for (std::size_t edge = 0; edge < 24; ++edge)
        for (std::size_t corner = 0; corner < 24; ++corner) {
          if ((taken_ >> edge / 2 & 1) != 0) continue;
          PieceState state = cross;
          state.byte[8 + slot] = PieceState::pack(static_cast<int>(edge / 2), static_cast<int>(edge % 2));
          state.byte[20 + slot] =
              PieceState::pack(static_cast<int>(corner / 3), static_cast<int>(corner % 3));
          // Quarter by quarter until the slot is the first one.
          for (std::size_t turn = slot; turn % 4 != 0; ++turn)
            state = PortableOps::seen(state, symmetry_from_first_slot(1));
          const std::size_t entry = space.entry_of(state);
          distance_[slot][edge][corner] =
              static_cast<std::size_t>(content[entry / 2]) >> (4 * (entry % 2)) & 15;
        }
  }

  std::uint64_t at_least(std::size_t least) {
    std::uint64_t sum = 0;
    place_edge(0, least, sum);
    return sum;
  }

 private:
  void place_edge(std::size_t slot, std::size_t least, std::uint64_t& sum) {
    if (slot == kSlotCount) {
      sum += corners(0, 0);
      return;
    }
    for (std::size_t edge = 0; edge < 24; ++edge) {
      if ((taken_ >> edge / 2 & 1) != 0) continue;
      taken_ ^= 1u << edge / 2;
      far_[slot] = {};
      for (std::size_t corner = 0; corner < 24; ++corner)
        far_[slot][corner / 3] += distance_[slot][edge][corner] >= least ? 1u : 0u;
      place_edge(slot + 1, least, sum);
      taken_ ^= 1u << edge / 2;
    }
  }
  /// The ways to place the corners of this slot and those after it.
  std::uint64_t corners(std::size_t slot, unsigned taken) const {
    if (slot == kSlotCount) return 1;
    std::uint64_t ways = 0;
    for (std::size_t place = 0; place < 8; ++place)
      if ((taken >> place & 1) == 0 && far_[slot][place] != 0)
        ways += far_[slot][place] * corners(slot + 1, taken | 1u << place);
    return ways;
  }

  unsigned taken_ = 0;
  std::array<std::array<std::array<std::size_t, 24>, 24>, kSlotCount> distance_{};
  std::array<std::array<std::uint64_t, 8>, kSlotCount> far_{};
};

class AnySlotWithTables : public ::testing::Test {
 protected:
  AnySlotWithTables()
      : space_(*pattern_of(goals_of(*stage_of_name("xcross")).front().goal)),
        data_(*halfturn::test_tables().open_or_build(kind_of(space_.pattern()), Residency::mapped, {})),
        counter_(space_, data_.bytes()) {}

  PatternSpace space_;
  TableData data_;
  AnySlotCounter counter_;
};

TEST_F(AnySlotWithTables, IsWhatOneByOneCounts) {
  const auto& starts = counter_.starts();
  const PieceState cross = starts[starts.size() / 3].cross;
  const AtLeast at_least = counter_.at_least(cross);
  SlowSlots slow(space_, data_.bytes(), cross);
  for (const std::size_t d : {1u, 6u, 7u, 8u, 9u}) EXPECT_EQ(at_least[d], slow.at_least(d)) << d;
  EXPECT_EQ(at_least[0], kFourSlotsBesideCross);
}

TEST_F(AnySlotWithTables, WhatIsAlikeCountsAlike) {
  std::uint64_t crosses = 0;
  for (const AnySlotCounter::Start& start : counter_.starts()) crosses += start.alike;
  EXPECT_EQ(crosses, 190'080u);
  const PieceState cross = counter_.starts()[2'000].cross;
  for (std::size_t n = 4; n < kBottomSymmetryCount; n += 4)
    EXPECT_EQ(counter_.at_least(PortableOps::seen(cross, kBottomSymmetries[n])), counter_.at_least(cross));
}

}  // namespace
}  // namespace halfturn::stage

#include "stage/pattern/best_of_crosses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "stage/pattern/patterns.h"
#include "support/test_store.h"

namespace halfturn::stage {
namespace {

/// All positions of the other eight edges beside a position of the first cross, one by one, each cross looked
/// up by itself. Slow, and shares nothing with the counter but the table of a cross.
class SlowCount {
 public:
  SlowCount(const PatternSpace& space, std::span<const std::byte> content, ViewSet views) {
    for (const View view : views) {
      std::array<std::size_t, 4> edges{};
      std::size_t n = 0;
      for (std::size_t e = 0; e < kEdgeCount; ++e)
        if ((cross_edges_of(view) >> e & 1) != 0) edges[n++] = e;
      tables_.emplace_back(crosses_of(space, content, view, ~0u), edges);
    }
  }

  std::vector<std::uint64_t> counts(const PieceState& cross, PieceMask edges_of_cross) const {
    std::vector<std::uint64_t> counts(kCounts);
    std::vector<std::size_t> others;
    std::vector<int> places;
    int odd = 0;
    unsigned taken = 0;
    for (std::size_t e = 0; e < kEdgeCount; ++e) {
      if ((edges_of_cross >> e & 1) == 0) {
        others.push_back(e);
        continue;
      }
      odd ^= cross.turn(e);
      taken |= 1u << cross.place(e);
    }
    for (int p = 0; p < kEdgeCount; ++p)
      if ((taken >> p & 1) == 0) places.push_back(p);
    PieceState state = cross;
    do {
      for (int flips = 0; flips < 128; ++flips) {
        int left = odd;
        for (std::size_t i = 0; i < 7; ++i) {
          state.byte[others[i]] = PieceState::pack(places[i], flips >> i & 1);
          left ^= flips >> i & 1;
        }
        state.byte[others[7]] = PieceState::pack(places[7], left);
        std::uint8_t least = CrossTable::kNotAsked;
        for (const CrossTable& table : tables_) least = std::min(least, table.at(table.codes(state)));
        ++counts[least];
      }
    } while (std::ranges::next_permutation(places).found);
    return counts;
  }

 private:
  std::vector<CrossTable> tables_;
};

class BestOfCrossesWithTables : public ::testing::Test {
 protected:
  explicit BestOfCrossesWithTables(const char* stage = "cross")
      : space_(*pattern_of(goals_of(*stage_of_name(stage)).front().goal)),
        data_(*halfturn::test_tables().open_or_build(kind_of(space_.pattern()), Residency::mapped, {})) {}

  /// Counts beside some starts as the counter does, and slowly.
  void compare(ViewSet views, View first, std::size_t stride) {
    const CrossCounter counter(space_, data_.bytes(), views);
    const SlowCount slow(space_, data_.bytes(), views);
    std::uint64_t crosses = 0;
    for (const CrossCounter::Start& start : counter.starts()) crosses += start.alike;
    EXPECT_EQ(crosses, 190'080u) << "each position of the first cross is like one of those that are counted";
    for (std::size_t i = 1; i < counter.starts().size(); i += stride) {
      AtLeast at_least{};
      counter.add(counter.starts()[i], at_least);
      std::vector<std::uint64_t> counts(kCounts);
      for (std::size_t d = 0; d < kCounts; ++d)
        counts[d] = at_least[d] - (d + 1 < kCounts ? at_least[d + 1] : 0);
      EXPECT_EQ(counts, slow.counts(counter.starts()[i].state, cross_edges_of(first)));
    }
  }

  PatternSpace space_;
  TableData data_;
};
class BestOfPseudoCrossesWithTables : public BestOfCrossesWithTables {
 protected:
  BestOfPseudoCrossesWithTables() : BestOfCrossesWithTables("pseudo_cross") {}
};

TEST_F(BestOfCrossesWithTables, OfSixIsWhatOneByOneCounts) {
  compare(ViewSet::all(), View::D, 9'973);
}

TEST_F(BestOfCrossesWithTables, OfFourAndOfThreeNeighbours) {
  compare({View::U, View::D, View::F, View::B}, View::D, 30'011);
  compare({View::U, View::F, View::R}, View::U, 60'013);
}

TEST_F(BestOfPseudoCrossesWithTables, OfSixIsWhatOneByOneCounts) {
  compare(ViewSet::all(), View::D, 19'973);
}

TEST_F(BestOfCrossesWithTables, WhatIsAlikeCountsAlike) {
  const CrossCounter counter(space_, data_.bytes(), ViewSet::all());
  const SlowCount slow(space_, data_.bytes(), ViewSet::all());
  const CrossCounter::Start& start = counter.starts()[2'000];
  ASSERT_EQ(start.alike, 8u);
  const std::vector<std::uint64_t> counts = slow.counts(start.state, cross_edges_of(View::D));
  for (const std::size_t n : {1u, 2u, 5u}) {
    const PieceState image = PortableOps::seen(start.state, kBottomSymmetries[4 * n]);
    EXPECT_EQ(slow.counts(image, cross_edges_of(View::D)), counts);
  }
}

}  // namespace
}  // namespace halfturn::stage

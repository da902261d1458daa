#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "halfturn/random.h"
#include "optimal/coset_levels.h"
#include "optimal/nearness_build.h"
#include "optimal/nearness_table.h"

namespace halfturn::optimal {
namespace {

TEST(Nearness, NeededIsWhatTheLimitsSay) {
  for (const Metric metric : kAllMetrics) {
    std::vector<NearnessTable> tables = nearness_tables(metric);
    tables.push_back(last_moves_table(metric));
    for (const NearnessTable& table : tables) {
      const TableLayout& layout = table.layout;
      EXPECT_TRUE(metric == Metric::half || (layout.by_parity && layout.first_limit % 2 == 0)) << table.name;
      for (int moves = 0; moves < 30; ++moves) {
        // A position within so many moves lies within these limits of its own parity, if that counts.
        int limits = 0;
        const int step = metric == Metric::half ? 1 : 2;
        const int first = metric == Metric::half ? layout.first_limit
                                                 : layout.first_limit + (moves + layout.first_limit) % 2;
        for (int i = 0; i < 3; ++i) limits += moves <= first + i * step ? 1 : 0;
        EXPECT_EQ(layout.needed(moves), limits) << table.name << " " << moves;
      }
      EXPECT_EQ(layout.needed(layout.useless_from()), 0);
      EXPECT_EQ(layout.needed(layout.useless_from() - 1), 1);
    }
    // The limits of the table for the last moves end where the others begin; where these begin one later,
    // their first limit does for that one too.
    for (const NearnessTable& table : nearness_tables(metric)) {
      const int gap = table.layout.first_limit - last_moves_table(metric).layout.useless_from();
      EXPECT_EQ(gap, table.layout.corners == CornerDetail::order ? 1 : 0);
    }
  }
}

TEST(Nearness, CountsLimitsInTheObviousWay) {
  constexpr std::size_t kRow = 1;  // not the first, so that its place counts
  RandomCubes random(1);
  for (int fold = 0; fold <= 6; ++fold) {
    for (bool by_parity : {false, true}) {
      const TableLayout layout{
          .metric = Metric::half, .fold = fold, .by_parity = by_parity, .first_limit = 5};
      const std::uint64_t entries = layout.entries() / kCornerLabelClasses * (kRow + 1);
      std::vector<std::byte> content(entries / 4);
      std::vector<unsigned> expected(entries);
      for (unsigned parity = 0; parity < (by_parity ? 2U : 1U); ++parity) {
        // Each limit holds what the one before holds; some lines are empty, most of them, and some full.
        std::vector<std::uint64_t> within(kRowWords);
        for (int limit = 0; limit < 3; ++limit) {
          for (std::size_t w = 0; w < within.size(); ++w) {
            const std::size_t line = w / kLineWords;
            if (line % 7 == 0 || line > 2000) continue;
            if (line % 11 == 0) within[w] = ~std::uint64_t{0};
            within[w] |= std::uint64_t{1} << random.below(64);
          }
          count_limit(layout, kRow, parity, within, content);
          std::vector<bool> counted(entries);
          for (std::size_t flip = 0; flip < within.size() * 64; ++flip) {
            if ((within[flip / 64] >> flip % 64 & 1) == 0) continue;
            const std::uint64_t entry =
                layout.entry({static_cast<std::uint32_t>(kRow * kEdgeArrangements + flip / kFlipClasses),
                              static_cast<std::uint32_t>(flip % kFlipClasses)},
                             parity);
            if (!counted[entry]) ++expected[entry];
            counted[entry] = true;
          }
        }
      }
      const NearnessReader reader{layout, content};
      for (std::uint64_t entry = 0; entry < entries; ++entry)
        ASSERT_EQ(reader.at(entry), expected[entry]) << "fold " << fold << " entry " << entry;
    }
  }
}

}  // namespace
}  // namespace halfturn::optimal

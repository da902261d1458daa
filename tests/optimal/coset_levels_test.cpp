#include "optimal/coset_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "halfturn/random.h"
#include "optimal/canonical_entry.h"
#include "optimal/slow_cosets.h"

namespace halfturn::optimal {
namespace {

std::vector<std::uint64_t> sizes(const std::vector<std::vector<Cube>>& levels) {
  std::vector<std::uint64_t> result;
  for (const std::vector<Cube>& level : levels) result.push_back(level.size());
  return result;
}

/// What breadth-first search over labels finds, in the plainest way.
TEST(SlowCosetsTest, ClassesByDepth) {
  EXPECT_EQ(slow_cosets::all_renamings().size(), 24U);
  EXPECT_EQ(sizes(slow_cosets::SlowCosets().levels(6, Metric::half, false)),
            (std::vector<std::uint64_t>{1, 1, 2, 14, 128, 1499, 18590}));
}

/// How many classes of cosets a plane holds: those entries that are the least of their equivalent ones, all
/// of which must have the same bit.
std::uint64_t count_classes(const CosetSpace& space, const CosetBits& plane) {
  std::vector<std::uint64_t> counts(space.rows());
  base::parallel_for(0, space.rows(), {}, [&](int, std::size_t row) {
    const std::span<const std::uint64_t> words = plane.row(row);
    const bool symmetric = space.stabilizer(row).size() > 1;
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (words[w] == 0) continue;
      if (!symmetric) {
        count += static_cast<std::uint64_t>(std::popcount(words[w]));
        continue;
      }
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        const std::uint64_t entry =
            (row * kRowWords + w) * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
        const std::uint64_t least = canonical_entry(space, entry);
        count += least == entry ? 1U : 0U;
        if (!plane.has(least)) ADD_FAILURE() << "entry " << entry << " is set, " << least << " is not";
      }
    }
    counts[row] = count;
  });
  std::uint64_t sum = 0;
  for (std::uint64_t count : counts) sum += count;
  return sum;
}

/// Two ways lead from level to level: from single cosets, and by whole rows, with two kernels. They find the
/// same, and as many as there are.
TEST(CosetLevelsTest, HalfTurnsByDepth) {
  const auto space = CosetSpace::make();
  Result<CosetLevels> levels = CosetLevels::make(*space, {});
  ASSERT_TRUE(levels.ok()) << levels.error().text();
  const RowMaps maps(*space);
  // The rows of solved and its neighbours, which have many symmetries, and some others.
  const std::vector<std::size_t> rows = {0, 1, 2, 17, 333, 629};
  std::vector<std::vector<std::uint64_t>> pulled(rows.size());

  std::vector<std::uint64_t> counts = {count_classes(*space, levels->within(0))};
  for (int level = 1; level <= 8; ++level) {
    for (std::size_t i = 0; i < rows.size() && level >= 7; ++i) {
      const std::span<const std::uint64_t> before = std::as_const(*levels).within(0).row(rows[i]);
      pulled[i].assign(before.begin(), before.end());
      std::vector<std::uint64_t> portable = pulled[i];
      for (Move move : kAllMoves) {
        const RowMap& map = maps.map(rows[i], move);
        const std::uint64_t* source = std::as_const(*levels).within(0).row(map.row).data();
        pull_row_for(fastest_instruction_set())(maps, map, source, pulled[i].data());
        pull_row_portable(maps, map, source, portable.data());
      }
      EXPECT_TRUE(pulled[i] == portable) << "row " << rows[i] << " level " << level;
    }
    ASSERT_TRUE(levels->advance({}, [](double) {}).ok());
    ASSERT_EQ(levels->level(), level);
    const std::uint64_t all = count_classes(*space, levels->within(0));
    std::uint64_t before = 0;
    for (std::uint64_t count : counts) before += count;
    counts.push_back(all - before);
    for (std::size_t i = 0; i < rows.size() && level >= 7; ++i)
      EXPECT_TRUE(std::ranges::equal(pulled[i], std::as_const(*levels).within(0).row(rows[i])))
          << "row " << rows[i] << " level " << level;
  }
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 1, 2, 14, 128, 1499, 18590, 235493, 2983023}));
}

/// With quarter turns alone and a plane for each parity, against the plainest way.
TEST(CosetLevelsTest, QuarterTurnsByDepth) {
  const slow_cosets::SlowCosets slow;
  const std::vector<std::uint64_t> expected = sizes(slow.levels(6, Metric::quarter, true));
  const auto space = CosetSpace::make();
  Result<CosetLevels> levels = CosetLevels::make(*space, {.half_turns = false, .parities = 2});
  ASSERT_TRUE(levels.ok()) << levels.error().text();
  std::vector<std::uint64_t> counts;
  for (int level = 0; level <= 6; ++level) {
    if (level > 0) {
      ASSERT_TRUE(levels->advance({}, [](double) {}).ok());
    }
    // A plane holds the levels of its parity.
    std::uint64_t before = 0;
    for (std::size_t i = counts.size() % 2; i < counts.size(); i += 2) before += counts[i];
    counts.push_back(count_classes(*space, levels->within(static_cast<std::size_t>(level % 2))) - before);
  }
  EXPECT_EQ(counts, expected);
}

/// Even and odd positions of a coset apart, with half turns.
TEST(CosetLevelsTest, HalfTurnsByDepthAndParity) {
  const slow_cosets::SlowCosets slow;
  const std::vector<std::uint64_t> expected = sizes(slow.levels(5, Metric::half, true));
  const auto space = CosetSpace::make();
  Result<CosetLevels> levels = CosetLevels::make(*space, {.half_turns = true, .parities = 2});
  ASSERT_TRUE(levels.ok()) << levels.error().text();
  std::uint64_t before = 0;
  std::vector<std::uint64_t> counts;
  for (int level = 0; level <= 5; ++level) {
    if (level > 0) {
      ASSERT_TRUE(levels->advance({}, [](double) {}).ok());
    }
    const std::uint64_t all =
        count_classes(*space, levels->within(0)) + count_classes(*space, levels->within(1));
    counts.push_back(all - before);
    before = all;
  }
  EXPECT_EQ(counts, expected);
}

TEST(CosetLevelsTest, AStopEndsALevel) {
  const auto space = CosetSpace::make();
  Result<CosetLevels> levels = CosetLevels::make(*space, {});
  ASSERT_TRUE(levels.ok());
  std::stop_source stop;
  stop.request_stop();
  const Result<void> done =
      levels->advance({.threads = 2, .stop = stop.get_token(), .progress = {}}, [](double) {});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace halfturn::optimal

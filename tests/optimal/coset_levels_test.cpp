#include "optimal/coset_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "halfturn/random.h"
#include "optimal/count_classes.h"
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

/// How many classes a plane holds, all of them whole.
std::uint64_t whole_classes(const CosetSpace& space, const CosetBits& plane) {
  const ClassCount count = count_classes(space, plane);
  EXPECT_EQ(count.incomplete, 0U);
  return count.classes;
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

  std::vector<std::uint64_t> counts = {whole_classes(*space, levels->within(0))};
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
    const std::uint64_t all = whole_classes(*space, levels->within(0));
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
    counts.push_back(whole_classes(*space, levels->within(static_cast<std::size_t>(level % 2))) - before);
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
        whole_classes(*space, levels->within(0)) + whole_classes(*space, levels->within(1));
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

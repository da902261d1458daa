#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "halfturn/random.h"
#include "optimal/coset_levels.h"
#include "optimal/nearness_table.h"
#include "support/files.h"
#include "support/test_store.h"

namespace halfturn::optimal {
namespace {

/// A position so many moves from solved, and its inverse, must be as near as that needs; whatever a table has
/// too far would hide a solution.
TEST(NearnessTableTest, NoPositionIsNearerThanTheTablesSay) {
  const auto space = CosetSpace::make();
  for (const NearnessTable& table : {nearness_tables(Metric::half).front(), last_moves_table(Metric::half)}) {
    const Result<TableData> data = test_tables().open(table.kind(), Residency::mapped);
    ASSERT_TRUE(data.ok()) << data.error().text();
    const NearnessReader reader{table.layout, data->bytes()};
    RandomCubes random(1);
    for (int i = 0; i < 3000; ++i) {
      Cube cube;
      for (int moves = 0; moves < 14; ++moves) {
        for (const Cube& side : {cube, cube.inverse()}) {
          const std::uint64_t entry = reader.entry(space->index_of(side), is_odd(side) ? 1 : 0);
          ASSERT_GE(reader.at(entry), table.layout.needed(moves)) << table.name;
        }
        cube.apply(Move::from_index(static_cast<int>(random.below(kMoveCount))));
      }
    }
  }
}

/// The whole table for the last moves, entry by entry, from the levels.
TEST(NearnessTableTest, TheTableForTheLastMovesIsWhatTheLevelsSay) {
  const NearnessTable table = last_moves_table(Metric::half);
  const TableLayout& layout = table.layout;
  const Result<TableData> data = test_tables().open(table.kind(), Residency::mapped);
  ASSERT_TRUE(data.ok()) << data.error().text();
  const auto space = CosetSpace::make();
  Result<CosetLevels> levels = CosetLevels::make(*space, {});
  ASSERT_TRUE(levels.ok()) << levels.error().text();
  std::vector<std::uint8_t> expected(layout.entries());
  while (levels->level() + 1 < layout.useless_from()) {
    ASSERT_TRUE(levels->advance({}, [](double) {}).ok());
    if (levels->level() < layout.first_limit) continue;
    // What is first seen at the third limit is 1, at the second 2, at the first 3.
    const auto near = static_cast<std::uint8_t>(layout.useless_from() - levels->level());
    for (std::size_t row = 0; row < kCornerLabelClasses; ++row) {
      const std::span<const std::uint64_t> words = std::as_const(*levels).within(0).row(row);
      for (std::size_t w = 0; w < words.size(); ++w) {
        for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
          const std::uint64_t coset =
              (row * kRowWords + w) * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
          std::uint8_t& entry = expected[layout.entry({static_cast<std::uint32_t>(coset / kFlipClasses),
                                                       static_cast<std::uint32_t>(coset % kFlipClasses)},
                                                      0)];
          entry = std::max(entry, near);
        }
      }
    }
  }
  const NearnessReader reader{layout, data->bytes()};
  std::uint64_t wrong = 0;
  for (std::uint64_t entry = 0; entry < layout.entries(); ++entry)
    wrong += reader.at(entry) != expected[entry] ? 1U : 0U;
  EXPECT_EQ(wrong, 0U);
}

TEST(NearnessTableTest, VerifyFindsAFlippedBit) {
  const TableKind kind = last_moves_table(Metric::half).kind();
  const testing::TemporaryFolder folder;
  const TableStore copy(folder.path());
  std::filesystem::copy_file(test_tables().path_of(kind), copy.path_of(kind));
  EXPECT_TRUE(copy.verify(kind, {}).ok());
  const auto at = static_cast<std::streamoff>(std::filesystem::file_size(copy.path_of(kind)) / 3);
  std::fstream file(copy.path_of(kind), std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(at);
  const int byte = file.get();
  file.seekp(at);
  file.put(static_cast<char>(byte ^ 0x10));
  file.close();
  const Result<void> verified = copy.verify(kind, {});
  ASSERT_FALSE(verified.ok());
  EXPECT_EQ(verified.error().kind, ErrorKind::damaged);
  EXPECT_FALSE(copy.open(kind, Residency::resident).ok());
}

}  // namespace
}  // namespace halfturn::optimal

#include "kociemba/tables/near_entries.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "halfturn/random.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

TEST(PerfectHashCoordinates, GivesEveryNumberAPlaceOfItsOwn) {
  RandomCubes random(3);
  for (const std::size_t count : {1u, 2u, 7u, 1000u, 60'000u}) {
    std::set<std::uint32_t> numbers;
    while (numbers.size() < count) numbers.insert(random.below(170'311'680));
    const std::vector<std::uint32_t> list(numbers.begin(), numbers.end());
    const PerfectHash hash(list);
    EXPECT_LE(hash.size(), count * 5 / 4 + 1);
    std::vector<bool> taken(hash.size());
    for (std::uint32_t number : list) {
      const std::uint32_t place = hash.place_of(number);
      ASSERT_LT(place, hash.size());
      ASSERT_FALSE(taken[place]);
      taken[place] = true;
    }
  }
}

TEST(NearEntries, AreThoseOfTheTable) {
  const Result<Phase1Table> table = Phase1Table::open(test_tables(), Residency::mapped, {});
  ASSERT_TRUE(table.ok());
  const std::vector<std::uint32_t> positions = positions_within(*table, NearEntries::kFarthest);
  std::size_t expected = 0;
  for (std::uint32_t entry : table->entries())
    expected += Phase1Entry::distance(entry) <= NearEntries::kFarthest ? 1u : 0u;
  ASSERT_EQ(positions.size(), expected);
  const NearEntries near(*table, positions);
  for (std::uint32_t position : positions)
    ASSERT_EQ(near.entries()[near.place_of(position)], table->entries()[position]);
}

}  // namespace
}  // namespace halfturn

#include "coset/family_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <numeric>
#include <vector>

namespace halfturn {
namespace {

/// How many pages are read from memory if a cache keeps the `kept` that were used last.
std::size_t pages_fetched(const BitmapLayout& layout, const std::vector<std::uint16_t>& order,
                          std::size_t kept) {
  std::size_t fetched = 0;
  std::list<std::uint16_t> cache;  // the last one first
  for (std::uint16_t family : order)
    for (std::uint16_t page : pages_read_for(layout, family)) {
      const auto found = std::ranges::find(cache, page);
      if (found != cache.end())
        cache.erase(found);
      else
        ++fetched;
      cache.push_front(page);
      if (cache.size() > kept) cache.pop_back();
    }
  return fetched;
}

TEST(FamilyOrder, HasEveryFamilyOnce) {
  const auto layout = BitmapLayout::make();
  std::vector<std::uint16_t> order = family_order(*layout);
  std::ranges::sort(order);
  std::vector<std::uint16_t> all(kFamilies);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  EXPECT_EQ(order, all);
}

TEST(FamilyOrder, ReadsHalfOfWhatTheirNumbersWould) {
  const auto layout = BitmapLayout::make();
  std::vector<std::uint16_t> as_numbered(kFamilies);
  std::iota(as_numbered.begin(), as_numbered.end(), std::uint16_t{0});
  constexpr std::size_t kKept = 16'000'000 / kPageBytes;
  EXPECT_EQ(pages_read_for(*layout, 0).size(), 80u);
  EXPECT_EQ(pages_fetched(*layout, as_numbered, kKept), 100'648u);
  EXPECT_EQ(pages_fetched(*layout, family_order(*layout), kKept), 52'661u);
}

}  // namespace
}  // namespace halfturn

#include "coset/family_order.h"

#include <algorithm>
#include <array>

namespace halfturn {

std::vector<std::uint16_t> pages_read_for(const BitmapLayout& layout, std::size_t family) {
  std::vector<std::uint16_t> pages;
  for (std::size_t page = family * kFamilyPages; page < (family + 1) * kFamilyPages; ++page) {
    pages.push_back(static_cast<std::uint16_t>(page));
    for (std::size_t m = kTurnMoves; m < kHMoveCount; ++m) pages.push_back(layout.page_after(page, m));
  }
  std::ranges::sort(pages);
  pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
  return pages;
}

std::vector<std::uint16_t> family_order(const BitmapLayout& layout) {
  // Greedily: always the family that has most pages in common with the last one, then with the one before it,
  // and so on. Each counts half of the next, which was as good as slower ways to forget.
  constexpr double kForget = 0.5;
  std::array<double, kFamilies> in_common{};
  std::array<bool, kFamilies> is_done{};
  std::vector<std::uint16_t> order;
  order.reserve(kFamilies);
  for (std::size_t family = 0; order.size() < kFamilies;) {
    order.push_back(static_cast<std::uint16_t>(family));
    for (double& value : in_common) value *= kForget;
    for (std::uint16_t page : pages_read_for(layout, family)) {
      // Who reads a page: its own family, and those that a half turn leads to.
      in_common[page / kFamilyPages] += 1;
      for (std::size_t m = kTurnMoves; m < kHMoveCount; ++m)
        in_common[layout.page_after(page, m) / kFamilyPages] += 1;
    }
    is_done[family] = true;
    double most = -1;
    for (std::size_t other = 0; other < kFamilies; ++other)
      if (!is_done[other] && in_common[other] > most) {
        most = in_common[other];
        family = other;
      }
  }
  return order;
}

}  // namespace halfturn

#include "base/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace halfturn::base {

namespace {

/// No name is longer; longer words are not worth the time.
constexpr std::size_t kLongestWord = 64;

char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// How many single mistakes lead from one to the other.
std::size_t mistakes(std::string_view a, std::string_view b) {
  // Rows of the usual table: for the first i - 2, i - 1 and i letters of a.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) last[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const bool equal = small(a[i - 1]) == small(b[k - 1]);
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (equal ? 0 : 1)});
      if (i > 1 && k > 1 && small(a[i - 1]) == small(b[k - 2]) && small(a[i - 2]) == small(b[k - 1]))
        row[k] = std::min(row[k], before_last[k - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names) {
  if (word.size() > kLongestWord) return std::nullopt;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::optional<std::string> nearest;
  for (const std::string& name : names) {
    const std::size_t count = mistakes(word, name);
    if (count >= fewest || count >= name.size()) continue;
    fewest = count;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::optional<std::string> name = nearest_name(word, names);
  return name ? ", did you mean '" + *name + "'?" : "";
}

}  // namespace halfturn::base

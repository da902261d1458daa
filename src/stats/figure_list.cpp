#include "stats/figure_list.h"

#include <fmt/core.h>

#include <algorithm>

namespace halfturn::stats {

void FigureList::add(const std::string& name, std::string svg) {
  std::string plain;
  for (const char c : name) {
    const bool safe =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    plain += safe ? c : '_';
  }
  constexpr std::size_t kLongest = 100;
  if (plain.size() > kLongest) plain.resize(kLongest);
  // Names may differ only in replaced characters, or only in case, which some file systems ignore.
  const auto lower = [](std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  std::string unique = plain + ".svg";
  // A number that was tried once is not tried again, so that many equal names take no more time than others.
  int& number = next_number_.try_emplace(lower(plain), 2).first->second;
  while (!taken_.insert(lower(unique)).second) unique = fmt::format("{}-{}.svg", plain, number++);
  figures_.push_back({std::move(unique), std::move(svg)});
}

std::string rows_text(const std::vector<const StageStatistics*>& stages) {
  const auto [least, most] = std::ranges::minmax(stages, {}, &StageStatistics::complete_rows);
  const std::string first = "n = " + grouped(least->complete_rows());
  return least->complete_rows() == most->complete_rows() ? first
                                                         : first + " to " + grouped(most->complete_rows());
}

std::vector<VariantStages> by_variant(const Statistics& statistics) {
  constexpr std::size_t kMostTogether = 10;
  std::vector<VariantStages> variants;
  for (const StageStatistics* stage : statistics.stages()) {
    if (stage->complete_rows() == 0) continue;
    const std::string_view variant = variant_of(stage->name());
    if (variants.empty() || variants.back().variant != variant ||
        variants.back().stages.size() == kMostTogether)
      variants.push_back({std::string(variant), {}});
    variants.back().stages.push_back(stage);
  }
  return variants;
}

}  // namespace halfturn::stats

#include "stats/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace halfturn::stats {

std::string_view words_of(Subset subset) {
  constexpr std::array<std::string_view, kSubsetCount> kWords = {"white",
                                                                 "yellow",
                                                                 "orange",
                                                                 "red",
                                                                 "green",
                                                                 "blue",
                                                                 "white or yellow",
                                                                 "blue or green",
                                                                 "orange or red",
                                                                 "blue, green, orange or red",
                                                                 "orange, red, white or yellow",
                                                                 "blue, green, white or yellow",
                                                                 "any colour"};
  return kWords[index_of(subset)];
}

std::string words_of_stage(std::string_view stage) {
  if (!stage_of_name(stage)) return std::string(stage);
  std::string_view ready;
  for (const std::string_view pair : {"_pseudo_pair", "_pair"})
    if (ready.empty() && stage.ends_with(pair)) ready = pair;
  stage.remove_suffix(ready.size());
  std::string words;
  if (stage.starts_with("eo_")) {
    words = "EO ";
    stage.remove_prefix(3);
  }
  words += stage == "f2l" ? "F2L" : stage;
  if (!ready.empty()) words.append(",").append(ready);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string_view words_of_variant(std::string_view variant) {
  if (variant == "std") return "standard stages";
  if (variant == "pseudo") return "pseudo stages";
  if (variant == "pair") return "stages with a pair ready";
  if (variant == "pseudo_pair") return "pseudo stages with a pair ready";
  if (variant == "eo") return "stages with all edges oriented";
  return "other stages";
}

std::string shortened(std::string_view text, std::size_t characters) {
  std::vector<std::size_t> starts;  // of characters, in bytes
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  if (starts.size() <= characters) return std::string(text);
  const std::size_t behind = characters / 2;
  const std::size_t before = characters - behind - 1;
  return std::string(text.substr(0, starts[before])) + "\xE2\x80\xA6" +
         std::string(text.substr(starts[starts.size() - behind]));
}

}  // namespace halfturn::stats

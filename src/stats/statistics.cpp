#include <algorithm>
#include <span>
#include <utility>

#include "halfturn/stats.h"

namespace halfturn::stats {

namespace {

/// The stages of each variant, from the shortest to the longest.
constexpr std::size_t kMostStages = 5;
struct Ladder {
  std::string_view variant;
  std::array<std::string_view, kMostStages> stages;  // empty at the end where there are fewer
};

constexpr std::array<Ladder, 5> kLadders = {{
    {"std", {"cross", "xcross", "xxcross", "xxxcross", "f2l"}},
    {"pseudo", {"pseudo_cross", "pseudo_xcross", "pseudo_xxcross", "pseudo_xxxcross"}},
    {"pair", {"cross_pair", "xcross_pair", "xxcross_pair", "xxxcross_pair"}},
    {"pseudo_pair",
     {"pseudo_cross_pseudo_pair", "pseudo_xcross_pseudo_pair", "pseudo_xxcross_pseudo_pair",
      "pseudo_xxxcross_pseudo_pair"}},
    {"eo", {"eo_cross", "eo_xcross", "eo_xxcross", "eo_xxxcross", "eo_f2l"}},
}};

struct Place {
  std::size_t ladder = kLadders.size();
  std::size_t stage = 0;
  bool known() const { return ladder < kLadders.size(); }
};

Place place_of(std::string_view name) {
  for (std::size_t ladder = 0; ladder < kLadders.size(); ++ladder)
    for (std::size_t stage = 0; stage < kMostStages; ++stage)
      if (!name.empty() && kLadders[ladder].stages[stage] == name) return {ladder, stage};
  return {};
}

}  // namespace

std::string_view canonical_stage(std::string_view name) {
  if (name == "xxxxcross") return "f2l";
  if (name == "eo_xxxxcross") return "eo_f2l";
  return name;
}

std::string_view variant_of(std::string_view stage) {
  const Place place = place_of(stage);
  return place.known() ? kLadders[place.ladder].variant : kVariants.back();
}

Statistics::Key Statistics::key_of(std::string_view name) {
  const Place place = place_of(name);
  return {place.ladder * kMostStages + place.stage, std::string(name)};
}

StageStatistics& Statistics::stage(std::string_view name) {
  return stages_.try_emplace(key_of(name), std::string(name)).first->second;
}

IncrementStatistics* Statistics::increment(std::string_view from, std::string_view to) {
  const Place first = place_of(from);
  const Place second = place_of(to);
  if (!first.known() || first.ladder != second.ladder || first.stage + 1 != second.stage) return nullptr;
  return &increments_.try_emplace(key_of(to), std::string(from), std::string(to)).first->second;
}

std::vector<const StageStatistics*> Statistics::stages() const {
  std::vector<const StageStatistics*> list;
  for (const auto& [key, stage] : stages_) list.push_back(&stage);
  return list;
}

std::vector<const IncrementStatistics*> Statistics::increments() const {
  std::vector<const IncrementStatistics*> list;
  for (const auto& [key, increment] : increments_) list.push_back(&increment);
  return list;
}

const StageStatistics* Statistics::find(std::string_view name) const {
  const auto found = stages_.find(key_of(name));
  return found == stages_.end() ? nullptr : &found->second;
}

void Statistics::keep(const std::vector<std::string>& names) {
  const auto wanted = [&names](const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::erase_if(stages_, [&](const auto& entry) { return !wanted(entry.second.name()); });
  std::erase_if(increments_, [&](const auto& entry) {
    return !wanted(entry.second.from()) || !wanted(entry.second.to());
  });
}

}  // namespace halfturn::stats

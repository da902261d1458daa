#include <algorithm>
#include <unordered_set>
#include <utility>

#include "halfturn/stats.h"

namespace halfturn::stats {

std::string_view canonical_stage(std::string_view name) {
  const std::optional<Stage> stage = stage_of_name(name);
  return stage ? stage->name() : name;
}

std::string_view variant_of(std::string_view stage) {
  const std::optional<Stage> known = stage_of_name(stage);
  return known ? known->variant() : kOtherVariant;
}

Statistics::Key Statistics::key_of(std::string_view name) {
  const std::optional<Stage> known = stage_of_name(name);
  return {known ? known->index() : all_stages().size(), std::string(name)};
}

StageStatistics& Statistics::stage(std::string_view name) {
  return stages_.try_emplace(key_of(name), std::string(name)).first->second;
}

IncrementStatistics* Statistics::increment(std::string_view from, std::string_view to) {
  const std::optional<Stage> first = stage_of_name(from);
  const std::optional<Stage> second = stage_of_name(to);
  if (!first || !second || first->variant() != second->variant() || first->number() + 1 != second->number())
    return nullptr;
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
  const std::unordered_set<std::string_view> kept(names.begin(), names.end());
  const auto wanted = [&kept](const std::string& name) { return kept.contains(name); };
  std::erase_if(stages_, [&](const auto& entry) { return !wanted(entry.second.name()); });
  std::erase_if(increments_, [&](const auto& entry) {
    return !wanted(entry.second.from()) || !wanted(entry.second.to());
  });
}

}  // namespace halfturn::stats

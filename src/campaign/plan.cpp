#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "halfturn/campaign.h"
#include "halfturn/random.h"

namespace halfturn {

namespace {

constexpr std::array<std::pair<CosetOutcome, std::string_view>, 3> kOutcomeNames = {
    {{CosetOutcome::proved, "proved"}, {CosetOutcome::unproved, "unproved"}, {CosetOutcome::error, "error"}}};

}  // namespace

std::string_view to_string(CosetOutcome outcome) {
  for (const auto& [value, name] : kOutcomeNames)
    if (value == outcome) return name;
  return "unknown";
}

std::optional<CosetOutcome> outcome_named(std::string_view wanted) {
  for (const auto& [outcome, name] : kOutcomeNames)
    if (name == wanted) return outcome;
  return std::nullopt;
}

std::uint64_t CampaignPlan::whole_count() const {
  if (const auto* range = std::get_if<CosetRange>(&cosets)) return range->end - range->first;
  return std::get<CosetSample>(cosets).count;
}

std::uint64_t CampaignPlan::count() const {
  const std::uint64_t all = whole_count();
  return all <= shard.index ? 0 : (all - shard.index - 1) / shard.count + 1;
}

std::vector<std::uint64_t> draw_sample(CosetSample sample, std::uint64_t cover_size) {
  // A shuffle of all numbers that ends after `count` of them and remembers only those that have moved. The
  // order of the draws is part of the promise that a seed means the same sample for ever.
  RandomCubes random(sample.seed);
  std::unordered_map<std::uint64_t, std::uint64_t> moved;
  const auto at = [&](std::uint64_t place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  std::vector<std::uint64_t> drawn;
  drawn.reserve(sample.count);
  for (std::uint64_t i = 0; i < sample.count; ++i) {
    const std::uint64_t place = i + random.below(static_cast<std::uint32_t>(cover_size - i));
    drawn.push_back(at(place));
    moved[place] = at(i);
  }
  return drawn;
}

}  // namespace halfturn

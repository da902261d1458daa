#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "halfturn/campaign.h"
#include "halfturn/random.h"

namespace halfturn {

namespace {

constexpr std::array<std::pair<CoverKind, std::string_view>, 3> kCoverNames = {
    {{CoverKind::all, "all"}, {CoverKind::plain, "plain"}, {CoverKind::with_inverses, "with-inverses"}}};

constexpr std::array<std::pair<CosetOutcome, std::string_view>, 3> kOutcomeNames = {
    {{CosetOutcome::proved, "proved"}, {CosetOutcome::unproved, "unproved"}, {CosetOutcome::error, "error"}}};

template <class Pairs, class Value>
std::string_view name_in(const Pairs& pairs, Value value) {
  for (const auto& [each, name] : pairs)
    if (each == value) return name;
  return "unknown";
}

template <class Value, std::size_t N>
std::optional<Value> value_in(const std::array<std::pair<Value, std::string_view>, N>& pairs,
                              std::string_view wanted) {
  for (const auto& [value, name] : pairs)
    if (name == wanted) return value;
  return std::nullopt;
}

}  // namespace

std::string_view cover_name(CoverKind kind) {
  return name_in(kCoverNames, kind);
}

std::optional<CoverKind> cover_named(std::string_view name) {
  return value_in(kCoverNames, name);
}

std::string_view to_string(CosetOutcome outcome) {
  return name_in(kOutcomeNames, outcome);
}

std::optional<CosetOutcome> outcome_named(std::string_view name) {
  return value_in(kOutcomeNames, name);
}

std::uint64_t CampaignPlan::count() const {
  if (const auto* range = std::get_if<CosetRange>(&cosets)) return range->end - range->first;
  return std::get<CosetSample>(cosets).count;
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

#include "cli/analyze/analyze_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "cli/shared/scramble_source.h"

namespace halfturn::cli {

namespace {

Error unknown(std::string message, std::string hint) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint)};
}

std::string names_of(const std::set<int>& stages) {
  std::string names;
  for (const int stage : stages)
    names += (names.empty() ? "" : ", ") + all_stages()[static_cast<std::size_t>(stage)].name;
  return names;
}

std::set<int> every_stage() {
  std::set<int> stages;
  for (std::size_t i = 0; i < all_stages().size(); ++i) stages.insert(static_cast<int>(i));
  return stages;
}

}  // namespace

Result<std::vector<int>> chosen_stages(const std::vector<std::string>& variants,
                                       const std::vector<std::string>& stages) {
  std::set<int> allowed;  // in the order of all_stages()
  for (const std::string& variant : variants) {
    const std::vector<int> of_variant = stages_of_variant(variant);
    if (variant == "all")
      allowed = every_stage();
    else if (of_variant.empty())
      return unknown(fmt::format("--variant: there is no variant '{}'", variant),
                     fmt::format("the variants are {} and all", fmt::join(all_variants(), ", ")));
    allowed.insert(of_variant.begin(), of_variant.end());
  }
  if (variants.empty() && !stages.empty()) allowed = every_stage();
  if (variants.empty() && stages.empty())
    for (const int stage : stages_of_variant("std")) allowed.insert(stage);

  if (stages.empty()) return std::vector<int>(allowed.begin(), allowed.end());
  std::set<int> chosen;
  for (const std::string& name : stages) {
    const std::optional<int> stage = stage_of_name(name);
    if (!stage)
      return unknown(fmt::format("--stages: there is no stage '{}'", name),
                     fmt::format("the stages are {}", names_of(allowed)));
    if (!allowed.contains(*stage))
      return unknown(
          fmt::format("--stages: the stage '{}' is not of the variant {}", name, fmt::join(variants, ", ")),
          fmt::format("its stages are {}", names_of(allowed)));
    chosen.insert(*stage);
  }
  return std::vector<int>(chosen.begin(), chosen.end());
}

Result<ViewMask> chosen_views(const std::string& colours) {
  if (colours.empty()) return kEveryView;
  ViewMask mask = 0;
  for (const char letter : colours) {
    const std::optional<View> view = view_of_colour(letter);
    if (!view)
      return unknown(fmt::format("--colours: there is no colour '{}'", letter),
                     "the colours are W Y O R G B: white, yellow, orange, red, green, blue");
    const ViewMask bit = 1u << static_cast<unsigned>(*view);
    if ((mask & bit) != 0) return unknown(fmt::format("--colours: '{}' comes twice", letter), "name it once");
    mask |= bit;
  }
  return mask;
}

Result<std::vector<std::string>> chosen_events(const std::vector<std::string>& events) {
  for (const std::string& event : events)
    if (std::ranges::find(kCubeEvents, event) == kCubeEvents.end())
      return unknown(fmt::format("--events: '{}' is not an event of the 3x3x3", event),
                     fmt::format("those are {}", fmt::join(kCubeEvents, ", ")));
  return events;
}

}  // namespace halfturn::cli

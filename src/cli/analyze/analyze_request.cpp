#include "cli/analyze/analyze_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/nearest_name.h"
#include "base/text.h"

namespace halfturn::cli {

namespace {

Error unknown(std::string message, std::string hint) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint)};
}

std::vector<std::string> names_in(const std::set<Stage>& stages) {
  std::vector<std::string> names;
  for (const Stage stage : stages) names.emplace_back(stage.name());
  return names;
}

std::string names_of(const std::set<Stage>& stages) {
  return fmt::format("{}", fmt::join(names_in(stages), ", "));
}

std::set<Stage> every_stage() {
  return {all_stages().begin(), all_stages().end()};
}

}  // namespace

Result<std::vector<Stage>> chosen_stages(const std::vector<std::string>& variants,
                                         const std::vector<std::string>& stages) {
  const std::vector<std::string> known_variants(all_variants().begin(), all_variants().end());
  std::set<Stage> allowed;  // in the order of all_stages()
  for (const std::string& variant : variants) {
    const std::vector<Stage> of_variant = stages_of_variant(base::in_lower_case(variant));
    if (base::in_lower_case(variant) == "all")
      allowed = every_stage();
    else if (of_variant.empty())
      return unknown(fmt::format("--variant: there is no variant '{}'{}", variant,
                                 base::did_you_mean(variant, known_variants)),
                     fmt::format("the variants are {} and all", fmt::join(all_variants(), ", ")));
    allowed.insert(of_variant.begin(), of_variant.end());
  }
  if (variants.empty() && !stages.empty()) allowed = every_stage();
  if (variants.empty() && stages.empty())
    for (const Stage stage : stages_of_variant("std")) allowed.insert(stage);

  if (stages.empty()) return std::vector<Stage>(allowed.begin(), allowed.end());
  std::set<Stage> chosen;
  for (const std::string& name : stages) {
    const std::optional<Stage> stage = stage_of_name(base::in_lower_case(name));
    if (!stage)
      return unknown(fmt::format("--stages: there is no stage '{}'{}", name,
                                 base::did_you_mean(name, names_in(allowed))),
                     fmt::format("the stages are {}", names_of(allowed)));
    if (!allowed.contains(*stage))
      return unknown(
          fmt::format("--stages: the stage '{}' is not of the variant {}", name, fmt::join(variants, ", ")),
          fmt::format("its stages are {}", names_of(allowed)));
    chosen.insert(*stage);
  }
  return std::vector<Stage>(chosen.begin(), chosen.end());
}

Result<ViewSet> chosen_views(const std::string& colours, ViewLetters letters) {
  if (colours.empty()) return ViewSet::all();
  ViewSet chosen;
  for (std::size_t at = 0; at <= colours.size();) {
    const std::size_t end = std::min(colours.find(',', at), colours.size());
    std::string part = colours.substr(at, end - at);
    std::erase(part, ' ');
    at = end + 1;
    const std::optional<View> named = view_of_colour(part);
    const Result<ViewSet> views = named ? Result<ViewSet>(ViewSet(*named)) : parse_views(part, letters);
    if (!views) return unknown("--colours: " + views.error().message, views.error().hint);
    chosen |= *views;
  }
  return chosen;
}

}  // namespace halfturn::cli

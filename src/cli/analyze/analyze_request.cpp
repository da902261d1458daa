#include "cli/analyze/analyze_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace halfturn::cli {

namespace {

Error unknown(std::string message, std::string hint) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint)};
}

std::string names_of(const std::set<Stage>& stages) {
  std::vector<std::string_view> names;
  for (const Stage stage : stages) names.push_back(stage.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::set<Stage> every_stage() {
  return {all_stages().begin(), all_stages().end()};
}

}  // namespace

Result<std::vector<Stage>> chosen_stages(const std::vector<std::string>& variants,
                                         const std::vector<std::string>& stages) {
  std::set<Stage> allowed;  // in the order of all_stages()
  for (const std::string& variant : variants) {
    const std::vector<Stage> of_variant = stages_of_variant(variant);
    if (variant == "all")
      allowed = every_stage();
    else if (of_variant.empty())
      return unknown(fmt::format("--variant: there is no variant '{}'", variant),
                     fmt::format("the variants are {} and all", fmt::join(all_variants(), ", ")));
    allowed.insert(of_variant.begin(), of_variant.end());
  }
  if (variants.empty() && !stages.empty()) allowed = every_stage();
  if (variants.empty() && stages.empty())
    for (const Stage stage : stages_of_variant("std")) allowed.insert(stage);

  if (stages.empty()) return std::vector<Stage>(allowed.begin(), allowed.end());
  std::set<Stage> chosen;
  for (const std::string& name : stages) {
    const std::optional<Stage> stage = stage_of_name(name);
    if (!stage)
      return unknown(fmt::format("--stages: there is no stage '{}'", name),
                     fmt::format("the stages are {}", names_of(allowed)));
    if (!allowed.contains(*stage))
      return unknown(
          fmt::format("--stages: the stage '{}' is not of the variant {}", name, fmt::join(variants, ", ")),
          fmt::format("its stages are {}", names_of(allowed)));
    chosen.insert(*stage);
  }
  return std::vector<Stage>(chosen.begin(), chosen.end());
}

Result<ViewSet> chosen_views(const std::string& colours) {
  if (colours.empty()) return ViewSet::all();
  Result<ViewSet> views = parse_views(colours, ViewLetters::colours);
  if (views) return views;
  return unknown("--colours: " + views.error().message, views.error().hint);
}

}  // namespace halfturn::cli

// The names of stages and views.

#include <algorithm>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "stage/pattern/goals.h"

namespace halfturn {

namespace {

struct ViewInfo {
  std::string_view suffix;
  std::string_view rotation;
  Face bottom;
  char colour;
  Symmetry symmetry;
};

constexpr ViewInfo info_of(View view) {
  constexpr Symmetry kX = Symmetry::x();
  constexpr Symmetry kZ = Symmetry::z();
  constexpr std::array<ViewInfo, kViewCount> kViews = {{
      {"z0", "", Face::D, 'Y', Symmetry()},
      {"z2", "z2", Face::U, 'W', kZ * kZ},
      {"z3", "z'", Face::L, 'O', kZ.inverse()},
      {"z1", "z", Face::R, 'R', kZ},
      {"x3", "x'", Face::F, 'G', kX.inverse()},
      {"x1", "x", Face::B, 'B', kX},
  }};
  return kViews[static_cast<std::size_t>(view)];
}

constexpr bool each_view_brings_its_face_down() {
  return std::ranges::all_of(
      kAllViews, [](View view) { return info_of(view).symmetry(info_of(view).bottom) == Face::D; });
}
static_assert(each_view_brings_its_face_down());

}  // namespace

std::string_view suffix_of(View view) {
  return info_of(view).suffix;
}
std::string_view rotation_of(View view) {
  return info_of(view).rotation;
}
Face bottom_of(View view) {
  return info_of(view).bottom;
}
char colour_of(View view) {
  return info_of(view).colour;
}
Symmetry symmetry_of(View view) {
  return info_of(view).symmetry;
}

std::optional<View> view_of_colour(char colour) {
  for (const View view : kAllViews)
    if (colour == colour_of(view) || colour == colour_of(view) + ('a' - 'A')) return view;
  return std::nullopt;
}

std::span<const Stage> all_stages() {
  static const std::vector<Stage> known = [] {
    std::vector<Stage> stages;
    for (const stage::StageDefinition& stage : stage::stage_definitions())
      stages.push_back({stage.name, stage.variant, stage.number, stage.purpose});
    return stages;
  }();
  return known;
}

std::span<const std::string> all_variants() {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> variants;
    for (const Stage& stage : all_stages())
      if (stage.number == 0) variants.push_back(stage.variant);
    return variants;
  }();
  return known;
}

std::vector<int> stages_of_variant(std::string_view variant) {
  std::vector<int> stages;
  for (std::size_t i = 0; i < all_stages().size(); ++i)
    if (all_stages()[i].variant == variant) stages.push_back(static_cast<int>(i));
  return stages;
}

std::optional<int> stage_of_name(std::string_view name) {
  constexpr std::string_view kOtherName = "xxxxcross";  // of f2l, with or without something before it
  std::string known(name);
  if (known.ends_with(kOtherName)) known.replace(known.size() - kOtherName.size(), kOtherName.size(), "f2l");
  const auto found = std::ranges::find(all_stages(), known, &Stage::name);
  if (found == all_stages().end()) return std::nullopt;
  return static_cast<int>(found - all_stages().begin());
}

bool Analyzer::reached(const Cube& cube, int stage, View view) {
  const stage::PieceState state = stage::PieceState::of(cube.seen_through(symmetry_of(view)));
  const auto& goals = stage::stage_definitions()[static_cast<std::size_t>(stage)].goals;
  return std::ranges::any_of(
      goals, [&](const stage::StageGoal& goal) { return stage::is_reached(state, goal.goal); });
}

}  // namespace halfturn

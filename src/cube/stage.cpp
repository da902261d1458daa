#include "halfturn/stage.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "base/text.h"

namespace halfturn {

namespace {

static_assert(std::ranges::all_of(kAllViews,
                                  [](View view) { return symmetry_of(view)(bottom_of(view)) == Face::D; }));

struct CatalogueLine {
  std::string_view variant;
  std::string_view name;
  std::string_view purpose;
  int most_moves = kMostStageMoves;  // the greatest distance in the table of one of its goals
};

// Variant by variant, each from its first stage to its last. src/stage/pattern/goals.cpp says when a stage is
// reached, src/stage/pattern/patterns.cpp which tables there are for it.
constexpr auto kCatalogue = std::to_array<CatalogueLine>({
    {"std", "cross", "the cross", 8},
    {"std", "xcross", "the cross and a slot", 10},
    {"std", "xxcross", "the cross and two slots", 12},
    {"std", "xxxcross", "the cross and three slots"},
    {"std", "f2l", "the cross and all four slots"},
    {"pseudo", "pseudo_cross", "the cross, up to a turn of the bottom", 8},
    {"pseudo", "pseudo_xcross", "the cross, a corner and a slot edge, up to a turn of the bottom", 10},
    {"pseudo", "pseudo_xxcross", "the cross, two corners and two slot edges, up to a turn of the bottom", 12},
    {"pseudo", "pseudo_xxxcross",
     "the cross, three corners and three slot edges, up to a turn of the bottom"},
    {"pair", "cross_pair", "the cross, and a pair ready", 9},
    {"pair", "xcross_pair", "the cross and a slot, and a pair ready"},
    {"pair", "xxcross_pair", "the cross and two slots, and a pair ready"},
    {"pair", "xxxcross_pair", "the cross and three slots, and a pair ready"},
    {"pseudo_pair", "pseudo_cross_pseudo_pair", "the cross, up to a turn of the bottom, and a pair ready", 8},
    {"pseudo_pair", "pseudo_xcross_pseudo_pair",
     "the cross, a corner and a slot edge, up to a turn of the bottom, and a pair ready"},
    {"pseudo_pair", "pseudo_xxcross_pseudo_pair",
     "the cross, two corners and two slot edges, up to a turn of the bottom, and a pair ready"},
    {"pseudo_pair", "pseudo_xxxcross_pseudo_pair",
     "the cross, three corners and three slot edges, up to a turn of the bottom, and a pair ready"},
    {"eo", "eo_cross", "the cross, and all edges oriented", 10},
    {"eo", "eo_xcross", "the cross and a slot, and all edges oriented"},
    {"eo", "eo_xxcross", "the cross and two slots, and all edges oriented"},
    {"eo", "eo_xxxcross", "the cross and three slots, and all edges oriented"},
    {"eo", "eo_f2l", "the cross and all four slots, and all edges oriented"},
});

constexpr std::array<Stage, kCatalogue.size()> kAllStages = [] {
  std::array<Stage, kCatalogue.size()> stages;
  for (std::size_t i = 0; i < stages.size(); ++i) stages[i] = Stage(i);
  return stages;
}();

constexpr bool begins_variant(std::size_t line) {
  return line == 0 || kCatalogue[line].variant != kCatalogue[line - 1].variant;
}

constexpr std::size_t kVariantCount = [] {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCatalogue.size(); ++i) count += begins_variant(i) ? 1u : 0u;
  return count;
}();

constexpr std::array<std::string_view, kVariantCount> kAllVariants = [] {
  std::array<std::string_view, kVariantCount> variants;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCatalogue.size(); ++i)
    if (begins_variant(i)) variants[count++] = kCatalogue[i].variant;
  return variants;
}();

std::optional<View> view_of_letter(char letter, ViewLetters which) {
  const auto capital = static_cast<char>(base::capital(static_cast<unsigned char>(letter)));
  for (const View view : kAllViews)
    if (capital == colour_of(view)) return view;
  if (which == ViewLetters::colours) return std::nullopt;
  for (const View view : kAllViews)
    if (capital == "URFDLB"[static_cast<std::size_t>(bottom_of(view))]) return view;
  return std::nullopt;
}

}  // namespace

std::optional<View> view_of_colour(std::string_view name) {
  constexpr std::array<std::string_view, kViewCount> kNames = {"white", "yellow", "orange",
                                                               "red",   "green",  "blue"};
  const std::string small = base::in_lower_case(std::string(name));
  for (const std::string_view known : kNames)
    if (small == known) return view_of_letter(known.front(), ViewLetters::colours);
  return std::nullopt;
}

Result<ViewSet> parse_views(std::string_view letters, ViewLetters which) {
  const bool faces_too = which == ViewLetters::colours_or_faces;
  if (letters.empty())
    return Error{
        ErrorKind::bad_input, "no colour is named",
        faces_too ? "the colours are W Y O R G B, the faces U D L R F B" : "the colours are W Y O R G B"};
  ViewSet views;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char letter = letters[i];
    const base::TextPlace place{.line = 1, .column = i + 1};
    const std::optional<View> view = view_of_letter(letter, which);
    if (!view && faces_too)
      return base::error_at(place, fmt::format("{} is no face and no colour", base::quoted({&letter, 1})),
                            "the colours are W Y O R G B, the faces U D L R F B");
    if (!view)
      return base::error_at(place, fmt::format("there is no colour '{}'", letter),
                            "the colours are W Y O R G B: white, yellow, orange, red, green, blue");
    if (views.has(*view) && faces_too)
      return base::error_at(place,
                            fmt::format("'{}' names the {} side for a second time", letter, colour_of(*view)),
                            "U is W, D is Y, F is G, L is O: each side once");
    if (views.has(*view))
      return base::error_at(place, fmt::format("'{}' comes twice", letter), "name it once");
    views |= *view;
  }
  return views;
}

std::string_view Stage::name() const {
  return kCatalogue[index_].name;
}
std::string_view Stage::variant() const {
  return kCatalogue[index_].variant;
}
std::string_view Stage::purpose() const {
  return kCatalogue[index_].purpose;
}
int Stage::number() const {
  std::size_t first = index_;
  while (!begins_variant(first)) --first;
  return static_cast<int>(index_ - first);
}
int Stage::most_moves() const {
  return kCatalogue[index_].most_moves;
}

std::span<const Stage> all_stages() {
  return kAllStages;
}

std::span<const std::string_view> all_variants() {
  return kAllVariants;
}

std::vector<Stage> stages_of_variant(std::string_view variant) {
  std::vector<Stage> stages;
  for (const Stage stage : kAllStages)
    if (stage.variant() == variant) stages.push_back(stage);
  return stages;
}

std::optional<Stage> stage_of_name(std::string_view name) {
  constexpr std::string_view kOtherName = "xxxxcross";  // of f2l, with or without something before it
  std::string known(name);
  if (known.ends_with(kOtherName)) known.replace(known.size() - kOtherName.size(), kOtherName.size(), "f2l");
  const auto found = std::ranges::find(kAllStages, known, &Stage::name);
  if (found == kAllStages.end()) return std::nullopt;
  return *found;
}

}  // namespace halfturn

#include "stage/pattern/patterns.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "halfturn/analyzer.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/pattern_build.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

namespace {

/// Sets of slots: 0 FR, 1 FL, 2 BL, 3 BR.
constexpr SlotMask kNone = 0;
constexpr SlotMask kOne = 0b0001;
constexpr SlotMask kAdjacent = 0b0011;
constexpr SlotMask kOpposite = 0b0101;
constexpr SlotMask kThree = 0b0111;
constexpr SlotMask kFour = 0b1111;
constexpr int kFrontBack = 2;

Goal cross_with(SlotMask edges, SlotMask corners) {
  return at_home(kCrossEdges | slot_edges(edges) | slot_corners(corners));
}
Goal turned(SlotMask edges, SlotMask corners) {
  return up_to_bottom_turn(cross_with(edges, corners));
}

Pattern pattern(const std::string& name, Goal goal, const std::string& pieces,
                Packing packing = Packing::modulo_three) {
  return {.name = "stage-" + name,
          .purpose = "distances of the cross" + pieces,
          .goal = std::move(goal),
          .row_edges = kCrossEdges,
          .packing = packing};
}

}  // namespace

// The patterns were chosen by counting reads over random cubes; docs/stages.md has the numbers.

std::vector<Pattern> small_patterns() {
  const PieceMask one_slot = kCrossEdges | slot_edges(kOne) | slot_corners(kOne);
  return {
      pattern("cross", cross_with(kNone, kNone), "", Packing::nibbles),
      pattern("xcross", cross_with(kOne, kOne), " and a slot", Packing::nibbles),
      pattern("edges-adjacent", cross_with(kAdjacent, kNone), " and the edges of two adjacent slots"),
      pattern("edges-opposite", cross_with(kOpposite, kNone), " and the edges of two opposite slots"),
      pattern("edges-four", cross_with(kFour, kNone), " and all slot edges"),
      pattern("corners-three", cross_with(kNone, kThree), " and three bottom corners"),
      pattern("turned-cross", turned(kNone, kNone), ", up to a turn of the bottom", Packing::nibbles),
      pattern("turned-xcross", turned(kOne, kOne), " and a slot, up to a turn of the bottom"),
      pattern("turned-edges-adjacent", turned(kAdjacent, kNone),
              " and the edges of two adjacent slots, up to a turn of the bottom"),
      pattern("turned-edges-opposite", turned(kOpposite, kNone),
              " and the edges of two opposite slots, up to a turn of the bottom"),
      pattern("turned-edges-three", turned(kThree, kNone),
              " and three slot edges, up to a turn of the bottom"),
      pattern("turned-corners-adjacent", turned(kNone, kAdjacent),
              " and two adjacent bottom corners, up to a turn of the bottom"),
      pattern("turned-corners-opposite", turned(kNone, kOpposite),
              " and two opposite bottom corners, up to a turn of the bottom"),
      pattern("pair", with_pair(one_slot, 0), " with a pair ready"),
      pattern("turned-pair", with_free_pair(one_slot, 0, 0), " with a pair ready, up to turns of the bottom"),
      pattern("oriented-cross", oriented(cross_with(kNone, kNone), kFrontBack), " with all edges oriented"),
      pattern("turned-oriented-edge", oriented(turned(kOne, kNone), kFrontBack),
              " and a slot edge with all edges oriented, up to a turn of the bottom"),
  };
}

std::vector<Pattern> large_patterns() {
  std::vector<Pattern> patterns = {
      pattern("xxcross-adjacent", cross_with(kAdjacent, kAdjacent), " and two adjacent slots"),
      pattern("xxcross-opposite", cross_with(kOpposite, kOpposite), " and two opposite slots"),
      pattern("corners-four", cross_with(kNone, kFour), " and all bottom corners"),
      pattern("turned-corners-three", turned(kNone, kThree),
              " and three bottom corners, up to a turn of the bottom"),
      pattern("turned-xxcross-opposite", turned(kOpposite, kOpposite),
              " and two opposite slots, up to a turn of the bottom"),
      pattern("oriented-xcross", oriented(cross_with(kOne, kOne), kFrontBack),
              " and a slot with all edges oriented"),
  };
  for (Pattern& each : patterns) each.large = true;
  return patterns;
}

TableKind kind_of(const Pattern& pattern) {
  // Shared with the function below, which may be called long after this one.
  const auto space = std::make_shared<const PatternSpace>(pattern);
  return {
      .name = pattern.name,
      .purpose = pattern.purpose,
      .version = 1,
      .entries = content_bytes(*space),
      .bits_per_entry = 8,
      .build = [space](std::span<std::byte> content,
                       const Run& run) { return build_pattern(*space, content, run); },
  };
}

}  // namespace halfturn::stage

namespace halfturn {

namespace {

std::vector<TableKind> kinds_of(const std::vector<stage::Pattern>& patterns) {
  std::vector<TableKind> kinds;
  std::ranges::transform(patterns, std::back_inserter(kinds), stage::kind_of);
  return kinds;
}

}  // namespace

std::vector<TableKind> small_stage_tables() {
  return kinds_of(stage::small_patterns());
}
std::vector<TableKind> large_stage_tables() {
  return kinds_of(stage::large_patterns());
}

}  // namespace halfturn

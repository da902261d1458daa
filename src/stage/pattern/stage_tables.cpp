#include "stage/pattern/stage_tables.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "halfturn/analyzer.h"
#include "stage/pattern/pattern_build.h"
#include "stage/pattern/pattern_space.h"
#include "stage/pattern/patterns.h"

namespace halfturn {

namespace stage {

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

namespace {

std::vector<TableKind> kinds_of(const std::vector<Pattern>& patterns) {
  std::vector<TableKind> kinds;
  std::ranges::transform(patterns, std::back_inserter(kinds), kind_of);
  return kinds;
}

}  // namespace
}  // namespace stage

std::vector<TableKind> small_stage_tables() {
  return stage::kinds_of(stage::small_patterns());
}
std::vector<TableKind> large_stage_tables() {
  return stage::kinds_of(stage::large_patterns());
}

}  // namespace halfturn

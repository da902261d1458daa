#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/comfort.h"

namespace halfturn::cli {

/// How many solutions of a stage are compared for their comfort.
inline constexpr std::size_t kMostCompared = 1000;

/// The shortest solutions of a stage. With `prefer`, equal lengths are sorted by comfort, and the `count`
/// first of all solutions of these lengths are returned, up to kMostCompared; the order of equally
/// comfortable ones is that of Analyzer::solutions().
Result<std::vector<StageSolution>> shortest_ways(const Analyzer& analyzer, const Cube& cube,
                                                 SolutionsRequest request,
                                                 const std::optional<FaceSet>& prefer, const Run& run);

}  // namespace halfturn::cli

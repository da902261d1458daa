#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/comfort.h"
#include "halfturn/symmetry.h"

namespace halfturn {

/// How many solutions of a stage are compared for their comfort.
inline constexpr std::size_t kMostCompared = 1000;

/// The shortest solutions of a stage. With `prefer`, equal lengths are sorted by comfort, and the `count`
/// first of all solutions of these lengths are returned, up to kMostCompared; the order of equally
/// comfortable ones is that of Analyzer::solutions().
Result<std::vector<StageSolution>> shortest_ways(const Analyzer& analyzer, const Cube& cube,
                                                 SolutionsRequest request,
                                                 const std::optional<FaceSet>& prefer, const Run& run);

/// The rotation from how a scramble leaves the cube (`held`) to how it is held for the moves of a view.
std::string rotation_to(View view, Symmetry held);

}  // namespace halfturn

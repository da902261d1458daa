#include "front/stage_ways.h"

#include <algorithm>

#include "halfturn/notation.h"

namespace halfturn {

Result<std::vector<StageSolution>> shortest_ways(const Analyzer& analyzer, const Cube& cube,
                                                 SolutionsRequest request,
                                                 const std::optional<FaceSet>& prefer, const Run& run) {
  Result<std::vector<StageSolution>> ways = analyzer.solutions(cube, request, run);
  if (!ways || !prefer || ways->empty()) return ways;
  const std::size_t count = request.count;
  if (ways->size() == count && count < kMostCompared) {
    // There may be more of the last length.
    request.max_moves = static_cast<int>(ways->back().moves.size());
    request.count = kMostCompared;
    ways = analyzer.solutions(cube, request, run);
    if (!ways) return ways;
  }
  std::ranges::stable_sort(*ways, ComfortOrder(*prefer), &StageSolution::moves);
  ways->resize(std::min(ways->size(), count));
  return ways;
}

std::string rotation_to(View view, Symmetry held) {
  return format_rotation(held.inverse() * symmetry_of(view));
}

}  // namespace halfturn

#include "optimal/solutions.h"

#include <algorithm>

namespace halfturn::optimal {

Moves in_order(const Moves& moves) {
  Moves result;
  for (Move move : moves) {
    // Back over turns of the opposite face, to a turn of the same face or to where it belongs.
    auto at = result.end();
    while (at != result.begin() && axis_of((at - 1)->face()) == axis_of(move.face()) &&
           (at - 1)->face() >= move.face())
      --at;
    // Turns of the same face stand last among those that may be joined.
    const auto same = std::find_if(at, result.end(), [&](Move other) { return other.face() == move.face(); });
    if (same == result.end()) {
      result.insert(at, move);
      continue;
    }
    const int quarters = (same->quarters() + move.quarters()) % 4;
    if (quarters == 0)
      result.erase(same);
    else
      *same = Move{move.face(), quarters};
  }
  return result;
}

bool comes_before(const Moves& a, const Moves& b) {
  return std::ranges::lexicographical_compare(a, b, {}, &Move::index, &Move::index);
}

std::vector<Symmetry> symmetries_of(const Cube& cube) {
  std::vector<Symmetry> symmetries;
  for (int s = 0; s < kSymmetryCount; ++s)
    if (cube.seen_through(Symmetry::from_index(s)) == cube) symmetries.push_back(Symmetry::from_index(s));
  return symmetries;
}

Moves seen_through(const Moves& moves, Symmetry symmetry) {
  Moves result;
  for (Move move : moves) result.push_back(symmetry(move));
  return result;
}

MoveMask one_of_each_kind(MoveMask moves, const std::vector<Symmetry>& symmetries) {
  MoveMask chosen;
  for (MoveMask left = moves; !left.empty(); left = left.without_first()) {
    MoveMask images;
    for (Symmetry symmetry : symmetries) images = images | MoveMask::of(symmetry(left.first()));
    if ((images & chosen).empty()) chosen = chosen | MoveMask::of(left.first());
  }
  return chosen;
}

}  // namespace halfturn::optimal

#include "optimal/solutions.h"

#include <algorithm>

namespace halfturn::optimal {

bool comes_before(const Moves& a, const Moves& b) {
  return std::ranges::lexicographical_compare(a, b, {}, &Move::index, &Move::index);
}

std::vector<Symmetry> symmetries_of(const Cube& cube) {
  std::vector<Symmetry> symmetries;
  for (int s = 0; s < kSymmetryCount; ++s)
    if (cube.seen_through(Symmetry::from_index(s)) == cube) symmetries.push_back(Symmetry::from_index(s));
  return symmetries;
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

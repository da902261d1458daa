#pragma once

#include <set>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/symmetry.h"

namespace halfturn::optimal {

/// Before this or after it: by the indices of the moves, one by one.
bool comes_before(const Moves& a, const Moves& b);

/// The symmetries that keep a position, the identity first. A solution seen through one of them is a
/// solution.
std::vector<Symmetry> symmetries_of(const Cube& cube);

/// Of moves that some of these symmetries take to each other, the first.
MoveMask one_of_each_kind(MoveMask moves, const std::vector<Symmetry>& symmetries);

}  // namespace halfturn::optimal

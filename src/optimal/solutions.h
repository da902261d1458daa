#pragma once

#include <set>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/symmetry.h"

namespace halfturn::optimal {

/// The same sequence with turns of one face that follow each other made one, and of turns of opposite faces
/// that follow each other, U before D, R before L, F before B. Nothing is left of turns that cancel.
Moves in_order(const Moves& moves);

/// Before this or after it: by the indices of the moves, one by one.
bool comes_before(const Moves& a, const Moves& b);

/// The symmetries that keep a position, the identity first. A solution seen through one of them is a
/// solution.
std::vector<Symmetry> symmetries_of(const Cube& cube);

/// The sequence seen through a symmetry.
Moves seen_through(const Moves& moves, Symmetry symmetry);

/// Of moves that some of these symmetries take to each other, the first.
MoveMask one_of_each_kind(MoveMask moves, const std::vector<Symmetry>& symmetries);

}  // namespace halfturn::optimal

#pragma once

#include "halfturn/cube.h"
#include "halfturn/random.h"

/// What makes a position fit for a scramble.
namespace halfturn {

/// The longest scramble, in moves.
inline constexpr int kScrambleMoves = 20;

/// Whether at most one move solves it, so that its scramble would be shorter than the two moves required.
bool is_too_close(const Cube& cube);

/// A random position that is not too close, each of them equally likely.
Cube draw_scrambled(RandomCubes& random);

}  // namespace halfturn

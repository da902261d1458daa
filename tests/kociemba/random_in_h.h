#pragma once

#include "halfturn/cube.h"
#include "halfturn/random.h"

namespace halfturn {

/// The element of H that 60 random moves of H lead to.
inline Cube random_in_h(RandomCubes& random) {
  Cube cube;
  for (int i = 0; i < 60;) {
    const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
    if (!moves_of_h().has(move)) continue;
    cube.apply(move);
    ++i;
  }
  return cube;
}

}  // namespace halfturn

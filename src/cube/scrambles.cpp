#include "cube/scrambles.h"

#include <algorithm>

namespace halfturn {

bool is_too_close(const Cube& cube) {
  return cube.is_solved() ||
         std::ranges::any_of(kAllMoves, [&](Move move) { return cube.after(move).is_solved(); });
}

Cube draw_scrambled(RandomCubes& random) {
  while (true) {
    const Cube cube = random.next();
    if (!is_too_close(cube)) return cube;
  }
}

}  // namespace halfturn

#pragma once

#include <array>
#include <cstdint>

#include "halfturn/random.h"
#include "stage/stage_goals.h"

namespace halfturn::reference {

/// Random positions that have reached a given stage, and random moves away from them. The same seed gives the
/// same positions.
class RandomGoals {
 public:
  explicit RandomGoals(std::uint64_t seed) : random_(seed) {}

  /// A position that meets the goal and is mixed up wherever the goal leaves it free.
  Cube meeting(const Goal& goal, Face bottom);

  /// The cube after `moves` random moves, no two in a row of the same face.
  Cube moved(const Cube& cube, int moves);

  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound))); }

 private:
  std::array<int, 4> shuffled();
  void turn(Cube& cube, Face face);
  void mix_step(Cube& cube, const Frame& frame, unsigned kept_corners, unsigned kept_edges, int axis);

  RandomCubes random_;
};

}  // namespace halfturn::reference

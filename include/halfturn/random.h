#pragma once

#include <cstdint>
#include <random>

#include "halfturn/cube.h"
#include "halfturn/metric.h"

namespace halfturn {

/// Uniformly random positions of the whole cube. The same seed gives the same positions on every machine.
/// Not safe to share between threads.
class RandomCubes {
 public:
  explicit RandomCubes(std::uint64_t seed) : engine_(seed) {}

  Cube next();  ///< each of the 43,252,003,274,489,856,000 positions equally likely

  /// A uniform number in 0 .. bound - 1 from the same stream. `bound` must be positive.
  std::uint32_t below(std::uint32_t bound);

 private:
  std::mt19937_64 engine_;  // the C++ standard fixes its output, but not that of the library's distributions
};

/// A random sequence of exactly this length, without turns that cancel or join: no face twice in a row, and
/// opposite faces next to each other once each, U before D, R before L, F before B. Every turn is drawn with
/// equal chances from those that may come next and fit. Its position is not uniformly random.
Moves random_moves(RandomCubes& random, int length, Metric metric);

}  // namespace halfturn

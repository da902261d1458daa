#pragma once

#include <cstdint>
#include <random>

#include "halfturn/cube.h"

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

}  // namespace halfturn

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "halfturn/cover.h"
#include "halfturn/cube.h"
#include "halfturn/phase1.h"

namespace halfturn {

/// How often a cover holds a position: along how many of its three axes, and of its inverse's three, the
/// class is chosen. A table of 12 kB turns a position's edges into the six pairs (flip, slice) without
/// applying a symmetry. Immutable.
class CoverMultiplicity {
 public:
  explicit CoverMultiplicity(const Phase1Table& table, const Cover& cover);

  /// 1 .. 6, or 0 if the cover leaves out both the position and its inverse.
  int count(const Cube& cube) const;

 private:
  static constexpr std::size_t kViews = 6;  // the axes of the position, then those of its inverse

  bool everything_;  // every class is chosen: nothing to look up
  // By place and what stands there (piece + 16 * flip): for each view, bit p: flip of the edge at place p,
  // bit 12 + p: place p holds an edge of the slice. Two more views make it a whole number of vectors.
  std::array<std::array<std::array<std::uint32_t, kViews + 2>, 32>, kEdgeCount> bits_{};
  std::array<std::uint16_t, 4096> slice_of_places_{};  // by the set of places as bits
  std::vector<bool> chosen_;                           // by slice * kFlipCount + flip
};

}  // namespace halfturn

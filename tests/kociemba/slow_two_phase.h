#pragma once

#include <unordered_map>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"

namespace halfturn {

/// The two-phase algorithm without pruning tables or coordinates: every phase-1 sequence is tried, H is
/// recognised piece by piece, and distances within H come from a plain map. Only for cubes a few moves from
/// solved.
class SlowTwoPhase {
 public:
  /// `radius`: the longest phase 2 that it knows.
  explicit SlowTwoPhase(int radius, Metric metric = Metric::half) : metric_(metric) {
    std::vector<std::vector<Cube>> levels(static_cast<std::size_t>(radius) + 3);
    levels[0] = {Cube()};
    for (int depth = 0; depth <= radius; ++depth) {
      for (const Cube& cube : levels[static_cast<std::size_t>(depth)]) {
        if (!home_.emplace(cube, depth).second) continue;
        for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
          levels[static_cast<std::size_t>(depth + cost(left.first(), metric))].push_back(
              cube.after(left.first()));
      }
    }
  }

  /// Length of the shortest solution of at most `longest`; -1 if there is none.
  int shortest(const Cube& cube, int longest) const {
    for (int length = 0; length <= longest; ++length)
      for (int phase1 = 0; phase1 <= length; ++phase1)
        if (solves(cube, phase1, length - phase1)) return length;
    return -1;
  }

 private:
  static bool in_h(const Cube& cube) {
    for (int p = 0; p < kCornerCount; ++p)
      if (cube.corner_at(p).turn != 0) return false;
    for (int p = 0; p < kEdgeCount; ++p) {
      const PlacedPiece edge = cube.edge_at(p);
      if (edge.turn != 0 || (edge.piece >= kFirstSliceEdge) != (p >= kFirstSliceEdge)) return false;
    }
    return true;
  }

  bool solves(const Cube& cube, int phase1, int phase2) const {
    if (phase1 > 0) {
      for (Move move : kAllMoves)
        if (cost(move, metric_) <= phase1 && solves(cube.after(move), phase1 - cost(move, metric_), phase2))
          return true;
      return false;
    }
    if (!in_h(cube)) return false;
    const auto at = home_.find(cube);
    return at != home_.end() && at->second <= phase2;
  }

  Metric metric_;
  std::unordered_map<Cube, int> home_;
};

}  // namespace halfturn

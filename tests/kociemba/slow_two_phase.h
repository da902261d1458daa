#pragma once

#include <unordered_map>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/move.h"

namespace halfturn {

/// The two-phase algorithm without pruning tables or coordinates: every phase-1 sequence is tried, H is
/// recognised piece by piece, and distances within H come from a plain map. Only for cubes a few moves from
/// solved.
class SlowTwoPhase {
 public:
  /// `radius`: the longest phase 2 that it knows, in moves.
  explicit SlowTwoPhase(int radius) {
    home_.emplace(Cube(), 0);
    std::vector<Cube> frontier = {Cube()};
    for (int depth = 1; depth <= radius; ++depth) {
      std::vector<Cube> next;
      for (const Cube& cube : frontier)
        for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
          if (const Cube there = cube.after(left.first()); home_.emplace(there, depth).second)
            next.push_back(there);
      frontier = std::move(next);
    }
  }

  /// Length of the shortest solution of at most `longest` moves; -1 if there is none.
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
        if (solves(cube.after(move), phase1 - 1, phase2)) return true;
      return false;
    }
    if (!in_h(cube)) return false;
    const auto at = home_.find(cube);
    return at != home_.end() && at->second <= phase2;
  }

  std::unordered_map<Cube, int> home_;
};

}  // namespace halfturn

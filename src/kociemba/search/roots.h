#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/solve.h"
#include "kociemba/search/phase1_search.h"

namespace halfturn {

/// One of the six positions from which a cube can be solved: the cube or its inverse, turned to bring one of
/// the three axes to U-D.
struct Start {
  Cube cube;
  Symmetry seen_through;
  bool inverted = false;

  /// Turns a solution of the start into one of the cube.
  Moves solution(const Moves& moves) const;
};

/// The chosen starts of a cube. Of starts that differ only by a symmetry of H, keeps the first, so that a
/// symmetric (or antisymmetric) cube is not searched twice.
std::vector<Start> make_starts(const Phase1Coordinates& coordinates, const Cube& cube, StartMask chosen);

/// The roots of some starts, made on first use: without a tail one for each start; with a tail of t moves,
/// one for each start and each sequence of t moves that does not begin with a move of H. Not thread-safe.
class SolveRootSet {
 public:
  SolveRootSet(const SearchTables& tables, std::span<const Start> starts)
      : tables_(tables), starts_(starts) {}

  /// All roots with tails of this length, start by start.
  std::span<const SolveRoot> with_tail(std::size_t length);

  /// The roots one move of phase 1 after a root without a tail, for the moves after which `togo - 1` more can
  /// still reach H.
  std::vector<SolveRoot> after_first_move(const SolveRoot& root, int togo) const;

 private:
  SolveRoot make_root(const Cube& cube, std::size_t start) const;

  const SearchTables& tables_;
  std::span<const Start> starts_;
  std::array<std::vector<SolveRoot>, SolveRoot::kLongestTail + 1> roots_;
};

}  // namespace halfturn

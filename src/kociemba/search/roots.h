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

/// One of the six positions from which a cube can be approached: seen along one of its axes, as it is or
/// inverted.
struct Start {
  Cube cube;
  Symmetry seen_through;
  bool inverted = false;

  /// The cube's own solution, from one of the start.
  Moves solution(const Moves& moves) const;
};

/// The chosen starts of a cube. Of those that differ only by a symmetry of H only the first is kept, so that
/// a symmetric (or antisymmetric) cube is not searched twice.
std::vector<Start> make_starts(const Phase1Coordinates& coordinates, const Cube& cube, StartMask chosen);

/// The roots that belong to starts, made when they are first asked for: without a tail one for each start,
/// with a tail of length t one for each start and each sequence of t moves that does not begin with a move of
/// H.
class SolveRootSet {
 public:
  SolveRootSet(const Phase1Table& phase1, std::span<const Start> starts) : phase1_(phase1), starts_(starts) {}

  /// All roots with tails of that length, start by start.
  std::span<const SolveRoot> with_tail(std::size_t length);

  /// The roots one move into phase 1 from a root without a tail, where `togo` moves more (this one included)
  /// can do it.
  std::vector<SolveRoot> after_first_move(const SolveRoot& root, int togo) const;

 private:
  SolveRoot make_root(const Cube& cube, std::size_t start) const;

  const Phase1Table& phase1_;
  std::span<const Start> starts_;
  std::array<std::vector<SolveRoot>, SolveRoot::kLongestTail + 1> roots_;
};

}  // namespace halfturn

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "halfturn/move.h"
#include "halfturn/phase2.h"
#include "kociemba/search/phase1_search.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/tables/arrangement.h"

/// What every search does with a way into H.
namespace halfturn {

/// The position of pieces that are in H.
inline Phase2Position phase2_position(const PieceBytes& pieces) {
  const auto& b = pieces.byte;
  return {arrangement_of({b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23]}),
          arrangement_of({b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]}),
          order_of({b[8], b[9], b[10], b[11]})};
}

/// The parts of a solution of the root's start, one behind the other: the moves of phase 1 by their indices,
/// its short ending, phase 2, and the root's tail.
inline Moves whole_solution(const SolveRoot& root, std::span<const std::uint8_t> phase1,
                            std::span<const Move> ending, const Moves& home) {
  Moves moves;
  for (const std::uint8_t move : phase1) moves.push_back(Move::from_index(move));
  moves.insert(moves.end(), ending.begin(), ending.end());
  moves.insert(moves.end(), home.begin(), home.end());
  moves.insert(moves.end(), root.tail.begin(), root.tail.begin() + root.tail_length);
  return moves;
}

}  // namespace halfturn

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "halfturn/phase1.h"
#include "kociemba/search/piece_bytes.h"

namespace halfturn {

/// A node of a search over the tree of phase 1, many nodes abreast: it waits in a buffer while its entry of
/// the phase-1 table is prefetched. `Own` is what a search keeps with its nodes, small enough for the node to
/// fit into a cache line.
template <class Own>
struct Phase1Node {
  PieceBytes pieces;
  std::array<std::uint16_t, 3>
      place;               // the coset; not a Phase1Coset, which would clear every buffer of nodes
  std::uint8_t symmetry;   // under which the entry is stored
  std::uint32_t position;  // of its entry
  Own own;

  Phase1Coset coset() const { return {place[0], place[1], place[2]}; }
  void set_coset(Phase1Coset c) { place = {c.twist, c.flip, c.slice}; }

  /// Prefetches the entry, so that a later moves() does not wait for it. `coordinates` are the table's;
  /// passing them saves a read.
  void ask(const Phase1Table& table, const Phase1Coordinates& coordinates) {
    const Phase1Coordinates::ReducedIndex at = coordinates.reduced_index(coset());
    position = static_cast<std::uint32_t>(at.position);
    symmetry = static_cast<std::uint8_t>(at.symmetry);
    table.prefetch_at(at.position);
  }
  /// The moves after which `togo - 1` moves can still reach H.
  MoveMask moves(const Phase1Table& table, int togo) const {
    return table.moves_at(position, symmetry, togo);
  }
};

/// How many nodes a buffer holds, and so how many reads are in flight.
inline constexpr std::size_t kPhase1Buffer = 64;
/// A node of a buffer, by its number, and a move to make from there.
struct Phase1Step {
  std::uint8_t node;
  std::uint8_t move;
};

/// All moves worth trying from the nodes of a buffer. How many a node has is unpredictable, and a wrongly
/// predicted branch costs more than a read; so a few are always written, but only the real ones are counted.
class Phase1Steps {
 public:
  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  Phase1Step operator[](std::size_t i) const { return step_[i]; }

  [[gnu::always_inline]] void add(std::size_t node, std::uint32_t moves) {
    Phase1Step* out = &step_[count_];
    count_ += static_cast<std::size_t>(std::popcount(moves));
    for (std::size_t k = 0; k < kWritten || moves != 0; ++k, moves &= moves - 1)
      out[k] = {static_cast<std::uint8_t>(node), static_cast<std::uint8_t>(std::countr_zero(moves))};
  }

 private:
  static constexpr std::size_t kWritten = 4;
  std::array<Phase1Step, kPhase1Buffer * kMoveCount + kWritten> step_;
  std::size_t count_ = 0;
};

/// The most moves to go at the start of such a search.
inline constexpr int kMostPhase1Moves = 20;

}  // namespace halfturn

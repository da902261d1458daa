#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/metric.h"
#include "halfturn/move.h"

namespace halfturn {

/// Which turns a search tries after others, so that it meets no sequence twice that only differs in the order
/// of opposite faces, and every position keeps a shortest one.
///
/// A search makes only turns that count one, so that each of its steps is as long as any other. In the half
/// metric these are the 18 moves, by moves_after(). In the quarter metric they are the twelve quarter turns,
/// and a half turn is the same clockwise turn made twice.
///
/// What may come next is a set of bits: one for each move, by index, and above them one for each face that
/// may be turned twice. The latter are for sequences that are known beforehand: after R, the sequence R U may
/// follow, but not R R U.
template <Metric metric>
class TurnOrder {
 public:
  using Bits = std::uint32_t;

  /// At the beginning.
  static constexpr Bits first() { return with_pairs(moves_of_cost_one(metric)); }
  /// After one turn that is no second half of a half turn.
  static constexpr Bits after(Move last) { return kAfter[static_cast<std::size_t>(last.index())]; }
  /// After the same turn made twice.
  static constexpr Bits after_pair(Move last) { return kAfterPair[static_cast<std::size_t>(last.index())]; }

  /// After the first `length` elements of a sequence of moves, or of their indices.
  template <class Path>
  static constexpr Bits after_path(const Path& moves, std::size_t length) {
    if (length == 0) return first();
    const Move last = move_of(moves[length - 1]);
    if constexpr (metric == Metric::quarter)
      if (length > 1 && moves[length - 2] == moves[length - 1]) return after_pair(last);
    return after(last);
  }

  /// What a sequence that begins with these moves needs: one of the bits.
  static constexpr Bits beginning(Move move) { return 1u << move.index(); }
  static constexpr Bits beginning_with_pair(Move move) {
    return 1u << (kMoveCount + static_cast<int>(move.face()));
  }

  static constexpr MoveMask moves(Bits bits) { return MoveMask{bits} & MoveMask::all(); }

 private:
  static constexpr Move move_of(Move move) { return move; }
  static constexpr Move move_of(std::uint8_t index) { return Move::from_index(index); }

  static constexpr Bits with_pairs(MoveMask moves) {
    Bits bits = moves.bits();
    if (metric == Metric::quarter)
      for (int f = 0; f < kFaceCount; ++f)
        if (moves.has(Move(static_cast<Face>(f), 1)))
          bits |= beginning_with_pair(Move(static_cast<Face>(f), 1));
    return bits;
  }
  static constexpr std::array<Bits, kMoveCount> kAfterPair = [] {
    std::array<Bits, kMoveCount> after{};
    for (const Move move : kAllMoves)
      after[static_cast<std::size_t>(move.index())] =
          with_pairs(moves_after(move) & moves_of_cost_one(metric));
    return after;
  }();
  static constexpr std::array<Bits, kMoveCount> kAfter = [] {
    std::array<Bits, kMoveCount> after = kAfterPair;
    for (const Move move : kAllMoves)
      if (metric == Metric::quarter && move.quarters() == 1)
        after[static_cast<std::size_t>(move.index())] |= beginning(move);
    return after;
  }();
};

}  // namespace halfturn

#include "kociemba/finishes.h"

#include <algorithm>
#include <utility>

namespace halfturn {

namespace {

/// A sequence under construction, from its end in H backwards.
struct Backward {
  Phase1Coset coset;  // where it starts
  Cube cube;          // what it does
  std::vector<Move> moves;
};

/// Whether `then` may follow `first`, as moves_after says.
bool follows(Move first, Move then) {
  return moves_after(first).has(then);
}

}  // namespace

Finishes::Finishes(const Phase1Coordinates& coordinates) : slots_(kSlots) {
  std::vector<Backward> level = {Backward{}};
  for (int length = 0; length <= kLongest; ++length) {
    if (length > 0) {
      std::vector<Backward> longer;
      for (const Backward& shorter : level) {
        for (Move move : kAllMoves) {
          if (!shorter.moves.empty() && !follows(move, shorter.moves.front())) continue;
          const Phase1Coset start = coordinates.after(shorter.coset, move.inverse());
          if (start.in_h()) continue;
          std::vector<Move> moves = {move};
          moves.insert(moves.end(), shorter.moves.begin(), shorter.moves.end());
          longer.push_back({start, Cube::of(move) * shorter.cube, std::move(moves)});
        }
      }
      level = std::move(longer);
    }
    const auto key = [length](const Backward& b) { return key_of(b.coset, length); };
    std::ranges::stable_sort(level, {}, key);
    for (const Backward& finish : level) {
      std::size_t slot = hash(key(finish));
      while (slots_[slot].key != kEmpty && slots_[slot].key != key(finish)) slot = (slot + 1) % kSlots;
      const auto number = static_cast<std::uint32_t>(pieces_.size());
      if (slots_[slot].key == kEmpty) slots_[slot] = {key(finish), {number, number}};
      slots_[slot].range.end = number + 1;
      pieces_.push_back(PieceBytes::of(finish.cube));
      first_move_bit_.push_back(finish.moves.empty() ? ~0u : 1u << finish.moves.front().index());
      Sequence sequence;
      std::ranges::copy(finish.moves, sequence.move.begin());
      sequence.length = finish.moves.size();
      moves_.push_back(sequence);
    }
  }
}

}  // namespace halfturn

#include "kociemba/search/short_endings.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace halfturn {

namespace {

/// A sequence under construction, from its end in H backwards.
struct Backward {
  Phase1Coset coset;  // where it starts
  Cube cube;          // what it does
  std::vector<Move> moves;
};

/// Whether `then` may follow `first`, by moves_after().
bool follows(Move first, Move then) {
  return moves_after(first).has(then);
}

}  // namespace

ShortEndings::ShortEndings(const Phase1Coordinates& coordinates, EndingRule rule) {
  // There are at most 8,511 pairs of coset and length, so most slots stay empty and lookups are short.
  const std::size_t slots = rule == EndingRule::any ? std::size_t{1} << 16 : std::size_t{1} << 15;
  slots_.resize(slots);
  hash_shift_ = 64 - std::countr_zero(slots);
  const auto counts = [&](Move move, Phase1Coset start, bool last) {
    switch (rule) {
      case EndingRule::first_entry:
        return !start.in_h();
      case EndingRule::last_move_outside:
        return !last || !moves_of_h().has(move);
      case EndingRule::any:
        break;
    }
    return true;
  };
  std::vector<Backward> level = {Backward{}};
  for (int length = 0; length <= kLongest; ++length) {
    if (length > 0) {
      std::vector<Backward> longer;
      for (const Backward& shorter : level) {
        for (Move move : kAllMoves) {
          if (!shorter.moves.empty() && !follows(move, shorter.moves.front())) continue;
          const Phase1Coset start = coordinates.after(shorter.coset, move.inverse());
          if (!counts(move, start, length == 1)) continue;
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
      while (slots_[slot].key != kEmpty && slots_[slot].key != key(finish)) slot = (slot + 1) % slots_.size();
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

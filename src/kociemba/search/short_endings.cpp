#include "kociemba/search/short_endings.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kociemba/search/turn_order.h"

namespace halfturn {

namespace {

/// A sequence under construction, from its end in H backwards.
struct Backward {
  Phase1Coset coset;  // where it starts
  Cube cube;          // what it does
  std::vector<Move> moves;
};

/// The bit of a sequence's beginning, and the bits of what may follow a move.
template <Metric metric>
struct Beginnings {
  using Order = TurnOrder<metric>;
  static std::uint32_t of(const std::vector<Move>& moves) {
    if (moves.empty()) return ~0u;
    const bool is_pair = moves.size() > 1 && moves[0] == moves[1];
    return is_pair ? Order::beginning_with_pair(moves[0]) : Order::beginning(moves[0]);
  }
  static bool may_follow(Move first, const std::vector<Move>& then) {
    return (Order::after(first) & of(then)) != 0;
  }
};

}  // namespace

ShortEndings::ShortEndings(const Phase1Coordinates& coordinates, Metric metric) {
  const bool half = metric == Metric::half;
  const auto beginning = half ? Beginnings<Metric::half>::of : Beginnings<Metric::quarter>::of;
  const auto may_follow =
      half ? Beginnings<Metric::half>::may_follow : Beginnings<Metric::quarter>::may_follow;
  // There are at most 8,511 pairs of coset and length, so most slots stay empty and lookups are short.
  constexpr std::size_t kSlots = std::size_t{1} << 15;
  slots_.resize(kSlots);
  hash_shift_ = 64 - std::countr_zero(kSlots);
  std::vector<Backward> level = {Backward{}};
  for (int length = 0; length <= kLongest; ++length) {
    if (length > 0) {
      std::vector<Backward> longer;
      for (const Backward& shorter : level) {
        for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first()) {
          const Move move = left.first();
          if (!may_follow(move, shorter.moves)) continue;
          const Phase1Coset start = coordinates.after(shorter.coset, move.inverse());
          if (start.in_h()) continue;  // it was there before
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
      first_move_bit_.push_back(beginning(finish.moves));
      Sequence sequence;
      std::ranges::copy(finish.moves, sequence.move.begin());
      sequence.length = finish.moves.size();
      moves_.push_back(sequence);
    }
  }
}

}  // namespace halfturn

#include "coset/endings.h"

#include <utility>

#include "halfturn/cube.h"

namespace halfturn {

namespace {

/// A sequence under construction, from its end in H backwards.
struct Backward {
  Phase1Coset coset;  // where it starts
  PieceBytes pieces;  // what it does
  std::uint32_t first_move_bit = ~0u;
  std::uint32_t needed = 0;  // as in CosetEndings::sequence()
};

/// Calls `visit` with all sequences of one move more, by a move in front of each, for which `wanted(coset)`.
template <class Wanted, class Visit>
void lengthen(const std::vector<Backward>& level, const Phase1Coordinates& coordinates, MoveMask moves,
              const Wanted& wanted, const Visit& visit) {
  std::array<PieceBytes, kMoveCount> pieces;
  for (std::size_t m = 0; m < pieces.size(); ++m) pieces[m] = PieceBytes::of(Cube::of(kAllMoves[m]));
  for (const Backward& then : level)
    for (MoveMask left = moves; !left.empty(); left = left.without_first()) {
      const Move move = left.first();
      if ((moves_after(move).bits() & then.first_move_bit) == 0) continue;
      const Phase1Coset coset = coordinates.after(then.coset, move.inverse());
      if (!wanted(coset)) continue;
      const auto m = static_cast<std::size_t>(move.index());
      const bool is_pair =
          then.needed != 0 && MoveMask{then.first_move_bit}.first().face() == opposite(move.face());
      visit(Backward{.coset = coset,
                     .pieces = PortableBytes::compose(pieces[m], then.pieces),
                     .first_move_bit = 1u << m,
                     .needed = 1u << m | (is_pair ? then.first_move_bit : 0u)});
    }
}

}  // namespace

CosetEndings::CosetEndings(const Phase1Coordinates& coordinates, std::span<const std::uint32_t> positions,
                           EndingRule rule)
    : hash_(positions) {
  const auto is_stored = [&](Phase1Coset coset) { return coordinates.reduced_index(coset).symmetry == 0; };
  std::vector<Backward> level = {Backward{.coset = {}, .pieces = PieceBytes::of(Cube{})}};
  for (int length = 0; length <= kLongest; ++length) {
    std::vector<Backward> stored;
    if (length == 0) stored = level;
    if (length > 0) {
      const bool outside = length == 1 && rule == EndingRule::last_move_outside;
      const MoveMask moves{MoveMask::all().bits() & ~(outside ? moves_of_h().bits() : 0u)};
      std::vector<Backward> longer;
      // The last level is not lengthened: only what is stored of it matters.
      if (length < kLongest) {
        lengthen(
            level, coordinates, moves, [](Phase1Coset) { return true; },
            [&](const Backward& sequence) { longer.push_back(sequence); });
        for (const Backward& sequence : longer)
          if (is_stored(sequence.coset)) stored.push_back(sequence);
      } else {
        lengthen(level, coordinates, moves, is_stored,
                 [&](const Backward& sequence) { stored.push_back(sequence); });
      }
      level = std::move(longer);
    }
    // Sorted by place, by counting.
    Paged<Range>& ranges = ranges_[static_cast<std::size_t>(length)];
    ranges.resize(hash_.size());
    const auto range_of = [&](const Backward& sequence) -> Range& {
      return ranges[hash_.place_of(coordinates.reduced_index(sequence.coset).position)];
    };
    for (const Backward& sequence : stored) ++range_of(sequence).count;
    auto begin = static_cast<std::uint32_t>(sequences_.size());
    for (Range& range : ranges) {
      range.begin = begin;
      begin += std::exchange(range.count, 0);
    }
    sequences_.resize(begin);
    for (const Backward& sequence : stored) {
      Range& range = range_of(sequence);
      PackedPieces packed = PackedPieces::of(sequence.pieces);
      packed.own = sequence.needed;
      sequences_[range.begin + range.count++] = packed;
    }
  }
}

}  // namespace halfturn

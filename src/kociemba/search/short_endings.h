#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfturn/metric.h"
#include "halfturn/phase1.h"
#include "kociemba/search/piece_bytes.h"

namespace halfturn {

/// The last moves of phase 1, precomputed: for every coset near H and every t <= kLongest, all sequences of
/// exactly t turns that count one, end in H and were not there before: phase 2 goes on from there. So a
/// search reads no large table for its last moves.
class ShortEndings {
 public:
  static constexpr int kLongest = 4;

  explicit ShortEndings(const Phase1Coordinates& coordinates, Metric metric = Metric::half);

  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  /// The sequences of exactly `length` moves from the coset.
  Range find(Phase1Coset coset, int length) const {
    const std::uint64_t key = key_of(coset, length);
    for (std::size_t slot = hash(key);; slot = (slot + 1) % slots_.size()) {
      if (slots_[slot].key == key) return slots_[slot].range;
      if (slots_[slot].key == kEmpty) return {};
    }
  }

  /// For a find() soon.
  void prefetch(Phase1Coset coset, int length) const {
    __builtin_prefetch(&slots_[hash(key_of(coset, length))]);
  }

  const PieceBytes& pieces(std::uint32_t sequence) const { return pieces_[sequence]; }
  /// The bit of its beginning, see TurnOrder: in the half metric, of its first move in a MoveMask. All bits
  /// for the empty sequence.
  std::uint32_t first_move_bit(std::uint32_t sequence) const { return first_move_bit_[sequence]; }
  std::span<const Move> moves(std::uint32_t sequence) const {
    return {moves_[sequence].move.data(), moves_[sequence].length};
  }

 private:
  struct Slot {
    std::uint64_t key = kEmpty;
    Range range;
  };
  struct Sequence {
    std::array<Move, kLongest> move;
    std::size_t length = 0;
  };
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  static std::uint64_t key_of(Phase1Coset coset, int length) {
    return (std::uint64_t{coset.twist} << 32 | std::uint64_t{coset.slice} << 16 | coset.flip) * 8 +
           static_cast<std::uint64_t>(length);
  }
  std::size_t hash(std::uint64_t key) const { return key * 0x9E3779B97F4A7C15U >> hash_shift_; }

  std::vector<Slot> slots_;  // a hash table; its size is a power of two
  int hash_shift_ = 0;
  std::vector<PieceBytes> pieces_;
  std::vector<std::uint32_t> first_move_bit_;
  std::vector<Sequence> moves_;
};

}  // namespace halfturn

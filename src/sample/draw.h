#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "stage/pattern/pattern.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// Random numbers, the same on every machine: a separate stream for each seed and index, cheap to start. The
/// generator is xoshiro256**, seeded by splitmix64.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t state = mixed(mixed(seed + kStep) + index * kStep);
    for (std::uint64_t& word : words_) word = mixed(state += kStep);
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  /// A uniform number in 0 .. bound - 1. `bound` must be positive.
  std::uint32_t below(std::uint32_t bound) {
    // The product's upper half is the number. Draw again if the lower half is one of the few that would make
    // some numbers more likely.
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t unfair = (0 - bound) % bound;
      while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The same for bounds beyond 32 bits.
  std::uint64_t below_large(std::uint64_t bound) {
    const std::uint64_t first_fair = (0 - bound) % bound;
    std::uint64_t number = next();
    while (number < first_fair) number = next();
    return number % bound;
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15;
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  std::array<std::uint64_t, 4> words_{};
};

/// Places all pieces but the fixed ones at random: every position with these fixed pieces is equally likely.
/// The fixed pieces must be in different places. False if no position has them. If at least one edge and one
/// corner are free, and two of either kind, it always succeeds, and the number of positions does not depend
/// on where the fixed pieces are.
bool complete(PieceState& state, PieceMask fixed, Draw& draw);

/// The position as a cube. The state must be complete.
Cube cube_of(const PieceState& state);

}  // namespace halfturn::stage

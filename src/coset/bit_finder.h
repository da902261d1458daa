#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "coset/layout.h"

namespace halfturn {

/// From pieces in their places to a bit of the bitmap, by small tables. 350 kB, made to stay in the
/// second-level cache; immutable.
class BitFinder {
 public:
  explicit BitFinder(const BitmapLayout& layout);

  /// The number of the bit, byte * 8 + bit, of a position in H, from its pieces: three bits for each of the
  /// eight corners and of the eight outer edges, two for each of the four edges of the slice, as
  /// PortableBytes packs them.
  std::uint64_t bit_of(std::size_t corner_key, std::size_t edge_key, std::size_t slice_key) const {
    const std::uint64_t byte = std::uint64_t{corner_offset_[rank(corner_key)]} + edge_offset_[rank(edge_key)];
    return byte * 8 + slice_bit_[slice_key];
  }

 private:
  /// A number below 40320 for eight pieces of three bits each: which ones stand in the first four places and
  /// how, and in which order the others stand.
  std::size_t rank(std::size_t key) const { return first_four_[key % 4096] + last_four_[key / 4096]; }

  std::array<std::uint16_t, 4096> first_four_{};
  std::array<std::uint8_t, 4096> last_four_{};
  std::array<std::uint32_t, kArrangements> corner_offset_{};
  std::array<std::uint32_t, kArrangements> edge_offset_{};
  std::array<std::uint16_t, 256> slice_bit_{};
};

}  // namespace halfturn

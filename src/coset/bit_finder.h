#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "coset/layout.h"

namespace halfturn {

/// Finds the bit of a position from its pieces, by small tables: 335 kB, to stay in the second-level cache.
/// Immutable.
class BitFinder {
 public:
  explicit BitFinder(const BitmapLayout& layout);

  /// The bit of a position in H, as byte * 8 + bit. The keys have three bits for each of the eight corners
  /// and of the eight edges outside the slice, and two for each of the four slice edges, as PortableBytes
  /// packs them.
  std::uint64_t bit_of(std::size_t corner_key, std::size_t edge_key, std::size_t slice_key) const {
    const std::uint64_t byte = std::uint64_t{corner_offset_[rank(corner_key)]} + edge_offset_[rank(edge_key)];
    return byte * 8 + slice_bit_[slice_key];
  }

 private:
  /// A number below 40320 for eight pieces of three bits each: from which pieces stand in the first four
  /// places and how, plus the order of the other four.
  std::size_t rank(std::size_t key) const { return first_four_[key % 4096] + last_four_[key / 4096]; }

  std::array<std::uint16_t, 4096> first_four_{};
  std::array<std::uint8_t, 4096> last_four_{};
  std::array<std::uint32_t, kArrangements> corner_offset_{};
  std::array<std::uint32_t, kArrangements> edge_offset_{};
  std::array<std::uint16_t, 256> slice_bit_{};
};

}  // namespace halfturn

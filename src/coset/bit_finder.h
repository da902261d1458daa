#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "coset/layout.h"
#include "coset/pending_bits.h"

namespace halfturn {

/// Finds the bit of a position from its pieces, by small tables: 335 kB, to stay in the second-level cache.
/// Immutable.
class BitFinder {
 public:
  explicit BitFinder(const BitmapLayout& layout);

  /// Where the bit of a position in H is. The keys have three bits for each of the eight corners and of the
  /// eight edges outside the slice, and two for each of the four slice edges, as PortableBytes packs them.
  RegionBit bit_of(std::size_t corner_key, std::size_t edge_key, std::size_t slice_key) const {
    const CornerPlace corners = corner_place_[rank(corner_key)];
    const std::uint32_t byte = corners.halves * std::uint32_t{kHalfBytes} + edge_offset_[rank(edge_key)];
    return {static_cast<std::uint16_t>(corners.region), byte * 8 + slice_bit_[slice_key]};
  }

 private:
  /// A number below 40320 for eight pieces of three bits each: from which pieces stand in the first four
  /// places and how, plus the order of the other four.
  std::size_t rank(std::size_t key) const { return first_four_[key % 4096] + last_four_[key / 4096]; }

  std::array<std::uint16_t, 4096> first_four_{};
  std::array<std::uint8_t, 4096> last_four_{};
  /// Where the positions with a corner arrangement begin.
  struct CornerPlace {
    std::uint32_t region : 12;
    std::uint32_t halves : 20;  // within the region
  };

  std::array<CornerPlace, kArrangements> corner_place_{};
  std::array<std::uint32_t, kArrangements> edge_offset_{};
  std::array<std::uint16_t, 256> slice_bit_{};
};

}  // namespace halfturn

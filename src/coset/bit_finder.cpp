#include "coset/bit_finder.h"

#include "kociemba/tables/arrangement.h"

namespace halfturn {

namespace {

/// Four numbers of `Bits` bits each.
template <unsigned Bits>
std::array<std::uint8_t, 4> unpack(std::size_t key) {
  std::array<std::uint8_t, 4> numbers{};
  for (std::size_t i = 0; i < 4; ++i)
    numbers[i] = static_cast<std::uint8_t>(key >> (Bits * i) & ((1u << Bits) - 1));
  return numbers;
}

bool all_differ(const std::array<std::uint8_t, 4>& numbers) {
  unsigned seen = 0;
  for (std::uint8_t number : numbers) {
    if ((seen >> number & 1u) != 0) return false;
    seen |= 1u << number;
  }
  return true;
}

}  // namespace

BitFinder::BitFinder(const BitmapLayout& layout) {
  std::uint16_t next = 0;
  for (std::size_t key = 0; key < first_four_.size(); ++key) {
    const auto pieces = unpack<3>(key);
    if (!all_differ(pieces)) continue;
    first_four_[key] = next;
    last_four_[key] = order_of(pieces);
    next = static_cast<std::uint16_t>(next + kLayerOrders);
  }
  for (std::size_t a = 0; a < kArrangements; ++a) {
    const EightPieces pieces = pieces_of(static_cast<std::uint16_t>(a));
    std::size_t key = 0;
    for (std::size_t p = 0; p < pieces.size(); ++p) key |= std::size_t{pieces[p]} << (3 * p);
    const std::uint32_t corners = layout.corner_offset(a);
    corner_place_[rank(key)] = {static_cast<std::uint32_t>(corners / kRegionBytes) & 0xFFF,
                                static_cast<std::uint32_t>(corners % kRegionBytes / kHalfBytes) & 0xFFFFF};
    edge_offset_[rank(key)] = layout.edge_offset(a);
  }
  for (std::size_t key = 0; key < slice_bit_.size(); ++key) {
    const auto pieces = unpack<2>(key);
    if (!all_differ(pieces)) continue;
    const BitmapLayout::SlicePlace place = layout.slice_place(order_of(pieces));
    slice_bit_[key] = static_cast<std::uint16_t>(place.offset * 8 + place.bit);
  }
}

}  // namespace halfturn

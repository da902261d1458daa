#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfturn {

/// Eight pieces in eight places, four of each layer: the corners, or the edges outside the slice, of a
/// position in H.
///
/// The number of an arrangement is (layering * 24 + upper) * 24 + lower: which places hold pieces 0 .. 3 (the
/// upper layer's), the order of these, and the order of the others. A move or symmetry of H maps layerings to
/// layerings, and for each layering the two orders separately, which makes the tables quick to build. The
/// solved arrangement has number 0.
inline constexpr std::size_t kArrangements = 40320;
inline constexpr std::size_t kLayerings = 70;    // 8 choose 4
inline constexpr std::size_t kLayerOrders = 24;  // 4!
inline constexpr std::size_t kLayeringOrders = kLayerOrders * kLayerOrders;

using EightPieces = std::array<std::uint8_t, 8>;  // the piece at each place

std::uint16_t arrangement_of(const EightPieces& pieces);
EightPieces pieces_of(std::uint16_t arrangement);

/// The lexicographic rank of the order of four different numbers, 0 .. 23; 0 for ascending.
std::uint8_t order_of(const std::array<std::uint8_t, 4>& numbers);

/// The new number of every arrangement after the piece at each place p goes to place `place_to[p]` and each
/// piece q is renamed `piece_to[q]`. The renaming must keep the layers or swap them.
using ArrangementMap = std::array<std::uint16_t, kArrangements>;
void map_arrangements(const EightPieces& place_to, const EightPieces& piece_to, ArrangementMap& map);

}  // namespace halfturn

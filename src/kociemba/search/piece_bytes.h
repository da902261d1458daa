#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "halfturn/cube.h"

namespace halfturn {

/// Which piece is in which place, without its turn: all that matters once a position is in H. Laid out for
/// byte shuffles: edges in the lower 16 bytes, corners in the upper 16; unused bytes map to themselves.
struct alignas(32) PieceBytes {
  static constexpr std::size_t kEdges = 0;
  static constexpr std::size_t kCorners = 16;

  std::array<std::uint8_t, 32> byte;

  static PieceBytes of(const Cube& cube) {
    PieceBytes result;
    for (std::size_t i = 0; i < 16; ++i) result.byte[i] = result.byte[16 + i] = static_cast<std::uint8_t>(i);
    for (int p = 0; p < kEdgeCount; ++p)
      result.byte[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(cube.edge_at(p).piece);
    for (int p = 0; p < kCornerCount; ++p)
      result.byte[16 + static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(cube.corner_at(p).piece);
    return result;
  }
};

/// The same in four bits a piece, for long lists of what sequences of moves do.
struct alignas(16) PackedPieces {
  std::uint64_t edges;    // sixteen, of which the last four map to themselves
  std::uint32_t corners;  // eight
  std::uint32_t own = 0;  // what a list keeps with its elements

  static PackedPieces of(const PieceBytes& pieces) {
    PackedPieces packed{};
    for (std::size_t i = 0; i < 16; ++i)
      packed.edges |= std::uint64_t{pieces.byte[PieceBytes::kEdges + i]} << (4 * i);
    for (std::size_t i = 0; i < 8; ++i)
      packed.corners |= std::uint32_t{pieces.byte[PieceBytes::kCorners + i]} << (4 * i);
    return packed;
  }
};

/// The corner arrangement as a number below 2^21: three bits for each of the first seven places.
inline constexpr std::size_t kCornerKeys = std::size_t{1} << 21;
template <class Bytes>
std::size_t corner_key(const PieceBytes& pieces) {
  return Bytes::key_of_eight(pieces, PieceBytes::kCorners) & (kCornerKeys - 1);
}

/// The operations on PieceBytes in plain C++.
struct PortableBytes {
  static PieceBytes compose(const PieceBytes& first, const PieceBytes& then) {
    PieceBytes result;
    for (std::size_t i = 0; i < 16; ++i) result.byte[i] = first.byte[then.byte[i]];
    for (std::size_t i = 0; i < 16; ++i) result.byte[16 + i] = first.byte[16 + then.byte[16 + i]];
    return result;
  }
  /// What the pieces of `first` become after what `then` does. The unused bytes of the corners are undefined.
  static PieceBytes compose(const PieceBytes& first, const PackedPieces& then) {
    PieceBytes result{};
    for (std::size_t i = 0; i < 16; ++i) result.byte[i] = first.byte[then.edges >> (4 * i) & 15];
    for (std::size_t i = 0; i < 8; ++i) result.byte[16 + i] = first.byte[16 + (then.corners >> (4 * i) & 15)];
    return result;
  }
  /// The low three bits of each of eight bytes, the first byte's lowest.
  static std::size_t key_of_eight(const PieceBytes& pieces, std::size_t begin) {
    // Packed in three steps.
    std::uint64_t bits = 0;
    std::memcpy(&bits, &pieces.byte[begin], sizeof bits);
    bits &= 0x0707070707070707U;
    bits = (bits | bits >> 5) & 0x003F003F003F003FU;
    bits = (bits | bits >> 10) & 0x00000FFF00000FFFU;
    return static_cast<std::size_t>(bits | bits >> 20) & 0xFFFFFFU;
  }
  /// The low two bits of each of the slice's four bytes, the first byte's lowest.
  static std::size_t slice_key(const PieceBytes& pieces) {
    std::size_t key = 0;
    for (std::size_t i = 0; i < 4; ++i) key |= (pieces.byte[8 + i] & 3u) << (2 * i);
    return key;
  }
};

}  // namespace halfturn

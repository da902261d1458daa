#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/cube.h"

namespace halfturn::optimal {

/// Which piece is in which place, and its turn. Laid out for byte shuffles: byte p is edge place p, byte 16 +
/// p is corner place p; each has the piece in the low four bits and its turn above. The other bytes hold
/// themselves, so that products of positions keep them.
struct alignas(32) PlacedPieces {
  static constexpr std::size_t kCorners = 16;
  static constexpr int kTurnShift = 4;

  std::array<std::uint8_t, 32> byte{};

  static constexpr std::uint8_t pack(int piece, int turn) {
    return static_cast<std::uint8_t>(piece | turn << kTurnShift);
  }

  static constexpr PlacedPieces of(const Cube& cube) {
    PlacedPieces pieces;
    for (int i = 0; i < 32; ++i) pieces.byte[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i % 16);
    for (int p = 0; p < kEdgeCount; ++p) {
      const auto [piece, flip] = cube.edge_at(p);
      pieces.byte[static_cast<std::size_t>(p)] = pack(piece, flip);
    }
    for (int p = 0; p < kCornerCount; ++p) {
      const auto [piece, twist] = cube.corner_at(p);
      pieces.byte[kCorners + static_cast<std::size_t>(p)] = pack(piece, twist);
    }
    return pieces;
  }

  friend bool operator==(const PlacedPieces&, const PlacedPieces&) = default;
};

/// Products of positions in plain C++.
struct PortablePieces {
  /// First the moves that lead to `first`, then those that lead to `then`. Also for labels instead of pieces
  /// in `first`.
  static PlacedPieces product(const PlacedPieces& first, const PlacedPieces& then) {
    PlacedPieces result;
    for (std::size_t i = 0; i < 32; ++i) {
      const int sum = first.byte[(i & 16) + (then.byte[i] & 15)] + (then.byte[i] & 0x30);
      const int modulus = i < PlacedPieces::kCorners ? 0x20 : 0x30;
      result.byte[i] = static_cast<std::uint8_t>(sum >= modulus ? sum - modulus : sum);
    }
    return result;
  }
};

/// The positions after one move from solved, by the index of the move.
inline constexpr std::array<PlacedPieces, kMoveCount> kMovedPieces = [] {
  std::array<PlacedPieces, kMoveCount> all;
  for (Move move : kAllMoves) all[static_cast<std::size_t>(move.index())] = PlacedPieces::of(Cube::of(move));
  return all;
}();

}  // namespace halfturn::optimal

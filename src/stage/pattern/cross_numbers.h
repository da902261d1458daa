#pragma once

#include <cstddef>

#include "stage/pattern/arrangement.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// Numbers all positions of the cross at the bottom: 190,080.
class CrossNumbers {
 public:
  static constexpr std::size_t kFirstEdge = 4;

  std::size_t count() const { return 16 * places_.count(); }

  std::size_t of(const PieceState& cross) const {
    std::size_t key = 0;
    std::size_t flips = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      key |= static_cast<std::size_t>(cross.place(kFirstEdge + i)) << (4 * i);
      flips |= static_cast<std::size_t>(cross.turn(kFirstEdge + i)) << i;
    }
    return 16 * places_.rank(key) + flips;
  }

  /// Only the bytes of the four edges mean anything.
  PieceState cross(std::size_t number) const {
    PieceState cross;
    for (std::size_t i = 0; i < 4; ++i)
      cross.byte[kFirstEdge + i] = PieceState::pack(
          static_cast<int>(places_.key(number / 16) >> (4 * i) & 15), static_cast<int>(number >> i & 1));
    return cross;
  }

 private:
  Arrangements places_{kEdgeCount, 4};
};

}  // namespace halfturn::stage

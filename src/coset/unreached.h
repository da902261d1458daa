#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <stop_token>

#include "coset/layout.h"
#include "halfturn/cube.h"

namespace halfturn {

/// The position of the coset that is solved by whatever leads from the representative to `h`.
Cube position_of_h(const Cube& representative, const Cube& h);
Cube cube_of(Phase2Position position);

/// Calls `unreached` for each position of the representative's coset whose bit is clear, in the order of the
/// bitmap, until it returns false. `word_at(byte)` returns the 64 bits that begin at that byte. Returns false
/// where `stop` ended it.
template <class WordAt>
bool for_each_unreached(const BitmapLayout& layout, const WordAt& word_at, const Cube& representative,
                        const std::function<bool(const Cube&)>& unreached, const std::stop_token& stop) {
  for (std::size_t byte = 0; byte < kBitmapBytes; byte += sizeof(std::uint64_t)) {
    if (byte % kBlockBytes == 0 && stop.stop_requested()) return false;
    for (std::uint64_t clear = ~word_at(byte); clear != 0; clear &= clear - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(clear));
      const BitPlace place = {static_cast<std::uint32_t>(byte + bit / 8), static_cast<std::uint8_t>(bit % 8)};
      if (!unreached(position_of_h(representative, cube_of(layout.position_at(place))))) return true;
    }
  }
  return true;
}

}  // namespace halfturn

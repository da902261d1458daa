#include "stage/pattern/arrangement.h"

namespace halfturn::stage {

Arrangements::Arrangements(int places, int pieces) : ranks_(std::size_t{1} << (4 * pieces), 0) {
  for (std::size_t key = 0; key < ranks_.size(); ++key) {
    unsigned taken = 0;
    bool possible = true;
    for (int i = 0; i < pieces; ++i) {
      const unsigned place = key >> (4 * i) & 15;
      possible = possible && place < static_cast<unsigned>(places) && (taken >> place & 1) == 0;
      taken |= 1u << place;
    }
    if (!possible) continue;
    ranks_[key] = static_cast<std::uint16_t>(keys_.size());
    keys_.push_back(static_cast<std::uint16_t>(key));
  }
}

}  // namespace halfturn::stage

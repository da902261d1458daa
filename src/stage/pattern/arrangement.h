#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfturn::stage {

/// The number of places in a set that come before this one.
constexpr unsigned places_before(unsigned set, unsigned place) {
  return static_cast<unsigned>(std::popcount(set & ((1u << place) - 1)));
}

/// Numbers the ways to put some pieces into different places. An arrangement is written as a key: four bits
/// for the place of each piece, the first piece lowest.
class Arrangements {
 public:
  Arrangements() : Arrangements(1, 0) {}
  /// `places` at most 16, `pieces` at most 4.
  Arrangements(int places, int pieces);

  std::size_t count() const { return keys_.size(); }
  std::size_t rank(std::size_t key) const { return ranks_[key]; }
  std::size_t key(std::size_t rank) const { return keys_[rank]; }
  const std::uint16_t* ranks() const { return ranks_.data(); }

 private:
  std::vector<std::uint16_t> ranks_;  // by key
  std::vector<std::uint16_t> keys_;   // by rank
};

inline Arrangements::Arrangements(int places, int pieces) : ranks_(std::size_t{1} << (4 * pieces), 0) {
  // In the order of the keys, so the last piece is placed first.
  const auto place_from = [&](const auto& self, int piece, unsigned taken, std::size_t key) -> void {
    if (piece < 0) {
      ranks_[key] = static_cast<std::uint16_t>(keys_.size());
      keys_.push_back(static_cast<std::uint16_t>(key));
      return;
    }
    for (int place = 0; place < places; ++place)
      if ((taken >> place & 1) == 0)
        self(self, piece - 1, taken | 1u << place, key | static_cast<std::size_t>(place) << (4 * piece));
  };
  place_from(place_from, pieces - 1, 0, 0);
}

}  // namespace halfturn::stage

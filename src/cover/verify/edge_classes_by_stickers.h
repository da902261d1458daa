#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/geometry.h"

namespace halfturn {

/// The classes of pairs (flip, slice) under the 16 symmetries of the U-D axis, found from the stickers. They
/// have the same numbers as in EdgeClasses, but from the written definition alone, without any of the code
/// that EdgeClasses uses:
///   - flip: bit p says that the edge at place p has its first sticker (U or D, else F or B) on the second
///     face of the place; places 0 .. 10, as the twelfth follows from them
///   - slice: the sets of four places, as bits, counted from the highest number down
///   - a pair is slice * 2048 + flip; classes are numbered in the order of their smallest pairs
/// Some 2 MB, made in a quarter of a second; immutable.
class EdgeClassesByStickers {
 public:
  static constexpr std::size_t kPairs = std::size_t{495} * 2048;

  EdgeClassesByStickers();

  /// `flips` and `slice_places`: a bit for each of the twelve places.
  std::size_t pair_of(unsigned flips, unsigned slice_places) const {
    return std::size_t{slice_number_[slice_places]} * 2048 + (flips & 2047);
  }
  std::size_t class_of(std::size_t pair) const { return class_of_[pair]; }
  std::size_t size() const { return coset_counts_.size(); }
  /// How many cosets the class has up to symmetry, of one for each of the 2187 twists.
  std::uint32_t coset_count(std::size_t class_index) const { return coset_counts_[class_index]; }

 private:
  std::array<std::uint16_t, 4096> slice_number_{};
  std::vector<std::uint16_t> class_of_;
  std::vector<std::uint32_t> coset_counts_;
};

}  // namespace halfturn

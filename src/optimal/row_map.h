#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/move.h"
#include "optimal/coset_space.h"

namespace halfturn::optimal {

/// A number in base three tells an arrangement: digit p is the slice whose edge is at place p. The sum of
/// what some places add, for each set of places, in two halves.
struct TernaryTable {
  std::array<std::uint32_t, 64> low{};
  std::array<std::uint32_t, 64> high{};
  std::uint32_t operator()(Places places) const { return low[places % 64] + high[places / 64]; }
};

/// What flipped edges add to the number of the flips, for one arrangement. Flips are vectors over two
/// elements, their numbers are linear: the number of a set of flipped places is the exclusive or of its
/// members' numbers.
struct alignas(32) FlipNumbers {
  std::array<std::uint16_t, kEdgeCount> single{};  ///< by place: the number of a flip there
  std::uint16_t whole_slice = 0;                   ///< the number of a flip of one whole slice, whichever
};

/// What the bits of a flip's number stand for, in one arrangement.
struct alignas(16) FlipPlaces {
  std::array<std::uint8_t, 9> of_bit{};  ///< the place that each bit flips
  std::uint8_t last = 0;                 ///< the place whose flip follows from the others
};

/// Where one move takes the cosets of one row (all lines of a class of corners): to the lines of another row,
/// and within each line by an affine map of the flips.
struct RowMap {
  RowMap(const CosetSpace& space, std::size_t from, Move move);

  std::uint32_t row = 0;        ///< where it leads
  bool changes_parity = false;  ///< of the permutation
  bool flips_odd_slices = false;
  std::uint8_t flipping_count = 0;
  std::array<std::uint8_t, kEdgeCount> flipping{};  ///< the places, before, of edges that it flips
  std::array<std::uint8_t, kEdgeCount> source{};    ///< by place afterwards: the place before
  /// The arrangement afterwards, as a number in base three: constant + first(slice 1) + second(slice 2).
  std::uint32_t constant = 0;
  TernaryTable first;
  TernaryTable second;
};

/// The maps of all rows and moves, and what they need to know about the arrangements.
class RowMaps {
 public:
  explicit RowMaps(const CosetSpace& space);

  const RowMap& map(std::size_t row, Move move) const {
    return maps_[row * kMoveCount + static_cast<std::size_t>(move.index())];
  }
  const FlipNumbers& numbers(std::size_t arrangement) const { return numbers_[arrangement]; }
  const FlipPlaces& places(std::size_t arrangement) const { return places_[arrangement]; }
  /// The places of slices 1 and 2.
  Places first_slice(std::size_t arrangement) const { return first_slice_[arrangement]; }
  Places second_slice(std::size_t arrangement) const { return second_slice_[arrangement]; }
  std::uint32_t arrangement_of_ternary(std::uint32_t ternary) const { return arrangement_[ternary]; }

 private:
  std::vector<RowMap> maps_;
  std::vector<FlipNumbers> numbers_;
  std::vector<FlipPlaces> places_;
  std::vector<Places> first_slice_;
  std::vector<Places> second_slice_;
  std::vector<std::uint16_t> arrangement_;  // by ternary number
};

}  // namespace halfturn::optimal

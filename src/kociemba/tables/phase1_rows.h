#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/move.h"
#include "halfturn/phase1.h"
#include "table/row_search.h"

/// The space of phase-1 cosets as RowSearch wants it: a row for each class of twists.
namespace halfturn {

/// Where a move, then a symmetry, takes the entries of a row. Slices are blocks; flips are the entries in
/// them.
class Phase1RowMap {
 public:
  Phase1RowMap(const Phase1Coordinates& coordinates, Move move, std::size_t symmetry);

  std::size_t block(std::size_t slice) const { return slice_[slice]; }

  struct Within {
    const std::uint16_t* flip;
    std::size_t change;
    std::size_t operator()(std::size_t f) const { return flip[f] ^ change; }
  };
  Within within(std::size_t slice) const { return {flip_.data(), flip_change_[slice]}; }

 private:
  std::array<std::uint16_t, kFlipCount> flip_{};
  std::array<std::uint16_t, kSliceCount> slice_{};
  std::array<std::uint16_t, kSliceCount> flip_change_{};  // by the source block; applied after flip_
};

struct Phase1Space {
  static constexpr std::size_t kRows = kTwistClasses;
  static constexpr std::size_t kBlocks = kSliceCount;
  static constexpr std::size_t kBlockEntries = kFlipCount;
  using Map = Phase1RowMap;
};

using Phase1RowSearch = RowSearch<Phase1Space>;

/// For each move and symmetry, kUdSymmetryCount maps a move, in the order of their index.
std::vector<Phase1RowMap> phase1_row_maps(const Phase1Coordinates& coordinates);

/// The links of these moves, in the order of their index. Refers to the maps.
Phase1RowSearch::Links phase1_links(const Phase1Coordinates& coordinates,
                                    const std::vector<Phase1RowMap>& maps, MoveMask moves);

}  // namespace halfturn

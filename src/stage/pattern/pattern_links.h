#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// What each move does to the entries of a pattern's table, row by row. A move is followed by the bottom
/// symmetry that brings the new row to its representative.
class PatternLinks {
 public:
  explicit PatternLinks(const PatternSpace& space);

  /// Where a block goes (numbered as for PatternSpace::work_blocks()), and which flips are inverted, as bits
  /// of `flip` after the bottom symmetry.
  struct BlockLink {
    std::uint32_t block = 0;
    std::uint32_t turned = 0;
  };

  /// One move from one row.
  struct RowLink {
    std::size_t row = 0;
    const std::uint32_t* corners = nullptr;                       ///< where each value of `corners` goes
    const std::vector<std::pair<int, int>>* exchanges = nullptr;  ///< of flip bits, see exchanges_for()
    std::vector<BlockLink> blocks;
  };

  /// All moves from a row. `links` can be reused to save allocations.
  void from_row(std::size_t row, std::vector<RowLink>& links) const;

 private:
  void link_corners(std::size_t move, std::size_t bottom_symmetry);
  void link_blocks(std::size_t row, std::size_t move, const BottomSymmetry& bottom_symmetry,
                   RowLink& link) const;

  const PatternSpace& space_;
  std::vector<std::vector<std::uint32_t>> corners_;          // by kMoveCount * symmetry + move
  std::vector<std::vector<std::pair<int, int>>> exchanges_;  // by bottom symmetry
  std::vector<std::vector<std::size_t>> image_of_;           // by bottom symmetry: where each piece goes
};

}  // namespace halfturn::stage

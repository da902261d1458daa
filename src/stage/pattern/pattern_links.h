#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// What the moves do to a pattern's table, row by row: for a move, followed by the bottom symmetry that
/// brings its row back to a representative.
class PatternLinks {
 public:
  explicit PatternLinks(const PatternSpace& space);

  /// Where a block goes (blocks as PatternSpace::work_blocks() counts them), and which flips are turned over
  /// on the way, as bits of `flip` after the bottom symmetry.
  struct BlockLink {
    std::uint32_t block = 0;
    std::uint32_t turned = 0;
  };

  /// One move from one row.
  struct RowLink {
    std::size_t row = 0;
    const std::uint32_t* corners = nullptr;                       ///< where each way of the corners goes
    const std::vector<std::pair<int, int>>* exchanges = nullptr;  ///< of flips, see exchanges_for()
    std::vector<BlockLink> blocks;
  };

  /// All moves from a row; `links` is reused from call to call.
  void from_row(std::size_t row, std::vector<RowLink>& links) const;

 private:
  void link_corners(std::size_t move, std::size_t bottom_symmetry);
  void link_blocks(std::size_t row, std::size_t move, const BottomSymmetry& bottom_symmetry,
                   RowLink& link) const;

  const PatternSpace& space_;
  std::vector<std::vector<std::uint32_t>> corners_;          // by kMoveCount * look + move
  std::vector<std::vector<std::pair<int, int>>> exchanges_;  // by bottom symmetry
  std::vector<std::vector<std::size_t>> image_of_;           // by bottom symmetry: where each piece goes
};

}  // namespace halfturn::stage

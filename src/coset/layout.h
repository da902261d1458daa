#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfturn/phase2.h"
#include "kociemba/tables/arrangement.h"

/// Which bit of the bitmap each position of H has.
///
/// The layout is made for the prepass, which for every position h reads ten others: h followed by each move
/// of H. A move multiplies on the right, so it carries cosets "subgroup times x" to such cosets; positions
/// are therefore grouped by them. From large to small:
///   page     two corner arrangements that differ by one fixed swap of pieces     20,160 of 120,960 bytes
///   chunk    one set of places for the U-layer edges                            70 in a page, 1,728 bytes
///   plane    one coset of the 8 symmetries of a square, for the slice edges      3 in a chunk, 576 bytes
///   block    the same for the upper edges (3) and for the lower edges (3)        9 in a plane, 64 bytes
///   half     which of the two corner arrangements: the odd one is second         2 in a block, 32 bytes
///   byte     8 orders of the upper edges x 4 pairs of orders of the lower ones   32 in a half
///   bit      8 orders of the slice edges
/// Of each pair of orders of the lower edges, only one agrees with the parities of all the rest.
/// So a block's sources for one move lie in one block of one other chunk: its bytes in one fixed shuffle and,
/// for R2, F2, L2 and B2, the bits of each byte in one fixed permutation.
namespace halfturn {

inline constexpr std::size_t kPages = 20160;
inline constexpr std::size_t kPlanes = 3;
inline constexpr std::size_t kBlocks = 9;
inline constexpr std::size_t kBlockBytes = 64;
inline constexpr std::size_t kHalfBytes = 32;
inline constexpr std::size_t kPlaneBytes = kBlocks * kBlockBytes;
inline constexpr std::size_t kChunkBytes = kPlanes * kPlaneBytes;
inline constexpr std::size_t kPageBytes = kLayerings * kChunkBytes;
inline constexpr std::size_t kBitmapBytes = kPages * kPageBytes;

/// Turns of U and D permute the 16 pages of a family: page = 16 * family + 4 * i + j after i turns of U and j
/// of D.
inline constexpr std::size_t kFamilyPages = 16;
inline constexpr std::size_t kFamilies = kPages / kFamilyPages;

/// The ten moves in the order of the prepass: those of U and D first.
inline constexpr std::size_t kTurnMoves = 6;
inline constexpr std::array<Move, kHMoveCount> kPrepassMoves = {
    Move{Face::U, 1}, Move{Face::U, 2}, Move{Face::U, 3}, Move{Face::D, 1}, Move{Face::D, 2},
    Move{Face::D, 3}, Move{Face::R, 2}, Move{Face::F, 2}, Move{Face::L, 2}, Move{Face::B, 2}};

/// A bit of the bitmap.
struct BitPlace {
  std::uint32_t byte = 0;
  std::uint8_t bit = 0;
  friend constexpr bool operator==(BitPlace, BitPlace) = default;
};

/// How one block is made from a block of a neighbouring chunk.
struct BlockSource {
  std::uint16_t offset;  ///< of the source block within its plane
  std::uint8_t upper;    ///< how its rows of four bytes are shuffled, 0 .. 7
  std::uint8_t lower;    ///< how the four bytes of each row are shuffled, 0 .. 7
};

class BitmapLayout {
 public:
  static std::unique_ptr<const BitmapLayout> make();

  BitPlace place_of(Phase2Position position) const {
    const SlicePlace slice = slice_place_[position.slice];
    return {corner_offset_[position.corners] + edge_offset_[position.edges] + slice.offset, slice.bit};
  }
  Phase2Position position_at(BitPlace place) const;

  std::uint32_t corner_offset(std::size_t corners) const { return corner_offset_[corners]; }
  std::uint32_t edge_offset(std::size_t edges) const { return edge_offset_[edges]; }
  struct SlicePlace {
    std::uint16_t offset = 0;
    std::uint8_t bit = 0;
  };
  SlicePlace slice_place(std::size_t slice) const { return slice_place_[slice]; }

  /// The page and the layering of the chunk that move m (an index into kPrepassMoves) leads to.
  std::uint16_t page_after(std::size_t page, std::size_t m) const { return page_after_[page][m]; }
  std::uint8_t layering_after(std::size_t layering, std::size_t m) const {
    return layering_after_[layering][m];
  }
  /// The layering after i turns of U and j of D, where `turns` is 4 * i + j.
  std::uint8_t layering_in_family(std::size_t layering, std::size_t turns) const {
    return layering_in_family_[layering][turns];
  }

  /// Where the blocks of a chunk with this layering come from in the chunk that move m leads to.
  const std::array<BlockSource, kBlocks>& block_sources(std::size_t layering, std::size_t m) const {
    return block_sources_[layering][m];
  }
  /// Byte i of a half comes from byte shuffle(upper, lower)[i] of the source half.
  const std::array<std::uint8_t, kHalfBytes>& shuffle(std::size_t upper, std::size_t lower) const {
    return shuffle_[upper][lower];
  }
  /// For the moves from kTurnMoves on: which plane a plane comes from. Bit i of each byte comes from bit[i].
  struct PlaneSource {
    std::uint8_t plane = 0;
    std::array<std::uint8_t, 8> bit{};
  };
  const PlaneSource& plane_source(std::size_t plane, std::size_t m) const {
    return plane_source_[plane][m - kTurnMoves];
  }

 private:
  BitmapLayout();
  void number_pages(const Phase2Coordinates& coordinates);

  std::array<std::uint32_t, kArrangements> corner_offset_{};
  std::array<std::uint32_t, kArrangements> edge_offset_{};
  std::array<SlicePlace, kLayerOrders> slice_place_{};
  std::array<std::array<std::uint16_t, kHMoveCount>, kPages> page_after_{};
  std::array<std::array<std::uint16_t, 2>, kPages> corners_of_page_{};  // the even one, the odd one
  std::array<std::array<std::uint8_t, kHMoveCount>, kLayerings> layering_after_{};
  std::array<std::array<std::uint8_t, kFamilyPages>, kLayerings> layering_in_family_{};
  std::array<std::array<std::array<BlockSource, kBlocks>, kHMoveCount>, kLayerings> block_sources_{};
  std::array<std::array<std::array<std::uint8_t, kHalfBytes>, 8>, 8> shuffle_{};
  std::array<std::array<PlaneSource, kHMoveCount - kTurnMoves>, kPlanes> plane_source_{};
};

}  // namespace halfturn

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stage/pattern/arrangement.h"
#include "stage/pattern/pattern.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// The numbering of all positions of a pattern's pieces, reduced by the bottom symmetries that keep its goal.
///
/// The places of the row edges choose a row, one for each class under those bottom symmetries; the bottom
/// symmetry that brings them to the class's representative is then applied to the whole position. What is
/// left is a product:
///   entry = row * row_stride + (block * corner_count + corners) * flips + flip
/// block    where the other edges stand among the places that the row leaves free; in a pattern with all
///          edges oriented also how the edges of no piece of the pattern are flipped, free place by free
///          place, but for the last
/// corners  where the corners stand and how they are twisted
/// flip     how the pattern's edges are flipped, a bit each
/// A move carries a row to a row, a block to a block, corners to corners, and flips a fixed set of bits: so a
/// table can be filled by whole words. Immutable; any number of threads may read.
class PatternSpace {
 public:
  explicit PatternSpace(Pattern pattern);

  /// For a way to place the row edges: its row, and the bottom symmetry that brings it to the row's
  /// representative.
  struct RowOf {
    std::uint16_t row = 0;
    std::uint16_t bottom_symmetry = 0;  ///< index into kBottomSymmetries
  };

  const Pattern& pattern() const { return pattern_; }
  std::size_t rows() const { return row_keys_.size(); }
  std::size_t blocks() const { return others_.count() << free_flip_bits_; }
  /// The same while a table is being filled: then the flip of the last free place is written out too, so that
  /// a move takes blocks to blocks whatever the flips of the pattern's own edges. Half of the entries, where
  /// the flips add up to an odd number, belong to no position.
  std::size_t work_blocks() const { return blocks() << (oriented() ? 1 : 0); }
  std::size_t corner_count() const { return corners_.count() * twist_count_; }
  int flip_bits() const {
    return flip_bits_;
  }  ///< at least three, so that the flips of a block fill whole bytes
  /// What a row takes: its entries, and a few more so that no two rows share a byte.
  std::size_t row_stride() const { return row_stride_; }
  std::size_t bytes() const { return rows() * row_stride_ / (pattern_.packing == Packing::nibbles ? 2 : 5); }
  /// How many positions of the pieces there are.
  std::uint64_t positions() const;

  /// The bottom symmetries that keep the goal, as indices into kBottomSymmetries.
  const std::vector<int>& bottom_symmetries() const { return symmetries_; }
  RowOf row_of(std::size_t row_key) const { return row_of_[row_key]; }
  const std::vector<RowOf>& rows_by_key() const { return row_of_; }
  /// The places of the row edges of a row's representative, four bits each.
  std::size_t row_key(std::size_t row) const { return row_keys_[row]; }
  /// How many ways to place the row edges belong to the row.
  std::size_t row_size(std::size_t row) const { return row_sizes_[row]; }
  /// The places that the row edges take, a bit each.
  const std::vector<std::uint16_t>& row_places() const { return row_places_; }
  /// The row edges, the other edges and the corners, ascending, as bytes of a PieceState.
  const std::vector<std::size_t>& row_edges() const { return row_edges_; }
  const std::vector<std::size_t>& other_edges() const { return other_edges_; }
  const std::vector<std::size_t>& corner_pieces() const { return corner_pieces_; }
  /// The bit of an edge of the pattern in `flip`.
  int flip_bit(std::size_t edge) const;
  const Arrangements& other_arrangements() const { return others_; }
  const Arrangements& corner_arrangements() const { return corners_; }
  std::size_t twist_count() const { return twist_count_; }
  bool oriented() const { return pattern_.goal.oriented_axis != 0; }
  int free_flip_bits() const { return free_flip_bits_; }

  /// The number of the entry of a position.
  std::size_t entry_of(const PieceState& state) const;
  /// The entries of the goal, ascending.
  const std::vector<std::size_t>& goal_entries() const { return goal_entries_; }
  /// Every entry that a position has: more than one where several bottom symmetries bring its row to the
  /// representative.
  std::vector<std::size_t> all_entries_of(const PieceState& state) const;

  /// Whether an entry is one of the goal.
  bool is_goal(std::size_t entry) const;
  /// The number of the entry of a position that has been brought to the representative of its row.
  std::size_t entry_in_row(const PieceState& state, std::size_t row) const;

 private:
  void find_symmetries();
  void find_rows();
  std::size_t row_key_of(const PieceState& state) const;

  Pattern pattern_;
  std::vector<std::size_t> row_edges_;
  std::vector<std::size_t> other_edges_;
  std::vector<std::size_t> corner_pieces_;
  std::vector<int> symmetries_;
  std::vector<std::size_t> goal_entries_;  // ascending
  std::vector<RowOf> row_of_;              // by key
  std::vector<std::uint16_t> row_keys_;    // by row
  std::vector<std::uint16_t> row_places_;  // by row
  std::vector<std::size_t> row_sizes_;     // by row
  Arrangements others_;
  Arrangements corners_;
  std::size_t twist_count_ = 1;
  int flip_bits_ = 0;
  int free_flip_bits_ = 0;
  std::size_t row_stride_ = 0;
};

/// The places of some pieces as a key, four bits each, and what a bottom symmetry makes of it: much quicker
/// than to look at the whole position.
class KeySymmetry {
 public:
  /// `before` and `after`: the pieces in the order of the key, which the bottom symmetry must take to one
  /// another.
  KeySymmetry(const BottomSymmetry& bottom_symmetry, std::span<const std::size_t> before,
              std::span<const std::size_t> after);
  std::size_t operator()(std::size_t key) const;

 private:
  const BottomSymmetry& symmetry_;
  std::array<int, 4> shift_{};
  std::size_t count_;
};

}  // namespace halfturn::stage

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

/// Numbers all positions of a pattern's pieces, reduced by the bottom symmetries that keep its goal.
///
/// The places of the row edges select a row, one for each class under those symmetries. The symmetry that
/// brings them to the class's representative is applied to the whole position. The rest is a product:
///   entry = row * row_stride + (block * corner_count + corners) * flips + flip
/// block    the places of the other edges among those that the row leaves free; if all edges must be
///          oriented, also the flips of the edges outside the pattern, by free place, without the last
/// corners  the places and twists of the corners
/// flip     the flips of the pattern's edges, a bit each
/// A move maps rows to rows, blocks to blocks and corners to corners, and flips a fixed set of bits, so a
/// table can be filled in whole words. Immutable; any number of threads may read.
class PatternSpace {
 public:
  explicit PatternSpace(Pattern pattern);

  /// For an arrangement of the row edges: its row, and the bottom symmetry that brings it to the row's
  /// representative.
  struct RowOf {
    std::uint16_t row = 0;
    std::uint16_t bottom_symmetry = 0;  ///< index into kBottomSymmetries
  };

  const Pattern& pattern() const { return pattern_; }
  std::size_t rows() const { return row_keys_.size(); }
  std::size_t blocks() const { return others_.count() << free_flip_bits_; }
  /// The number of blocks while a table is being filled. With oriented edges these include the flip of the
  /// last free place, so that a move maps blocks to blocks whatever the flips of the pattern's own edges.
  /// Half of the entries, with an odd sum of flips, then belong to no position.
  std::size_t work_blocks() const { return blocks() << (oriented() ? 1 : 0); }
  std::size_t corner_count() const { return corners_.count() * twist_count_; }
  /// At least three, so that flips fill whole bytes.
  int flip_bits() const { return flip_bits_; }
  /// The entries of a row, padded so that no two rows share a byte.
  std::size_t row_stride() const { return row_stride_; }
  std::size_t bytes() const { return rows() * row_stride_ / (pattern_.packing == Packing::nibbles ? 2 : 5); }
  /// The number of positions of the pieces.
  std::uint64_t positions() const;

  /// The bottom symmetries that keep the goal, as indices into kBottomSymmetries.
  const std::vector<int>& bottom_symmetries() const { return symmetries_; }
  RowOf row_of(std::size_t row_key) const { return row_of_[row_key]; }
  const std::vector<RowOf>& rows_by_key() const { return row_of_; }
  /// The places of the row edges of a row's representative, four bits each.
  std::size_t row_key(std::size_t row) const { return row_keys_[row]; }
  /// The number of arrangements of the row edges in the row's class.
  std::size_t row_size(std::size_t row) const { return row_sizes_[row]; }
  /// By row: the places that the representative's row edges take, a bit each.
  const std::vector<std::uint16_t>& row_places() const { return row_places_; }
  /// The row edges, the other edges and the corners, ascending, as indices of PieceState::byte.
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

  /// The entry of a position.
  std::size_t entry_of(const PieceState& state) const;
  /// The entries of the goal, ascending.
  const std::vector<std::size_t>& goal_entries() const { return goal_entries_; }
  /// Every entry of a position: more than one if several bottom symmetries bring its row to the
  /// representative.
  std::vector<std::size_t> all_entries_of(const PieceState& state) const;

  /// Whether an entry is one of goal_entries().
  bool is_goal(std::size_t entry) const;
  /// The entry of a position that has been brought to the representative of its row.
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

/// Applies a bottom symmetry to a key, the places of some pieces in four bits each. Much faster than applying
/// it to a whole position.
class KeySymmetry {
 public:
  /// `before` and `after`: the pieces of the key in order, before and after the symmetry, which must map the
  /// one set to the other. Keeps a reference to `bottom_symmetry`.
  KeySymmetry(const BottomSymmetry& bottom_symmetry, std::span<const std::size_t> before,
              std::span<const std::size_t> after);
  std::size_t operator()(std::size_t key) const;

 private:
  const BottomSymmetry& symmetry_;
  std::array<int, 4> shift_{};
  std::size_t count_;
};

}  // namespace halfturn::stage

#include "stage/pattern/pattern_space.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace halfturn::stage {

namespace {

constexpr PieceMask kAllEdges = 0xFFF;
constexpr unsigned kAllEdgePlaces = 0xFFF;

std::vector<std::size_t> pieces_of(PieceMask mask) {
  std::vector<std::size_t> pieces;
  for (; mask != 0; mask &= mask - 1) pieces.push_back(static_cast<std::size_t>(std::countr_zero(mask)));
  return pieces;
}

}  // namespace

PatternSpace::PatternSpace(Pattern pattern)
    : pattern_(std::move(pattern)),
      row_edges_(pieces_of(pattern_.row_edges)),
      other_edges_(pieces_of(pattern_.goal.pieces & kAllEdges & ~pattern_.row_edges)),
      corner_pieces_(pieces_of(pattern_.goal.pieces & ~kAllEdges)) {
  constexpr std::size_t kMostOfAKind = 4;   // what a key of sixteen bits can hold
  constexpr PieceMask kLowerEdges = 0xFF0;  // the only ones that the readers handle
  if (std::max({row_edges_.size(), other_edges_.size(), corner_pieces_.size()}) > kMostOfAKind ||
      (pattern_.goal.pieces & kAllEdges & ~kLowerEdges) != 0)
    throw std::invalid_argument(
        "the pattern " + pattern_.name +
        " has more than four row edges, other edges or corners, or an edge of the top layer");
  const int free_places = kEdgeCount - static_cast<int>(row_edges_.size());
  others_ = Arrangements(free_places, static_cast<int>(other_edges_.size()));
  corners_ = Arrangements(kCornerCount, static_cast<int>(corner_pieces_.size()));
  for (std::size_t i = 0; i < corner_pieces_.size(); ++i) twist_count_ *= 3;
  flip_bits_ = std::max(3, static_cast<int>(row_edges_.size() + other_edges_.size()));
  // The flips of all twelve edges add up to an even number, so the last follows from the others.
  if (oriented()) free_flip_bits_ = free_places - static_cast<int>(other_edges_.size()) - 1;
  find_symmetries();
  find_rows();
  const std::size_t per_byte = pattern_.packing == Packing::nibbles ? 2 : 5;
  const std::size_t row_entries = blocks() * corner_count() << flip_bits_;
  row_stride_ = (row_entries + per_byte - 1) / per_byte * per_byte;
  for (const PieceState& end : pattern_.goal.ends)
    for (const std::size_t entry : all_entries_of(end)) goal_entries_.push_back(entry);
  std::ranges::sort(goal_entries_);
  goal_entries_.erase(std::unique(goal_entries_.begin(), goal_entries_.end()), goal_entries_.end());
}

bool PatternSpace::is_goal(std::size_t entry) const {
  return std::ranges::binary_search(goal_entries_, entry);
}

void PatternSpace::find_symmetries() {
  for (int i = 0; i < kBottomSymmetryCount; ++i) {
    const BottomSymmetry& bottom_symmetry = kBottomSymmetries[static_cast<std::size_t>(i)];
    const Goal& goal = pattern_.goal;
    if (seen(goal.pieces, bottom_symmetry) == goal.pieces &&
        seen(pattern_.row_edges, bottom_symmetry) == pattern_.row_edges &&
        implies(goal, bottom_symmetry, goal))
      symmetries_.push_back(i);
  }
}

std::size_t PatternSpace::row_key_of(const PieceState& state) const {
  std::size_t key = 0;
  for (std::size_t i = 0; i < row_edges_.size(); ++i)
    key |= static_cast<std::size_t>(state.place(row_edges_[i])) << (4 * i);
  return key;
}

void PatternSpace::find_rows() {
  const Arrangements placed(kEdgeCount, static_cast<int>(row_edges_.size()));
  std::vector<KeySymmetry> key_symmetries;
  for (const int bottom_symmetry : symmetries_)
    key_symmetries.emplace_back(kBottomSymmetries[static_cast<std::size_t>(bottom_symmetry)], row_edges_,
                                row_edges_);
  row_of_.resize(std::size_t{1} << (4 * row_edges_.size()));
  std::vector<char> is_first(row_of_.size(), 0);
  for (std::size_t rank = 0; rank < placed.count(); ++rank) {
    const std::size_t key = placed.key(rank);
    const auto to_first = std::ranges::find_if(key_symmetries, [&](const KeySymmetry& bottom_symmetry) {
      return is_first[bottom_symmetry(key)] != 0;
    });
    if (to_first == key_symmetries.end()) {
      unsigned places = 0;
      for (std::size_t i = 0; i < row_edges_.size(); ++i) places |= 1u << (key >> (4 * i) & 15);
      is_first[key] = 1;
      row_of_[key] = {static_cast<std::uint16_t>(row_keys_.size()), 0};
      row_keys_.push_back(static_cast<std::uint16_t>(key));
      row_places_.push_back(static_cast<std::uint16_t>(places));
      row_sizes_.push_back(1);
    } else {
      const std::uint16_t row = row_of_[(*to_first)(key)].row;
      row_of_[key] = {row, static_cast<std::uint16_t>(
                               symmetries_[static_cast<std::size_t>(to_first - key_symmetries.begin())])};
      ++row_sizes_[row];
    }
  }
}

std::uint64_t PatternSpace::positions() const {
  std::uint64_t ways = 1;
  for (std::size_t i = 0; i < row_edges_.size(); ++i) ways *= kEdgeCount - i;
  const std::size_t edges = row_edges_.size() + other_edges_.size();
  return (ways * blocks() * corner_count()) << edges;
}

KeySymmetry::KeySymmetry(const BottomSymmetry& bottom_symmetry, std::span<const std::size_t> before,
                         std::span<const std::size_t> after)
    : symmetry_(bottom_symmetry), count_(before.size()) {
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < after.size(); ++j)
      if (bottom_symmetry.source[after[j]] == before[i]) shift_[i] = static_cast<int>(4 * j);
}

std::size_t KeySymmetry::operator()(std::size_t key) const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < count_; ++i)
    result |= static_cast<std::size_t>(symmetry_.place[key >> (4 * i) & 15] & 15) << shift_[i];
  return result;
}

int PatternSpace::flip_bit(std::size_t edge) const {
  const PieceMask edges = pattern_.row_edges | (pattern_.goal.pieces & kAllEdges);
  return std::popcount(edges & (piece_bit(edge) - 1));
}

std::size_t PatternSpace::entry_in_row(const PieceState& state, std::size_t row) const {
  unsigned taken = row_places_[row];
  std::size_t other_key = 0;
  std::size_t flip = 0;
  for (const std::size_t edge : row_edges_)
    flip |= static_cast<std::size_t>(state.turn(edge)) << flip_bit(edge);
  unsigned taken_by_all = taken;
  for (std::size_t i = 0; i < other_edges_.size(); ++i) {
    const auto place = static_cast<unsigned>(state.place(other_edges_[i]));
    other_key |= std::size_t{place - places_before(taken, place)} << (4 * i);
    taken_by_all |= 1u << place;
    flip |= static_cast<std::size_t>(state.turn(other_edges_[i])) << flip_bit(other_edges_[i]);
  }
  std::size_t block = others_.rank(other_key);
  if (oriented()) {
    std::size_t free_flips = 0;
    for (std::size_t e = 0; e < kEdgeCount; ++e) {
      const auto place = static_cast<unsigned>(state.place(e));
      if ((taken_by_all >> place & 1) != 0) continue;
      free_flips |= static_cast<std::size_t>(state.turn(e))
                    << places_before(kAllEdgePlaces & ~taken_by_all, place);
    }
    const std::size_t all_but_last = (std::size_t{1} << free_flip_bits_) - 1;
    block = block << free_flip_bits_ | (free_flips & all_but_last);
  }
  std::size_t corner_key = 0;
  std::size_t twist = 0;
  for (std::size_t i = corner_pieces_.size(); i-- > 0;) {
    corner_key = corner_key << 4 | static_cast<std::size_t>(state.place(corner_pieces_[i]));
    twist = 3 * twist + static_cast<std::size_t>(state.turn(corner_pieces_[i]));
  }
  const std::size_t corner = corners_.rank(corner_key) * twist_count_ + twist;
  return row * row_stride_ + ((block * corner_count() + corner) << flip_bits_ | flip);
}

std::size_t PatternSpace::entry_of(const PieceState& state) const {
  const RowOf found = row_of_[row_key_of(state)];
  return entry_in_row(PortableOps::seen(state, kBottomSymmetries[found.bottom_symmetry]), found.row);
}

std::vector<std::size_t> PatternSpace::all_entries_of(const PieceState& state) const {
  std::vector<std::size_t> entries;
  for (const int bottom_symmetry : symmetries_) {
    const PieceState image =
        PortableOps::seen(state, kBottomSymmetries[static_cast<std::size_t>(bottom_symmetry)]);
    const std::size_t key = row_key_of(image);
    const RowOf found = row_of_[key];
    if (row_keys_[found.row] == key) entries.push_back(entry_in_row(image, found.row));
  }
  return entries;
}

}  // namespace halfturn::stage

#include "stage/pattern/pattern_links.h"

#include <array>
#include <bit>

#include "stage/pattern/flip_shuffle.h"

namespace halfturn::stage {

namespace {

/// A place after a move and a bottom symmetry, and whether they flip what stands there.
struct PlaceLink {
  unsigned place = 0;
  unsigned flip = 0;
};

PlaceLink edge_link(std::size_t place, const PlaceMap& move, const BottomSymmetry& bottom_symmetry) {
  const unsigned moved = move.to[place];
  const unsigned seen = bottom_symmetry.place[moved & 15];
  return {seen & 15, (moved >> 4) ^ (seen >> 4)};
}

}  // namespace

PatternLinks::PatternLinks(const PatternSpace& space)
    : space_(space),
      corners_(std::size_t{kBottomSymmetryCount} * kMoveCount),
      exchanges_(kBottomSymmetryCount),
      image_of_(kBottomSymmetryCount) {
  for (const int index : space.bottom_symmetries()) {
    const auto l = static_cast<std::size_t>(index);
    const BottomSymmetry& bottom_symmetry = kBottomSymmetries[l];
    image_of_[l].resize(32);
    for (std::size_t i = 0; i < 32; ++i) image_of_[l][(i & 16) + bottom_symmetry.source[i]] = i;
    std::vector<int> flip_to(static_cast<std::size_t>(space.flip_bits()));
    for (std::size_t i = 0; i < flip_to.size(); ++i) flip_to[i] = static_cast<int>(i);
    for (const auto* edges : {&space.row_edges(), &space.other_edges()})
      for (const std::size_t edge : *edges)
        flip_to[static_cast<std::size_t>(space.flip_bit(edge))] = space.flip_bit(image_of_[l][edge]);
    exchanges_[l] = exchanges_for(flip_to);
    for (std::size_t move = 0; move < kMoveCount; ++move) link_corners(move, l);
  }
}

void PatternLinks::link_corners(std::size_t move, std::size_t symmetry_index) {
  const BottomSymmetry& bottom_symmetry = kBottomSymmetries[symmetry_index];
  const std::vector<std::size_t>& pieces = space_.corner_pieces();
  std::vector<std::uint32_t>& to = corners_[kMoveCount * symmetry_index + move];
  to.resize(space_.corner_count());
  for (std::size_t way = 0; way < to.size(); ++way) {
    PieceState state;
    const std::size_t key = space_.corner_arrangements().key(way / space_.twist_count());
    std::size_t twists = way % space_.twist_count();
    for (std::size_t i = 0; i < pieces.size(); ++i, twists /= 3)
      state.byte[pieces[i]] =
          PieceState::pack(static_cast<int>(key >> (4 * i) & 15), static_cast<int>(twists % 3));
    const PieceState image = PortableOps::seen(PortableOps::moved(state, kMoveMaps[move]), bottom_symmetry);
    std::size_t image_key = 0;
    std::size_t image_twists = 0;
    for (std::size_t i = pieces.size(); i-- > 0;) {
      image_key = image_key << 4 | static_cast<std::size_t>(image.place(pieces[i]));
      image_twists = 3 * image_twists + static_cast<std::size_t>(image.turn(pieces[i]));
    }
    to[way] = static_cast<std::uint32_t>(space_.corner_arrangements().rank(image_key) * space_.twist_count() +
                                         image_twists);
  }
}

void PatternLinks::from_row(std::size_t row, std::vector<RowLink>& links) const {
  links.resize(kMoveCount);
  const std::size_t key = space_.row_key(row);
  for (std::size_t move = 0; move < kMoveCount; ++move) {
    std::size_t moved_key = 0;
    for (std::size_t i = 0; i < space_.row_edges().size(); ++i)
      moved_key |= std::size_t{kMoveMaps[move].to[key >> (4 * i) & 15] & 15u} << (4 * i);
    const PatternSpace::RowOf target = space_.row_of(moved_key);
    RowLink& link = links[move];
    link.row = target.row;
    link.corners = corners_[std::size_t{kMoveCount} * target.bottom_symmetry + move].data();
    link.exchanges = &exchanges_[target.bottom_symmetry];
    link_blocks(row, move, kBottomSymmetries[target.bottom_symmetry], link);
  }
}

void PatternLinks::link_blocks(std::size_t row, std::size_t move, const BottomSymmetry& bottom_symmetry,
                               RowLink& link) const {
  const std::vector<std::size_t>& image_of =
      image_of_[static_cast<std::size_t>(&bottom_symmetry - kBottomSymmetries.data())];
  const unsigned taken = space_.row_places()[row];
  const unsigned taken_after = space_.row_places()[link.row];
  // Among the free places only: where each goes, counted among the free places of the new row.
  std::array<PlaceLink, kEdgeCount> free{};
  std::array<unsigned, kEdgeCount> rank_after{};
  std::size_t free_count = 0;
  for (std::size_t place = 0; place < kEdgeCount; ++place) {
    if ((taken >> place & 1) != 0) continue;
    free[free_count] = edge_link(place, kMoveMaps[move], bottom_symmetry);
    rank_after[free_count] = free[free_count].place - places_before(taken_after, free[free_count].place);
    ++free_count;
  }
  unsigned turned_in_row = 0;
  for (std::size_t i = 0; i < space_.row_edges().size(); ++i) {
    const std::size_t edge = space_.row_edges()[i];
    const PlaceLink to = edge_link(space_.row_key(row) >> (4 * i) & 15, kMoveMaps[move], bottom_symmetry);
    turned_in_row |= (to.flip ^ (bottom_symmetry.offset[edge] >> 4)) << space_.flip_bit(image_of[edge]);
  }
  const std::vector<std::size_t>& others = space_.other_edges();
  const Arrangements& arrangements = space_.other_arrangements();
  // Which of the other edges becomes which.
  std::array<std::size_t, kEdgeCount> part{};
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j < others.size(); ++j)
      if (others[j] == image_of[others[i]]) part[i] = j;
  std::array<unsigned, kEdgeCount> offset{};
  std::array<int, kEdgeCount> flip_after{};
  for (std::size_t i = 0; i < others.size(); ++i) {
    offset[i] = bottom_symmetry.offset[others[i]] >> 4;
    flip_after[i] = space_.flip_bit(image_of[others[i]]);
  }
  link.blocks.resize(space_.work_blocks());
  for (std::size_t rank = 0; rank < arrangements.count(); ++rank) {
    const std::size_t key = arrangements.key(rank);
    std::size_t key_after = 0;
    unsigned turned = turned_in_row;
    unsigned occupied = 0;
    unsigned occupied_after = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const std::size_t at = key >> (4 * i) & 15;
      occupied |= 1u << at;
      occupied_after |= 1u << rank_after[at];
      key_after |= std::size_t{rank_after[at]} << (4 * part[i]);
      turned |= (free[at].flip ^ offset[i]) << flip_after[i];
    }
    const auto block_after = static_cast<std::uint32_t>(arrangements.rank(key_after));
    if (!space_.oriented()) {
      link.blocks[rank] = {block_after, turned};
      continue;
    }
    // The flips of the edges outside the pattern move with their places.
    std::array<unsigned, kEdgeCount> bit_after{};
    unsigned flipped = 0;
    std::size_t left = 0;
    for (std::size_t at = 0; at < free_count; ++at) {
      if ((occupied >> at & 1) != 0) continue;
      bit_after[left] = rank_after[at] - places_before(occupied_after, rank_after[at]);
      flipped |= free[at].flip << bit_after[left];
      ++left;
    }
    BlockLink* const to = &link.blocks[rank << left];
    to[0] = {block_after << left | flipped, turned};
    for (unsigned flips = 1; flips < 1u << left; ++flips)
      to[flips] = {
          to[flips & (flips - 1)].block ^ 1u << bit_after[static_cast<std::size_t>(std::countr_zero(flips))],
          turned};
  }
}

}  // namespace halfturn::stage

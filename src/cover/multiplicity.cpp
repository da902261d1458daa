#include "cover/multiplicity.h"

namespace halfturn {

namespace {

constexpr std::uint32_t kFlips = kFlipCount - 1;  // of the first eleven places; the last follows from them

/// What the edge `piece` at `place` contributes to the pair of the position seen along an axis.
std::uint32_t seen_bits(int axis, std::size_t place, std::size_t piece, std::size_t flip) {
  const detail::SymmetryAction& action = detail::action_of(axis_to_ud(axis));
  const std::size_t turned = flip + action.edge_offset[place] + action.edge_offset[piece];
  const unsigned of_slice = action.edge_place[piece] >= kFirstSliceEdge ? 1 : 0;
  return (static_cast<unsigned>(turned % 2) | of_slice << kEdgeCount) << action.edge_place[place];
}

}  // namespace

CoverMultiplicity::CoverMultiplicity(const Phase1Table& table, const Cover& cover)
    : everything_(cover.class_count() == kEdgeClassCount) {
  for (std::size_t place = 0; place < kEdgeCount; ++place) {
    for (std::size_t piece = 0; piece < kEdgeCount; ++piece) {
      for (std::size_t flip = 0; flip < 2; ++flip) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          auto& bits = bits_[place][piece + 16 * flip];
          bits[axis] = seen_bits(static_cast<int>(axis), place, piece, flip);
          // In the inverse, place and piece have changed their parts.
          bits[3 + axis] = seen_bits(static_cast<int>(axis), piece, place, flip);
        }
      }
    }
  }
  for (std::uint16_t slice = 0; slice < kSliceCount; ++slice) {
    const Cube cube = Cube().after(coset_sequence(table, {0, 0, slice}));
    unsigned places = 0;
    for (int p = 0; p < kEdgeCount; ++p) places |= (cube.edge_at(p).piece >= kFirstSliceEdge ? 1u : 0u) << p;
    slice_of_places_[places] = slice;
    for (std::uint16_t flip = 0; flip < kFlipCount; ++flip)
      chosen_.push_back(cover.has_class(cover.classes().class_of(flip, slice).class_index));
  }
}

int CoverMultiplicity::count(const Cube& cube) const {
  if (everything_) return kViews;
  std::array<std::uint32_t, kViews + 2> pairs{};
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const PlacedPiece edge = cube.edge_at(static_cast<int>(p));
    const int stands_there = edge.piece + 16 * edge.turn;
    const auto& bits = bits_[p][static_cast<std::size_t>(stands_there)];
    for (std::size_t view = 0; view < pairs.size(); ++view) pairs[view] |= bits[view];
  }
  int count = 0;
  for (std::size_t view = 0; view < kViews; ++view) {
    const std::size_t slice = slice_of_places_[pairs[view] >> kEdgeCount];
    count += chosen_[slice * kFlipCount + (pairs[view] & kFlips)] ? 1 : 0;
  }
  return count;
}

}  // namespace halfturn

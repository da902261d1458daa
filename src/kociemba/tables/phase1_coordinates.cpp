#include <algorithm>
#include <bit>
#include <utility>

#include "halfturn/phase1.h"

namespace halfturn {

namespace {

using Twists = std::array<int, kCornerCount>;

Twists unpack_twist(int packed) {
  Twists twists{};
  int sum = 0;
  for (std::size_t p = 0; p + 1 < twists.size(); ++p, packed /= 3) sum += twists[p] = packed % 3;
  twists.back() = (3 - sum % 3) % 3;
  return twists;
}

std::uint16_t pack_twist(const Twists& twists) {
  int packed = 0;
  for (std::size_t p = twists.size() - 1; p-- > 0;) packed = 3 * packed + twists[p];
  return static_cast<std::uint16_t>(packed);
}

/// Flips or sets of places, one bit for each of the twelve places.
using EdgeBits = unsigned;
constexpr EdgeBits kLastPlace = 1u << (kEdgeCount - 1);
constexpr EdgeBits kSlicePlaces = 0xF00;

/// The eleven bits of a flip, and the twelfth, which makes the number of flips even.
EdgeBits all_flips(unsigned flip) {
  return std::popcount(flip) % 2 == 0 ? flip : flip | kLastPlace;
}

std::uint16_t pack_flip(EdgeBits flips) {
  return static_cast<std::uint16_t>(flips & (kLastPlace - 1));
}

template <class PlaceAfter>
EdgeBits moved(EdgeBits bits, const PlaceAfter& place_after) {
  EdgeBits result = 0;
  for (std::size_t p = 0; p < kEdgeCount; ++p) result |= (bits >> p & 1u) << place_after[p];
  return result;
}

/// The sets of four places as twelve bits; first the slice itself.
std::array<EdgeBits, kSliceCount> slice_places() {
  std::array<EdgeBits, kSliceCount> sets{};
  std::size_t count = 0;
  for (EdgeBits set = 0xFFF; count < sets.size(); --set)
    if (std::popcount(set) == 4) sets[count++] = set;
  return sets;
}

}  // namespace

std::unique_ptr<const Phase1Coordinates> Phase1Coordinates::make() {
  return std::unique_ptr<const Phase1Coordinates>(new Phase1Coordinates);
}

Phase1Coordinates::Phase1Coordinates() {
  const std::array<EdgeBits, kSliceCount> places_of_slice = slice_places();
  for (std::size_t i = 0; i < places_of_slice.size(); ++i)
    slice_of_places_[places_of_slice[i]] = static_cast<std::uint16_t>(i);

  for (std::size_t m = 0; m < kMoveCount; ++m) {
    const Cube& move = Cube::of(kAllMoves[m]);
    for (std::size_t t = 0; t < kTwistCount; ++t) {
      const Twists before = unpack_twist(static_cast<int>(t));
      Twists after{};
      for (std::size_t p = 0; p < after.size(); ++p) {
        const PlacedPiece from = move.corner_at(static_cast<int>(p));
        after[p] = (before[static_cast<std::size_t>(from.piece)] + from.turn) % 3;
      }
      twist_after_[t][m] = pack_twist(after);
    }
    std::array<std::size_t, kEdgeCount> place_after{};
    EdgeBits flipped = 0;
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      const PlacedPiece from = move.edge_at(static_cast<int>(p));
      place_after[static_cast<std::size_t>(from.piece)] = p;
      flipped |= static_cast<EdgeBits>(from.turn) << p;
    }
    for (std::size_t f = 0; f < kFlipCount; ++f)
      flip_after_[f][m] = pack_flip(moved(all_flips(static_cast<unsigned>(f)), place_after) ^ flipped);
    for (std::size_t s = 0; s < kSliceCount; ++s)
      slice_after_[s][m] = slice_of_places_[moved(places_of_slice[s], place_after)];
  }

  for (std::size_t s = 0; s < kUdSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(static_cast<int>(s));
    const detail::SymmetryAction& action = detail::action_of(symmetry);
    for (std::size_t t = 0; t < kTwistCount; ++t) {
      const Twists before = unpack_twist(static_cast<int>(t));
      Twists after{};
      for (std::size_t p = 0; p < after.size(); ++p)
        after[action.corner_place[p]] = symmetry.is_reflection() ? (3 - before[p]) % 3 : before[p];
      twist_seen_[s][t] = pack_twist(after);
    }
    for (std::size_t f = 0; f < kFlipCount; ++f)
      flip_moved_[s][f] = pack_flip(moved(all_flips(static_cast<unsigned>(f)), action.edge_place));
    const bool swaps_sides = axis_of(symmetry(Face::F)) != axis_of(Face::F);
    for (std::size_t i = 0; i < kSliceCount; ++i) {
      const EdgeBits places = moved(places_of_slice[i], action.edge_place);
      const EdgeBits change = swaps_sides ? places ^ kSlicePlaces : 0;
      slice_and_change_[s][i] = std::uint32_t{slice_of_places_[places]} * kFlipCount + pack_flip(change);
    }
  }

  std::size_t classes = 0;
  for (std::size_t t = 0; t < kTwistCount; ++t) {
    std::size_t best = 0;
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      if (twist_seen_[s][t] < twist_seen_[best][t]) best = s;
    const std::size_t smallest = twist_seen_[best][t];
    if (smallest == t) {
      representative_[classes] = static_cast<std::uint16_t>(t);
      twist_class_[t].index = static_cast<std::uint8_t>(classes++);
    }
    twist_class_[t] = {twist_class_[smallest].index, static_cast<std::uint8_t>(best)};
    row_and_symmetry_[t] =
        std::uint32_t{twist_class_[t].index} * kSliceCount * kUdSymmetryCount + twist_class_[t].symmetry;
  }
}

Phase1Coset Phase1Coordinates::coset_of(const Cube& cube) const {
  Twists twists{};
  for (std::size_t p = 0; p < twists.size(); ++p) twists[p] = cube.corner_at(static_cast<int>(p)).turn;
  EdgeBits flips = 0;
  EdgeBits slice = 0;
  for (int p = 0; p < kEdgeCount; ++p) {
    const PlacedPiece edge = cube.edge_at(p);
    flips |= static_cast<EdgeBits>(edge.turn) << p;
    slice |= (edge.piece >= kFirstSliceEdge ? 1u : 0u) << p;
  }
  return {pack_twist(twists), pack_flip(flips), slice_of_places_[slice]};
}

}  // namespace halfturn

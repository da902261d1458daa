#include "cover/class_groups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

namespace halfturn {

namespace {

using EdgeBits = unsigned;  // a set of edge places
using SlicePlaces = std::array<std::size_t, 4>;

/// The places of each slice, each next to the one before it.
constexpr std::array<SlicePlaces, 3> kPlaces = [] {
  const auto slice_of = [](std::size_t p) {
    return static_cast<std::size_t>(3 - axis_of(kEdgeFaces[p][0]) - axis_of(kEdgeFaces[p][1]));
  };
  const auto share_a_face = [](std::size_t p, std::size_t q) {
    for (const Face face : kEdgeFaces[p])
      if (face == kEdgeFaces[q][0] || face == kEdgeFaces[q][1]) return true;
    return false;
  };
  std::array<SlicePlaces, 3> places{};
  for (std::size_t slice = 0; slice < places.size(); ++slice) {
    std::size_t count = 0;
    for (std::size_t p = 0; p < kEdgeCount; ++p)
      if (slice_of(p) == slice) places[slice][count++] = p;
    if (!share_a_face(places[slice][0], places[slice][1])) std::swap(places[slice][1], places[slice][2]);
    if (!share_a_face(places[slice][1], places[slice][2])) std::swap(places[slice][2], places[slice][3]);
  }
  return places;
}();

/// Which places a slice coordinate stands for.
std::array<EdgeBits, kSliceCount> places_of_slices(const Phase1Coordinates& coordinates) {
  std::array<EdgeBits, kSliceCount> places{};
  for (EdgeBits set = 0; set < 1u << kEdgeCount; ++set) {
    if (std::popcount(set) != 4) continue;
    PlacedCorners corners{};
    PlacedEdges edges{};
    for (std::size_t p = 0; p < corners.size(); ++p) corners[p].piece = static_cast<int>(p);
    int inside = kFirstSliceEdge;
    int outside = 0;
    for (std::size_t p = 0; p < edges.size(); ++p)
      edges[p].piece = (set >> p & 1) != 0 ? inside++ : outside++;
    Result<Cube> cube = Cube::from_pieces(corners, edges);
    if (!cube) {
      std::swap(corners[0], corners[1]);  // puts the parity right
      cube = Cube::from_pieces(corners, edges);
    }
    places[coordinates.coset_of(*cube).slice] = set;
  }
  return places;
}

/// All twelve flips of a coset: the last place has no bit of its own.
EdgeBits flips_of(std::uint16_t flip) {
  return flip | (std::popcount(flip) % 2 != 0 ? 1u << (kEdgeCount - 1) : 0);
}

/// For each slice's places: how many edges at home in the U-D slice they hold, how many of those are flipped,
/// and how many of the others.
using Counts = std::array<int, 9>;

Counts counts_of(Phase1Coset pair, EdgeBits slice_edges) {
  const EdgeBits flips = flips_of(pair.flip);
  Counts counts{};
  for (std::size_t slice = 0; slice < kPlaces.size(); ++slice) {
    EdgeBits here = 0;
    for (const std::size_t p : kPlaces[slice]) here |= 1u << p;
    counts[3 * slice] = std::popcount(here & slice_edges);
    counts[3 * slice + 1] = std::popcount(here & slice_edges & flips);
    counts[3 * slice + 2] = std::popcount(here & ~slice_edges & flips);
  }
  return counts;
}

/// Moves the bits of a slice's places: bit k of them to bit order[k].
EdgeBits moved(EdgeBits bits, const SlicePlaces& places, const SlicePlaces& order) {
  EdgeBits result = bits;
  for (const std::size_t p : places) result &= ~(1u << p);
  for (std::size_t k = 0; k < places.size(); ++k) result |= (bits >> places[k] & 1) << places[order[k]];
  return result;
}

}  // namespace

ClassGroups any_order_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes) {
  const std::array<EdgeBits, kSliceCount> places = places_of_slices(coordinates);
  std::map<Counts, std::uint16_t> numbers;
  ClassGroups groups;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    // Of the 16 symmetries, quarter turns about U exchange two slices; the others keep the counts.
    const Phase1Coset pair = classes.representative(c);
    const Phase1Coset turned = coordinates.seen_through(pair, Symmetry::y());
    const Counts counts =
        std::min(counts_of(pair, places[pair.slice]), counts_of(turned, places[turned.slice]));
    const auto next = static_cast<std::uint16_t>(numbers.size());
    groups.group_of.push_back(numbers.try_emplace(counts, next).first->second);
  }
  groups.count = numbers.size();
  return groups;
}

ClassGroups even_square_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes) {
  // What each generator does to the places of the three slices.
  constexpr SlicePlaces kStay = {0, 1, 2, 3};
  constexpr SlicePlaces kTurned = {1, 2, 3, 0};
  constexpr SlicePlaces kReflected = {1, 0, 3, 2};
  constexpr std::array<std::array<SlicePlaces, 3>, 5> kGenerators = {{{kReflected, kStay, kStay},
                                                                      {kStay, kReflected, kStay},
                                                                      {kStay, kStay, kReflected},
                                                                      {kTurned, kTurned, kStay},
                                                                      {kStay, kTurned, kTurned}}};
  const std::array<EdgeBits, kSliceCount> places = places_of_slices(coordinates);
  std::array<std::uint16_t, 1u << kEdgeCount> slice_at{};
  for (std::size_t slice = 0; slice < places.size(); ++slice)
    slice_at[places[slice]] = static_cast<std::uint16_t>(slice);

  // Classes that look alike are joined; each points to another of its group, the first to itself.
  std::vector<std::uint16_t> next(kEdgeClassCount);
  std::iota(next.begin(), next.end(), std::uint16_t{0});
  const auto first_of = [&next](std::uint16_t c) {
    while (next[c] != c) c = next[c] = next[next[c]];
    return c;
  };
  for (std::uint16_t slice = 0; slice < kSliceCount; ++slice)
    for (std::uint16_t flip = 0; flip < kFlipCount; ++flip)
      for (const std::array<SlicePlaces, 3>& orders : kGenerators) {
        EdgeBits slice_edges = places[slice];
        EdgeBits flips = flips_of(flip);
        for (std::size_t square = 0; square < kPlaces.size(); ++square) {
          slice_edges = moved(slice_edges, kPlaces[square], orders[square]);
          flips = moved(flips, kPlaces[square], orders[square]);
        }
        const auto flip_then = static_cast<std::uint16_t>(flips % kFlipCount);
        const std::uint16_t a = first_of(classes.class_of(flip, slice).class_index);
        const std::uint16_t b = first_of(classes.class_of(flip_then, slice_at[slice_edges]).class_index);
        next[std::max(a, b)] = std::min(a, b);
      }

  ClassGroups groups;
  for (std::uint16_t c = 0; c < kEdgeClassCount; ++c) {
    const std::uint16_t first = first_of(c);
    groups.group_of.push_back(first == c ? static_cast<std::uint16_t>(groups.count++)
                                         : groups.group_of[first]);
  }
  return groups;
}

}  // namespace halfturn

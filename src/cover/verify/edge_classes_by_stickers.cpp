#include "cover/verify/edge_classes_by_stickers.h"

#include <bit>

namespace halfturn {

namespace {

using FaceImages = std::array<Face, kFaceCount>;

constexpr unsigned kAllPlaces = 0xFFF;
constexpr std::uint16_t kNoClass = 0xFFFF;

Face image(const FaceImages& images, Face face) {
  return images[static_cast<std::size_t>(face)];
}

/// The ways to lay a cube's shape onto itself with U and D on the same axis as before.
std::vector<FaceImages> symmetries() {
  using enum Face;
  std::vector<FaceImages> result;
  for (Face u : {U, D})
    for (Face r : {R, F, L, B})
      for (Face f : {R, F, L, B})
        if (axis_of(f) != axis_of(r)) result.push_back({u, r, f, opposite(u), opposite(r), opposite(f)});
  return result;
}

template <std::size_t N>
bool has(const std::array<Face, N>& faces, Face face) {
  for (Face f : faces)
    if (f == face) return true;
  return false;
}

/// The place that has all of these faces.
template <std::size_t N, std::size_t Places>
std::size_t place_with(const std::array<std::array<Face, N>, Places>& places,
                       const std::array<Face, N>& faces) {
  for (std::size_t p = 0; p < Places; ++p) {
    bool all = true;
    for (Face face : faces) all = all && has(places[p], face);
    if (all) return p;
  }
  return Places;
}

/// Flips and slice as bits of the twelve places.
struct EdgePair {
  unsigned flips = 0;
  unsigned slice_places = 0;
};

EdgePair seen_through(const EdgePair& pair, const FaceImages& symmetry) {
  EdgePair seen;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const std::size_t flip = pair.flips >> p & 1;
    const Face first = image(symmetry, kEdgeFaces[p][flip]);
    const Face second = image(symmetry, kEdgeFaces[p][1 - flip]);
    const std::size_t q = place_with(kEdgeFaces, {first, second});
    const bool of_slice = (pair.slice_places >> p & 1) != 0;
    // An edge outside the slice goes by its U-D sticker, which stays one. One of the slice goes by its F-B
    // sticker: that is now the other one where the symmetry takes F to R or L.
    const bool swapped = of_slice && axis_of(image(symmetry, Face::F)) != axis_of(Face::F);
    const Face judged_by = swapped ? second : first;
    if (judged_by != kEdgeFaces[q][0]) seen.flips |= 1u << q;
    if (of_slice) seen.slice_places |= 1u << q;
  }
  return seen;
}

/// Place by place, on which of the place's stickers the corner's own U-D sticker lies.
using Twists = std::array<std::size_t, kCornerCount>;

Twists seen_through(const Twists& twists, const FaceImages& symmetry) {
  Twists seen{};
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    std::array<Face, 3> faces{};
    for (std::size_t k = 0; k < 3; ++k) faces[k] = image(symmetry, kCornerFaces[p][k]);
    const std::size_t q = place_with(kCornerFaces, faces);
    while (kCornerFaces[q][seen[q]] != faces[twists[p]]) ++seen[q];
  }
  return seen;
}

/// How many of the 2187 twists of the corners a symmetry leaves alone.
std::uint32_t twists_unchanged(const FaceImages& symmetry) {
  std::uint32_t unchanged = 0;
  for (std::size_t number = 0; number < 2187; ++number) {
    Twists twists{};
    std::size_t sum = 0;
    for (std::size_t p = 0, rest = number; p < 7; ++p, rest /= 3) sum += twists[p] = rest % 3;
    twists[7] = (21 - sum) % 3;
    if (seen_through(twists, symmetry) == twists) ++unchanged;
  }
  return unchanged;
}

}  // namespace

EdgeClassesByStickers::EdgeClassesByStickers() : class_of_(kPairs, kNoClass) {
  std::vector<unsigned> places_of_slice;
  for (unsigned places = kAllPlaces; places > 0; --places) {
    if (std::popcount(places) != 4) continue;
    slice_number_[places] = static_cast<std::uint16_t>(places_of_slice.size());
    places_of_slice.push_back(places);
  }
  const std::vector<FaceImages> all = symmetries();
  std::vector<std::uint32_t> unchanged;
  for (const FaceImages& symmetry : all) unchanged.push_back(twists_unchanged(symmetry));

  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    if (class_of_[pair] != kNoClass) continue;
    EdgePair smallest{static_cast<unsigned>(pair % 2048), places_of_slice[pair / 2048]};
    if (std::popcount(smallest.flips) % 2 != 0) smallest.flips |= 1u << 11;
    // The number of orbits is the mean number of twists that the symmetries of the pair leave alone.
    std::uint32_t sum = 0;
    std::uint32_t symmetries_of_pair = 0;
    for (std::size_t s = 0; s < all.size(); ++s) {
      const EdgePair seen = seen_through(smallest, all[s]);
      const std::size_t other = pair_of(seen.flips, seen.slice_places);
      class_of_[other] = static_cast<std::uint16_t>(coset_counts_.size());
      if (other != pair) continue;
      sum += unchanged[s];
      ++symmetries_of_pair;
    }
    coset_counts_.push_back(sum / symmetries_of_pair);
  }
}

}  // namespace halfturn

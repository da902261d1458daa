#pragma once

#include <array>
#include <cstdint>

#include "halfturn/cube.h"

/// What determines a position's pairs (flip, slice) along all three axes: for each place, which slice its
/// edge belongs to and how it lies there.
namespace halfturn {

/// A slice has the number of the axis around which it lies; its edges have stickers of the two other axes. An
/// edge lies straight if, on the axis on which its place and its home both have a face (on either of the two,
/// if it is in its own slice), it has the sticker that belongs there; else crossed.
struct EdgeState {
  std::uint8_t home = 0;  ///< slice that the edge belongs to
  bool crossed = false;
  friend constexpr bool operator==(EdgeState, EdgeState) = default;
};

inline constexpr std::size_t kEdgeStates = 6;
inline constexpr std::array<EdgeState, kEdgeStates> kAllEdgeStates = {
    {{0, false}, {0, true}, {1, false}, {1, true}, {2, false}, {2, true}}};

/// By place.
using EdgeConfiguration = std::array<EdgeState, kEdgeCount>;

constexpr std::size_t slice_of_edge(std::size_t place) {
  return static_cast<std::size_t>(3 - axis_of(kEdgeFaces[place][0]) - axis_of(kEdgeFaces[place][1]));
}

/// The axes of the stickers on the two faces of a place whose edge is in this state.
std::array<int, 2> sticker_axes(std::size_t place, EdgeState state);

/// How many edges of each kind (home slice, present slice, crossed) a configuration has: 18 numbers of three
/// bits. The sum of the signatures of its edges.
using EdgeSignature = std::uint64_t;

constexpr EdgeSignature signature_of_edge(std::size_t home, std::size_t present, bool crossed) {
  return EdgeSignature{1} << (3 * (6 * home + 2 * present + (crossed ? 1 : 0)));
}

/// Home and present slice exchanged: the signature of the inverse position.
EdgeSignature transposed(EdgeSignature signature);

/// A position with this configuration.
Cube position_with(const EdgeConfiguration& configuration);

/// A position with this configuration whose inverse has the other one. Their signatures must be each other's
/// transpose.
///
/// There always is one: an edge of home slice i at a place of slice j is, in the inverse, an edge of slice j
/// at a place of slice i, and lies straight or crossed as before, since home and place are exchanged. So the
/// places of the two configurations can be matched, kind by kind, exactly if their signatures are transposed;
/// a match says which edge is where, and its kind says how it lies. The flips are even, as they are those of
/// the configuration, and the corners can be given the parity of the edges.
Cube position_with(const EdgeConfiguration& configuration, const EdgeConfiguration& of_inverse);

}  // namespace halfturn

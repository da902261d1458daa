#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfturn/stage.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// A position of a view's cross, as in the scrambled cube, and its distance. Only the bytes of its four edges
/// mean anything.
struct PlacedCross {
  PieceState state;
  int distance = 0;
};

/// The edges of a view's cross, by their names in the scrambled cube.
PieceMask cross_edges_of(View view);

/// All positions of a view's cross whose distance is in the set, a bit each. `space` and `content` must be of
/// a pattern of the cross edges alone, packed in nibbles.
std::vector<PlacedCross> crosses_of(const PatternSpace& space, std::span<const std::byte> content, View view,
                                    std::uint32_t distances);

/// The places that the edges in the set take, a bit each.
unsigned places_of(const PieceState& state, PieceMask edges);

/// The number of joint positions of two crosses, by the distance of the nearer one.
///
/// The two must only take different places and agree on the edge they share (adjacent colours share one). So
/// crosses are counted by the places they take and the shared edge's state, and the counts of those that fit
/// together are multiplied: some 35,000 products for opposite colours instead of five billion positions.
std::array<std::uint64_t, kCounts> better_of_two(std::span<const PlacedCross> first, View first_view,
                                                 std::span<const PlacedCross> second, View second_view);

}  // namespace halfturn::stage

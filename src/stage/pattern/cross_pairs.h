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

/// The cross of a view with its distance, as the cube was scrambled. Only the bytes of its four edges mean
/// anything.
struct PlacedCross {
  PieceState state;
  int distance = 0;
};

/// The pieces of a view's cross, as they are called in the scrambled cube.
PieceMask cross_edges_of(View view);

/// All positions of a view's cross with a distance in the set, a bit each. `space` and `content` are those of
/// a pattern of the cross edges alone, packed in nibbles.
std::vector<PlacedCross> crosses_of(const PatternSpace& space, std::span<const std::byte> content, View view,
                                    std::uint32_t distances);

/// The places that the edges in the set take, a bit each.
unsigned places_of(const PieceState& state, PieceMask edges);

/// How many joint positions of two crosses have a better one at each distance.
///
/// What binds the two together is only that no place is taken twice and that an edge they share (there is one
/// where the colours are neighbours) stands in one place and one way. So crosses are counted by the places
/// that they take and the shared edge's state, and the counts of those that fit together are multiplied: some
/// 35,000 products for opposite colours instead of five billion positions.
std::array<std::uint64_t, kCounts> better_of_two(std::span<const PlacedCross> first, View first_view,
                                                 std::span<const PlacedCross> second, View second_view);

}  // namespace halfturn::stage

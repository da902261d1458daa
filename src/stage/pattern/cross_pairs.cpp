#include "stage/pattern/cross_pairs.h"

#include <bit>
#include <map>
#include <utility>

#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

/// Crosses that take the same places, for one state of the shared edge.
struct Group {
  unsigned places = 0;                            ///< of the edges that are not shared
  std::array<std::uint64_t, kCounts> at_least{};  ///< by distance: the number of crosses at least that far
};
using GroupsByShared = std::map<int, std::vector<Group>>;

GroupsByShared groups_of(std::span<const PlacedCross> crosses, PieceMask own, PieceMask shared) {
  std::map<std::pair<int, unsigned>, Group> found;
  for (const PlacedCross& cross : crosses) {
    const int state = shared != 0 ? cross.state.byte[static_cast<std::size_t>(std::countr_zero(shared))] : 0;
    const unsigned places = places_of(cross.state, own & ~shared);
    Group& group = found[{state, places}];
    group.places = places;
    for (std::size_t d = 0; d <= static_cast<std::size_t>(cross.distance); ++d) ++group.at_least[d];
  }
  GroupsByShared groups;
  for (auto& [key, group] : found) groups[key.first].push_back(group);
  return groups;
}

}  // namespace

PieceMask cross_edges_of(View view) {
  return seen(kCrossEdges, symmetry_back_from(view));
}

std::vector<PlacedCross> crosses_of(const PatternSpace& space, std::span<const std::byte> content, View view,
                                    std::uint32_t distances) {
  std::vector<PlacedCross> crosses;
  for_each_state(space, content, distances, [&](const PieceState& state, int distance) {
    crosses.push_back({PortableOps::seen(state, symmetry_back_from(view)), distance});
  });
  return crosses;
}

unsigned places_of(const PieceState& state, PieceMask edges) {
  unsigned places = 0;
  for (; edges != 0; edges &= edges - 1)
    places |= 1u << state.place(static_cast<std::size_t>(std::countr_zero(edges)));
  return places;
}

std::array<std::uint64_t, kCounts> better_of_two(std::span<const PlacedCross> first, View first_view,
                                                 std::span<const PlacedCross> second, View second_view) {
  const PieceMask first_edges = cross_edges_of(first_view);
  const PieceMask second_edges = cross_edges_of(second_view);
  const PieceMask shared = first_edges & second_edges;
  const GroupsByShared ours = groups_of(first, first_edges, shared);
  GroupsByShared theirs = groups_of(second, second_edges, shared);
  std::array<std::uint64_t, kCounts + 1> at_least{};
  for (const auto& [state, groups] : ours)
    for (const Group& group : groups)
      for (const Group& other : theirs[state])
        if ((group.places & other.places) == 0)
          for (std::size_t d = 0; d < kCounts; ++d) at_least[d] += group.at_least[d] * other.at_least[d];
  std::array<std::uint64_t, kCounts> counts{};
  for (std::size_t d = 0; d < kCounts; ++d) counts[d] = at_least[d] - at_least[d + 1];
  return counts;
}

}  // namespace halfturn::stage

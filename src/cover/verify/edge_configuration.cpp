#include "cover/verify/edge_configuration.h"

#include <utility>

namespace halfturn {

namespace {

/// Which piece stands at each place. The states say how they lie there.
using PiecesByPlace = std::array<std::size_t, kEdgeCount>;

bool is_odd(const PiecesByPlace& pieces) {
  bool odd = false;
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (std::size_t q = 0; q < p; ++q) odd ^= pieces[q] > pieces[p];
  return odd;
}

Cube cube_of(const PiecesByPlace& pieces, const EdgeConfiguration& configuration) {
  PlacedEdges edges{};
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const bool first_on_first = sticker_axes(p, configuration[p])[0] == axis_of(kEdgeFaces[pieces[p]][0]);
    edges[p] = {static_cast<int>(pieces[p]), first_on_first ? 0 : 1};
  }
  PlacedCorners corners{};
  for (std::size_t p = 0; p < kCornerCount; ++p) corners[p] = {static_cast<int>(p), 0};
  if (is_odd(pieces)) std::swap(corners[0], corners[1]);
  return Cube::from_pieces(corners, edges).value();
}

/// Takes the first free place that `fits`.
template <class Fits>
std::size_t take(std::array<bool, kEdgeCount>& taken, const Fits& fits) {
  std::size_t place = 0;
  while (taken[place] || !fits(place)) ++place;
  taken[place] = true;
  return place;
}

}  // namespace

std::array<int, 2> sticker_axes(std::size_t place, EdgeState state) {
  const std::array<int, 2> faces = {axis_of(kEdgeFaces[place][0]), axis_of(kEdgeFaces[place][1])};
  // The edge's axes are those other than its slice's. The place's may be the same two, or share one.
  std::array<int, 2> straight = faces;
  for (int& axis : straight)
    if (axis == state.home) axis = static_cast<int>(slice_of_edge(place));
  if (state.crossed) std::swap(straight[0], straight[1]);
  return straight;
}

EdgeSignature transposed(EdgeSignature signature) {
  EdgeSignature result = 0;
  for (std::size_t home = 0; home < 3; ++home) {
    for (std::size_t present = 0; present < 3; ++present) {
      for (bool crossed : {false, true}) {
        const EdgeSignature unit = signature_of_edge(home, present, crossed);
        result += signature / unit % 8 * signature_of_edge(present, home, crossed);
      }
    }
  }
  return result;
}

Cube position_with(const EdgeConfiguration& configuration) {
  PiecesByPlace pieces{};
  std::array<bool, kEdgeCount> taken{};
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    pieces[p] = take(taken, [&](std::size_t piece) { return slice_of_edge(piece) == configuration[p].home; });
  return cube_of(pieces, configuration);
}

Cube position_with(const EdgeConfiguration& configuration, const EdgeConfiguration& of_inverse) {
  PiecesByPlace pieces{};
  std::array<bool, kEdgeCount> taken{};
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    // In the inverse the piece that belongs to place p stands where the piece at p belongs.
    const EdgeState there{static_cast<std::uint8_t>(slice_of_edge(p)), configuration[p].crossed};
    pieces[p] = take(taken, [&](std::size_t piece) {
      return slice_of_edge(piece) == configuration[p].home && of_inverse[piece] == there;
    });
  }
  return cube_of(pieces, configuration);
}

}  // namespace halfturn

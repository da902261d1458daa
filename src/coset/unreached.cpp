#include "coset/unreached.h"

#include "coset/square_group.h"

namespace halfturn {

Cube cube_of(Phase2Position position) {
  const EightPieces corners = pieces_of(position.corners);
  const EightPieces edges = pieces_of(position.edges);
  PlacedCorners placed_corners;
  PlacedEdges placed_edges;
  for (std::size_t p = 0; p < corners.size(); ++p) {
    placed_corners[p] = {corners[p], 0};
    placed_edges[p] = {edges[p], 0};
  }
  for (std::size_t p = 0; p < 4; ++p)
    placed_edges[8 + p] = {kFirstSliceEdge + SquareGroup::kOrders[position.slice][p], 0};
  return *Cube::from_pieces(placed_corners, placed_edges);
}

Cube position_of_h(const Cube& representative, const Cube& h) {
  // A sequence s with representative * s = h solves its own inverse, and that is h^-1 * representative.
  return h.inverse() * representative;
}

}  // namespace halfturn

#include "coset/unreached.h"

#include <bit>
#include <cstring>

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

bool for_each_unreached(const BitmapLayout& layout, const std::uint8_t* bitmap, const Cube& representative,
                        const std::function<bool(const Cube&)>& unreached, const std::stop_token& stop) {
  for (std::size_t byte = 0; byte < kBitmapBytes; byte += sizeof(std::uint64_t)) {
    if (byte % kBlockBytes == 0 && stop.stop_requested()) return false;
    std::uint64_t word = 0;
    std::memcpy(&word, bitmap + byte, sizeof word);
    for (std::uint64_t clear = ~word; clear != 0; clear &= clear - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(clear));
      const BitPlace place = {static_cast<std::uint32_t>(byte + bit / 8), static_cast<std::uint8_t>(bit % 8)};
      if (!unreached(position_of_h(representative, cube_of(layout.position_at(place))))) return true;
    }
  }
  return true;
}

}  // namespace halfturn

#include "coset/layout.h"

#include <algorithm>

#include "coset/square_group.h"

namespace halfturn {

namespace {

/// An arrangement taken apart.
struct Parts {
  std::size_t layering;
  std::size_t upper;
  std::size_t lower;
};

constexpr Parts parts_of(std::size_t arrangement) {
  return {arrangement / kLayeringOrders, arrangement / kLayerOrders % kLayerOrders,
          arrangement % kLayerOrders};
}

constexpr std::size_t join(const Parts& parts) {
  return (parts.layering * kLayerOrders + parts.upper) * kLayerOrders + parts.lower;
}

bool is_odd_arrangement(std::size_t arrangement) {
  const EightPieces pieces = pieces_of(static_cast<std::uint16_t>(arrangement));
  bool odd = false;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1; j < pieces.size(); ++j) odd ^= pieces[j] < pieces[i];
  return odd;
}

/// The other order of a pair: lower pieces 0 and 2 change names.
constexpr std::size_t paired_order(std::size_t order) {
  const SquareCoset parts = kSquareGroup.split(order);
  return kSquareGroup.join({parts.coset, static_cast<std::uint8_t>(parts.element ^ 4u)});
}

std::uint32_t offset_of_edges(std::size_t edges) {
  const Parts parts = parts_of(edges);
  const SquareCoset upper = kSquareGroup.split(parts.upper);
  const SquareCoset lower = kSquareGroup.split(parts.lower);
  const std::size_t block = 3u * upper.coset + lower.coset;
  return static_cast<std::uint32_t>(parts.layering * kChunkBytes + block * kBlockBytes +
                                    std::size_t{4} * upper.element + lower.element % 4u);
}

}  // namespace

std::unique_ptr<const BitmapLayout> BitmapLayout::make() {
  return std::unique_ptr<const BitmapLayout>(new BitmapLayout);
}

BitmapLayout::BitmapLayout() {
  const std::unique_ptr<const Phase2Coordinates> coordinates = Phase2Coordinates::make();
  for (std::size_t e = 0; e < kArrangements; ++e) edge_offset_[e] = offset_of_edges(e);
  for (std::size_t s = 0; s < kLayerOrders; ++s) {
    const SquareCoset parts = kSquareGroup.split(s);
    slice_place_[s] = {static_cast<std::uint16_t>(parts.coset * kPlaneBytes), parts.element};
  }
  number_pages(*coordinates);

  for (std::size_t layering = 0; layering < kLayerings; ++layering) {
    for (std::size_t m = 0; m < kHMoveCount; ++m) {
      // With both layers in ascending order, what the move makes of them is what it does to any order.
      const auto before = static_cast<std::uint16_t>(join({layering, 0, 0}));
      const Parts after = parts_of(coordinates->after({0, before, 0}, kPrepassMoves[m]).edges);
      layering_after_[layering][m] = static_cast<std::uint8_t>(after.layering);
      for (std::size_t block = 0; block < kBlocks; ++block) {
        const SquareCoset upper = kSquareGroup.after(block / 3, after.upper);
        const SquareCoset lower = kSquareGroup.after(block % 3, after.lower);
        block_sources_[layering][m][block] = {
            static_cast<std::uint16_t>((3u * upper.coset + lower.coset) * kBlockBytes), upper.element,
            lower.element};
      }
    }
  }
  for (std::size_t layering = 0; layering < kLayerings; ++layering)
    for (std::size_t turns = 0; turns < kFamilyPages; ++turns) {
      std::uint8_t& there = layering_in_family_[layering][turns];
      there = static_cast<std::uint8_t>(layering);
      for (std::size_t i = 0; i < turns / 4; ++i) there = layering_after_[there][0];
      for (std::size_t j = 0; j < turns % 4; ++j) there = layering_after_[there][3];
    }

  for (std::size_t upper = 0; upper < 8; ++upper)
    for (std::size_t lower = 0; lower < 8; ++lower)
      for (std::size_t i = 0; i < kHalfBytes; ++i)
        shuffle_[upper][lower][i] = static_cast<std::uint8_t>(4 * SquareGroup::product(i / 4, upper) +
                                                              SquareGroup::product(i % 4, lower) % 4);
  for (std::size_t plane = 0; plane < kPlanes; ++plane)
    for (std::size_t m = kTurnMoves; m < kHMoveCount; ++m) {
      const std::uint8_t slice = coordinates->after({}, kPrepassMoves[m]).slice;
      const SquareCoset from = kSquareGroup.after(plane, slice);
      PlaneSource& source = plane_source_[plane][m - kTurnMoves];
      source.plane = from.coset;
      for (std::size_t bit = 0; bit < 8; ++bit)
        source.bit[bit] = static_cast<std::uint8_t>(SquareGroup::product(bit, from.element));
    }
}

void BitmapLayout::number_pages(const Phase2Coordinates& coordinates) {
  const auto after = [&](std::size_t corners, Move move) -> std::size_t {
    return coordinates.after({static_cast<std::uint16_t>(corners), 0, 0}, move).corners;
  };
  const auto partner = [](std::size_t corners) {
    Parts parts = parts_of(corners);
    parts.lower = paired_order(parts.lower);
    return join(parts);
  };
  std::vector<std::int32_t> page_of(kArrangements, -1);
  std::size_t pages = 0;
  const auto add_page = [&](std::size_t corners) {
    const bool odd = is_odd_arrangement(corners);
    const std::size_t other = partner(corners);
    page_of[corners] = page_of[other] = static_cast<std::int32_t>(pages);
    corners_of_page_[pages][odd ? 1 : 0] = static_cast<std::uint16_t>(corners);
    corners_of_page_[pages][odd ? 0 : 1] = static_cast<std::uint16_t>(other);
    ++pages;
  };
  for (std::size_t first = 0; first < kArrangements; ++first) {
    if (page_of[first] >= 0) continue;
    std::size_t after_u = first;
    for (int i = 0; i < 4; ++i, after_u = after(after_u, kPrepassMoves[0])) {
      std::size_t after_d = after_u;
      for (int j = 0; j < 4; ++j, after_d = after(after_d, kPrepassMoves[3])) add_page(after_d);
    }
  }
  for (std::size_t page = 0; page < kPages; ++page) {
    for (std::size_t half = 0; half < 2; ++half)
      corner_offset_[corners_of_page_[page][half]] =
          static_cast<std::uint32_t>(page * kPageBytes + half * kHalfBytes);
    for (std::size_t m = 0; m < kHMoveCount; ++m)
      page_after_[page][m] =
          static_cast<std::uint16_t>(page_of[after(corners_of_page_[page][0], kPrepassMoves[m])]);
  }
}

Phase2Position BitmapLayout::position_at(BitPlace place) const {
  const std::size_t page = place.byte / kPageBytes;
  const std::size_t layering = place.byte % kPageBytes / kChunkBytes;
  const std::size_t plane = place.byte % kChunkBytes / kPlaneBytes;
  const std::size_t block = place.byte % kPlaneBytes / kBlockBytes;
  const std::size_t half = place.byte % kBlockBytes / kHalfBytes;
  const std::size_t byte = place.byte % kHalfBytes;

  const std::size_t upper =
      kSquareGroup.join({static_cast<std::uint8_t>(block / 3), static_cast<std::uint8_t>(byte / 4)});
  std::size_t lower =
      kSquareGroup.join({static_cast<std::uint8_t>(block % 3), static_cast<std::uint8_t>(byte % 4)});
  const std::size_t slice =
      kSquareGroup.join({static_cast<std::uint8_t>(plane), static_cast<std::uint8_t>(place.bit)});
  const bool slice_odd = is_odd(SquareGroup::kOrders[slice]);
  if (is_odd_arrangement(join({layering, upper, lower})) != (slice_odd != (half == 1)))
    lower = paired_order(lower);
  return {corners_of_page_[page][half], static_cast<std::uint16_t>(join({layering, upper, lower})),
          static_cast<std::uint8_t>(slice)};
}

}  // namespace halfturn

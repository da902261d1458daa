#include "optimal/row_map.h"

namespace halfturn::optimal {

namespace {

constexpr std::uint32_t power_of_three(std::size_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

/// Lets a place add to the sums of all sets that have it.
void add_place(TernaryTable& table, int place, std::uint32_t amount) {
  for (std::size_t places = 0; places < 64; ++places) {
    if (place < 6 && (places >> place & 1) != 0) table.low[places] += amount;
    if (place >= 6 && (places >> (place - 6) & 1) != 0) table.high[places] += amount;
  }
}

std::uint32_t ternary_of(const EdgeLabels& labels) {
  std::uint32_t ternary = 0;
  for (std::size_t p = kEdgeCount; p-- > 0;)
    ternary = 3 * ternary + (labels.slice[1] >> p & 1u) + 2 * (labels.slice[2] >> p & 1u);
  return ternary;
}

}  // namespace

RowMap::RowMap(const CosetSpace& space, std::size_t from, Move move) {
  const std::uint32_t corners = space.class_and_frame(space.after(space.representative(from), move));
  row = corners % (1u << CosetSpace::kFrameShift);
  changes_parity = move.quarters() != 2;
  const EdgeFrame& frame = space.kernel_tables().frame[corners >> CosetSpace::kFrameShift];
  std::array<std::uint32_t, 3> name{};
  for (std::size_t s = 0; s < 3; ++s) {
    name[s] = frame.relabel[s] & 3u;
    flips_odd_slices = flips_odd_slices != (frame.relabel[s] >> 4 != 0);
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [before, flip] = Cube::of(move).edge_at(frame.source[p]);
    source[p] = static_cast<std::uint8_t>(before);
    if ((flip ^ frame.flip[p] >> 4) != 0) flipping[flipping_count++] = static_cast<std::uint8_t>(before);
    // As if all edges were of slice 0; then what the others add to that. Negative amounts wrap around.
    constant += name[0] * power_of_three(p);
    add_place(first, before, (name[1] - name[0]) * power_of_three(p));
    add_place(second, before, (name[2] - name[0]) * power_of_three(p));
  }
}

RowMaps::RowMaps(const CosetSpace& space) {
  maps_.reserve(space.rows() * kMoveCount);
  for (std::size_t row = 0; row < space.rows(); ++row)
    for (Move move : kAllMoves) maps_.emplace_back(space, row, move);

  arrangement_.resize(power_of_three(kEdgeCount));
  for (std::uint32_t a = 0; a < kEdgeArrangements; ++a) {
    EdgeLabels labels = space.labels_of(a, 0);
    first_slice_.push_back(labels.slice[1]);
    second_slice_.push_back(labels.slice[2]);
    arrangement_[ternary_of(labels)] = static_cast<std::uint16_t>(a);
    FlipNumbers numbers;
    FlipPlaces places;
    for (std::size_t p = 0, next = 0; p < kEdgeCount; ++p) {
      const auto place = static_cast<Places>(1u << p);
      labels.flipped = place;
      numbers.single[p] = static_cast<std::uint16_t>(space.flip_of(labels));
      if (place == lowest(labels.slice[2]))
        places.last = static_cast<std::uint8_t>(p);
      else if (place != lowest(labels.slice[0]) && place != lowest(labels.slice[1]))
        places.of_bit[next++] = static_cast<std::uint8_t>(p);
    }
    labels.flipped = labels.slice[2];
    numbers.whole_slice = static_cast<std::uint16_t>(space.flip_of(labels));
    numbers_.push_back(numbers);
    places_.push_back(places);
  }
}

}  // namespace halfturn::optimal

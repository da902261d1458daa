#include "stage/pattern/any_slot.h"

#include <algorithm>

#include "stage/pattern/cross_numbers.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

constexpr std::size_t kSlotEdge = 8;
constexpr std::size_t kSlotCorner = PieceState::kCorners + 4;
constexpr std::size_t kPairs = 28;  // of eight places

/// By place of the edge and place of the corner: how many turns of both.
using FarTurns = std::array<std::array<std::uint32_t, 8>, 8>;
/// By pair of places of two edges and pair of places of two corners.
using ByPairs = std::array<std::array<std::uint32_t, kPairs>, kPairs>;

struct Pair {
  std::size_t low, high;
};
constexpr std::array<Pair, kPairs> kPairsOfPlaces = [] {
  std::array<Pair, kPairs> pairs{};
  std::size_t n = 0;
  for (std::size_t low = 0; low < 8; ++low)
    for (std::size_t high = low + 1; high < 8; ++high) pairs[n++] = {low, high};
  return pairs;
}();

/// Two slots: their edges in either order, and so their corners.
ByPairs together(const FarTurns& one, const FarTurns& other) {
  ByPairs ways;
  for (std::size_t e = 0; e < kPairs; ++e)
    for (std::size_t c = 0; c < kPairs; ++c) {
      const auto [low, high] = kPairsOfPlaces[e];
      const auto [left, right] = kPairsOfPlaces[c];
      ways[e][c] = one[low][left] * other[high][right] + one[low][right] * other[high][left] +
                   one[high][left] * other[low][right] + one[high][right] * other[low][left];
    }
  return ways;
}

/// By pair of places of edges: the sum over all pairs that share no place with it.
ByPairs beside(const ByPairs& ways) {
  std::array<std::array<std::uint32_t, kPairs>, 8> with{};  // a place
  std::array<std::uint32_t, kPairs> all{};
  for (std::size_t e = 0; e < kPairs; ++e)
    for (std::size_t c = 0; c < kPairs; ++c) {
      with[kPairsOfPlaces[e].low][c] += ways[e][c];
      with[kPairsOfPlaces[e].high][c] += ways[e][c];
      all[c] += ways[e][c];
    }
  ByPairs sums;
  for (std::size_t e = 0; e < kPairs; ++e)
    for (std::size_t c = 0; c < kPairs; ++c)
      sums[e][c] = all[c] + ways[e][c] - with[kPairsOfPlaces[e].low][c] - with[kPairsOfPlaces[e].high][c];
  return sums;
}

ByPairs transposed(const ByPairs& ways) {
  ByPairs turned;
  for (std::size_t e = 0; e < kPairs; ++e)
    for (std::size_t c = 0; c < kPairs; ++c) turned[c][e] = ways[e][c];
  return turned;
}

/// All ways to place four slots.
std::uint64_t ways_of(const std::array<FarTurns, kSlotCount>& far) {
  const ByPairs two = beside(together(far[0], far[1]));
  const ByPairs others = transposed(beside(transposed(together(far[2], far[3]))));
  std::uint64_t sum = 0;
  for (std::size_t e = 0; e < kPairs; ++e)
    for (std::size_t c = 0; c < kPairs; ++c) sum += std::uint64_t{two[e][c]} * others[e][c];
  return sum;
}

}  // namespace

AnySlotCounter::AnySlotCounter(const PatternSpace& space, std::span<const std::byte> content)
    : space_(space), content_(content) {
  find_starts();
}

void AnySlotCounter::find_starts() {
  const CrossNumbers numbers;
  for (std::size_t number = 0; number < numbers.count(); ++number) {
    const PieceState cross = numbers.cross(number);
    std::vector<std::size_t> images;
    // Without those that rename the bottom: they do not keep a solved slot.
    for (std::size_t n = 0; n < kBottomSymmetryCount; n += 4)
      images.push_back(numbers.of(PortableOps::seen(cross, kBottomSymmetries[n])));
    std::sort(images.begin(), images.end());
    if (images.front() != number) continue;
    images.erase(std::unique(images.begin(), images.end()), images.end());
    starts_.push_back({cross, images.size()});
  }
}

AnySlotCounter::SlotDistances AnySlotCounter::distances_beside(const PieceState& cross,
                                                               std::size_t slot) const {
  // The table is of slot 0, so the cube is turned until this slot is there.
  const BottomSymmetry& turn = symmetry_from_first_slot(static_cast<int>((kSlotCount - slot) % kSlotCount));
  unsigned taken = 0;
  for (std::size_t i = 0; i < 4; ++i) taken |= 1u << cross.place(CrossNumbers::kFirstEdge + i);
  SlotDistances distances;
  PieceState state = cross;
  std::size_t edge = 0;
  for (int place = 0; place < kEdgeCount; ++place) {
    if ((taken >> place & 1) != 0) continue;
    for (int corner = 0; corner < kCornerCount; ++corner)
      for (std::size_t turns = 0; turns < kTurns; ++turns) {
        state.byte[kSlotEdge + slot] = PieceState::pack(place, static_cast<int>(turns / 3));
        state.byte[kSlotCorner + slot] = PieceState::pack(corner, static_cast<int>(turns % 3));
        const std::size_t entry = space_.entry_of(PortableOps::seen(state, turn));
        distances[edge][static_cast<std::size_t>(corner)][turns] =
            static_cast<std::uint8_t>(static_cast<unsigned>(content_[entry / 2]) >> (4 * (entry % 2)) & 15u);
      }
    ++edge;
  }
  return distances;
}

AtLeast AnySlotCounter::at_least(const PieceState& cross) const {
  std::array<SlotDistances, kSlotCount> distances;
  for (std::size_t slot = 0; slot < kSlotCount; ++slot) distances[slot] = distances_beside(cross, slot);
  AtLeast at_least{};
  for (std::size_t d = 0; d < kCounts; ++d) {
    std::array<FarTurns, kSlotCount> far{};
    for (std::size_t slot = 0; slot < kSlotCount; ++slot)
      for (std::size_t edge = 0; edge < kPlaces; ++edge)
        for (std::size_t corner = 0; corner < kPlaces; ++corner)
          for (const std::uint8_t distance : distances[slot][edge][corner])
            far[slot][edge][corner] += distance >= d ? 1 : 0;
    at_least[d] = ways_of(far);
    if (at_least[d] == 0) break;
  }
  return at_least;
}

std::optional<std::array<PositionCount, kCounts>> any_slot(const PatternSpace& space,
                                                           std::span<const std::byte> content,
                                                           const CountRecord& record, const Run& run) {
  const AnySlotCounter counter(space, content);
  const std::vector<AnySlotCounter::Start>& starts = counter.starts();
  return add_up(starts.size(), "slots", record, run, [&](std::size_t i) {
    AtLeast found = counter.at_least(starts[i].cross);
    for (std::uint64_t& count : found) count *= starts[i].alike;
    return found;
  });
}

}  // namespace halfturn::stage

#include "kociemba/tables/phase2_build.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "kociemba/tables/arrangement.h"
#include "kociemba/tables/corner_class_links.h"
#include "table/row_search.h"

namespace halfturn {

namespace {

/// Where a move, then a symmetry, takes the edge arrangements of a row. Layerings are blocks; orders are the
/// entries in them.
class Phase2RowMap {
 public:
  Phase2RowMap(const Phase2Coordinates& coordinates, Move move, std::size_t symmetry) {
    for (std::size_t block = 0; block < kLayerings; ++block) {
      for (std::size_t i = 0; i < kLayeringOrders; ++i) {
        const auto edges = static_cast<std::uint16_t>(block * kLayeringOrders + i);
        const std::uint16_t target =
            coordinates.edges_seen(symmetry, coordinates.after({0, edges, 0}, move).edges);
        block_[block] = static_cast<std::uint8_t>(target / kLayeringOrders);
        entry_[edges] = static_cast<std::uint16_t>(target % kLayeringOrders);
      }
    }
  }

  std::size_t block(std::size_t b) const { return block_[b]; }

  struct Within {
    const std::uint16_t* entry;
    std::size_t operator()(std::size_t i) const { return entry[i]; }
  };
  Within within(std::size_t b) const { return {&entry_[b * kLayeringOrders]}; }

 private:
  std::array<std::uint8_t, kLayerings> block_{};
  std::array<std::uint16_t, kArrangements> entry_{};
};

struct Phase2Space {
  static constexpr std::size_t kRows = kCornerClasses;
  static constexpr std::size_t kBlocks = kLayerings;
  static constexpr std::size_t kBlockEntries = kLayeringOrders;
  using Map = Phase2RowMap;
};

using Phase2RowSearch = RowSearch<Phase2Space>;
static_assert(Phase2RowSearch::kEntries == Phase2Table::kEntries);

std::vector<Phase2RowMap> make_row_maps(const Phase2Coordinates& coordinates) {
  std::vector<Phase2RowMap> maps;
  maps.reserve(std::size_t{kHMoveCount} * kUdSymmetryCount);
  for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s) maps.emplace_back(coordinates, left.first(), s);
  return maps;
}

}  // namespace

Result<base::PageBuffer> phase2_distances(Metric metric, const Phase2Coordinates& coordinates,
                                          const Run& run) {
  const std::vector<Phase2RowMap> maps = make_row_maps(coordinates);
  return Phase2RowSearch::distances(corner_class_links<Phase2Space>(metric, coordinates, maps),
                                    Phase2Table::kind(metric).name, run);
}

Result<void> build_phase2(Metric metric, std::span<std::byte> content, const Run& run) {
  const Result<base::PageBuffer> found = phase2_distances(metric, *Phase2Coordinates::make(), run);
  if (!found) return found.error();
  const auto* distances = reinterpret_cast<const std::uint8_t*>(found->bytes().data());
  const auto stored = [metric](std::uint8_t distance) {
    const int held = metric == Metric::half ? distance : (distance + 1) / 2;
    return static_cast<unsigned>(std::clamp(held, 1, Phase2Table::kLargestStored) - 1);
  };
  for (std::size_t i = 0; i < content.size(); ++i)
    content[i] = static_cast<std::byte>(stored(distances[2 * i]) | stored(distances[2 * i + 1]) << 4);
  return {};
}

}  // namespace halfturn

#include "kociemba/tables/compact_phase2.h"

#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "kociemba/tables/corner_class_links.h"
#include "table/row_search.h"

namespace halfturn {

namespace {

LayeringSeen make_layering_seen(const Phase2Coordinates& coordinates) {
  LayeringSeen seen{};
  for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
    for (std::size_t l = 0; l < kLayerings; ++l)
      seen[s][l] = static_cast<std::uint8_t>(
          coordinates.edges_seen(s, static_cast<std::uint16_t>(l * kLayeringOrders)) / kLayeringOrders);
  return seen;
}

SliceSeen make_slice_seen() {
  SliceSeen seen{};
  for (std::size_t s = 0; s < kUdSymmetryCount; ++s) {
    const detail::SymmetryAction& action = detail::action_of(Symmetry::from_index(static_cast<int>(s)));
    const auto image = [&](std::size_t place) { return action.edge_place[kFirstSliceEdge + place]; };
    std::array<std::uint8_t, 4> order = {0, 1, 2, 3};
    for (std::uint8_t& to : seen[s]) {
      std::array<std::uint8_t, 4> after{};
      for (std::size_t p = 0; p < order.size(); ++p) after[image(p) - kFirstSliceEdge] = image(order[p]);
      to = order_of(after);
      std::ranges::next_permutation(order);
    }
  }
  return seen;
}

/// Where a move, then a symmetry, takes the layerings and slices of a class of corners.
class LayeringRowMap {
 public:
  LayeringRowMap(const Phase2Coordinates& coordinates, const LayeringSeen& layering_seen,
                 const SliceSeen& slice_seen, Move move, std::size_t symmetry) {
    for (std::size_t i = 0; i < CompactPhase2Table::kCornerRow; ++i) {
      const std::size_t layering = i / CompactPhase2Table::kSliceOrders;
      const Phase2Position after =
          coordinates.after({0, static_cast<std::uint16_t>(layering * kLayeringOrders),
                             static_cast<std::uint8_t>(i % CompactPhase2Table::kSliceOrders)},
                            move);
      entry_[i] = static_cast<std::uint16_t>(layering_seen[symmetry][after.edges / kLayeringOrders] *
                                                 CompactPhase2Table::kSliceOrders +
                                             slice_seen[symmetry][after.slice]);
    }
  }

  std::size_t block(std::size_t b) const { return b; }  // there is but one

  struct Within {
    const std::uint16_t* entry;
    std::size_t operator()(std::size_t i) const { return entry[i]; }
  };
  Within within(std::size_t) const { return {entry_.data()}; }

  /// The entries of a row in whole words; those at the end stand for nothing, and lead nowhere.
  static constexpr std::size_t kPadded = (CompactPhase2Table::kCornerRow + 63) / 64 * 64;

 private:
  std::array<std::uint16_t, kPadded> entry_ = [] {
    std::array<std::uint16_t, kPadded> entry{};
    entry.fill(kPadded - 1);
    return entry;
  }();
};

struct LayeringSpace {
  static constexpr std::size_t kRows = kCornerClasses;
  static constexpr std::size_t kBlocks = 1;
  static constexpr std::size_t kBlockEntries = LayeringRowMap::kPadded;
  using Map = LayeringRowMap;
};

void put_nibble(std::span<std::byte> content, std::size_t at, int distance) {
  const int stored = std::min(distance, CompactPhase2Table::kLargestStored);
  content[at / 2] |= static_cast<std::byte>(stored << (at % 2 * 4));
}

Result<void> fill_corner_lot(const Phase2Coordinates& coordinates, Metric metric,
                             std::span<std::byte> content, const Run& run) {
  static_assert(CompactPhase2Table::kCornerRow % 2 == 0, "rows, and so threads, share no byte");
  const LayeringSeen layering_seen = make_layering_seen(coordinates);
  const SliceSeen slice_seen = make_slice_seen();
  std::vector<LayeringRowMap> maps;
  maps.reserve(std::size_t{kHMoveCount} * kUdSymmetryCount);
  for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      maps.emplace_back(coordinates, layering_seen, slice_seen, left.first(), s);
  return RowSearch<LayeringSpace>::search(
      corner_class_links<LayeringSpace>(metric, coordinates, maps), CompactPhase2Table::kind(metric).name,
      run, [content](std::size_t row, std::size_t word, std::uint64_t entries, int distance) {
        const std::size_t first = row * CompactPhase2Table::kCornerRow + 64 * word;
        for (; entries != 0; entries &= entries - 1)
          put_nibble(content, first + static_cast<std::size_t>(std::countr_zero(entries)), distance);
      });
}

void fill_edge_lot(const Phase2Coordinates& coordinates, Metric metric, std::span<std::byte> content) {
  constexpr std::uint32_t kSlices = CompactPhase2Table::kSliceOrders;
  std::vector<bool> reached(CompactPhase2Table::kEdgeLot);
  // Moves of cost two look ahead to the level after the next.
  std::vector<std::vector<std::uint32_t>> levels = {{0}};
  for (std::size_t depth = 0; depth < levels.size(); ++depth) {
    for (const std::uint32_t index : std::exchange(levels[depth], {})) {
      if (reached[index]) continue;
      reached[index] = true;
      put_nibble(content, CompactPhase2Table::kCornerLot + index, static_cast<int>(depth));
      const Phase2Position here = {0, static_cast<std::uint16_t>(index / kSlices),
                                   static_cast<std::uint8_t>(index % kSlices)};
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
        const Phase2Position next = coordinates.after(here, left.first());
        const std::uint32_t there = next.edges * kSlices + next.slice;
        if (reached[there]) continue;
        const std::size_t level = depth + static_cast<std::size_t>(cost(left.first(), metric));
        if (levels.size() <= level) levels.resize(level + 1);
        levels[level].push_back(there);
      }
    }
  }
}

Result<void> build_compact_phase2(Metric metric, std::span<std::byte> content, const Run& run) {
  const std::unique_ptr<const Phase2Coordinates> coordinates = Phase2Coordinates::make();
  fill_edge_lot(*coordinates, metric, content);
  return fill_corner_lot(*coordinates, metric, content, run);
}

}  // namespace

TableKind CompactPhase2Table::kind(Metric metric) {
  const bool half = metric == Metric::half;
  return {
      .name = half ? "phase2-compact" : "phase2-compact-quarter",
      .purpose = half ? "phase 2 where memory is small: the distances of corners and of edges within H"
                      : "the same as phase2-compact, in quarter turns",
      .version = 1,
      .entries = kCornerLot + kEdgeLot,
      .bits_per_entry = 4,
      .build = [metric](std::span<std::byte> content,
                        const Run& run) { return build_compact_phase2(metric, content, run); },
  };
}

Result<CompactPhase2Table> CompactPhase2Table::open(const TableStore& store, Residency residency,
                                                    const Run& run, Metric metric) {
  Result<TableData> data = store.open_or_build(kind(metric), residency, run);
  if (!data) return data.error();
  return CompactPhase2Table(metric, std::move(*data));
}

CompactPhase2Table::CompactPhase2Table(Metric metric, TableData data)
    : metric_(metric),
      data_(std::move(data)),
      bytes_(reinterpret_cast<const std::uint8_t*>(data_.bytes().data())),
      coordinates_(Phase2Coordinates::make()),
      layering_seen_(make_layering_seen(*coordinates_)),
      slice_seen_(make_slice_seen()) {}

std::optional<Moves> CompactPhase2Table::solve(Phase2Position position, int maximum) const {
  Moves moves;
  for (int length = distance(position); length <= maximum; ++length)
    if (search(position, length, moves_of_h(), moves)) return moves;
  return std::nullopt;
}

/// Tries all sequences of exactly the length `togo`. On success `moves` holds one.
bool CompactPhase2Table::search(Phase2Position position, int togo, MoveMask allowed, Moves& moves) const {
  if (togo == 0) return position.solved();
  for (MoveMask left = allowed; !left.empty(); left = left.without_first()) {
    const Move move = left.first();
    const Phase2Position next = coordinates_->after(position, move);
    const int left_then = togo - cost(move, metric_);
    if (left_then < 0 || distance(next) > left_then) continue;
    moves.push_back(move);
    if (search(next, left_then, moves_after(move) & moves_of_h(), moves)) return true;
    moves.pop_back();
  }
  return false;
}

}  // namespace halfturn

#include <utility>

#include "halfturn/phase2.h"
#include "kociemba/tables/phase2_build.h"

namespace halfturn {

TableKind Phase2Table::kind(Metric metric) {
  const bool half = metric == Metric::half;
  return {
      .name = half ? "phase2" : "phase2-quarter",
      .purpose = half ? "lower bound for the distance within H, from corners and outer edges"
                      : "the same as phase2, in quarter turns",
      .version = 1,
      .entries = kEntries,
      .bits_per_entry = 4,
      .build = [metric](std::span<std::byte> content,
                        const Run& run) { return build_phase2(metric, content, run); },
  };
}

Result<Phase2Table> Phase2Table::open(const TableStore& store, Residency residency, const Run& run,
                                      Metric metric) {
  Result<TableData> data = store.open_or_build(kind(metric), residency, run);
  if (!data) return data.error();
  return Phase2Table(metric, std::move(*data), Phase2Coordinates::make());
}

Phase2Table::Phase2Table(Metric metric, TableData data, std::unique_ptr<const Phase2Coordinates> coordinates)
    : metric_(metric),
      data_(std::move(data)),
      nibbles_(data_.bytes()),
      coordinates_(std::move(coordinates)) {}

std::optional<Moves> Phase2Table::solve(Phase2Position position, int maximum,
                                        const std::stop_token& stop) const {
  Moves moves;
  // In the quarter metric the distance has the right parity.
  const int step = metric_ == Metric::half ? 1 : 2;
  for (int length = distance(position); length <= maximum; length += step)
    if (search(position, length, moves_of_h(), moves, stop)) return moves;
  return std::nullopt;
}

/// Tries all sequences of exactly the length `togo`. On success `moves` holds one.
bool Phase2Table::search(Phase2Position position, int togo, MoveMask allowed, Moves& moves,
                         const std::stop_token& stop) const {
  if (togo == 0) return position.solved();
  if (stop.stop_requested()) return false;
  for (MoveMask left = allowed; !left.empty(); left = left.without_first()) {
    const Move move = left.first();
    const Phase2Position next = coordinates_->after(position, move);
    const int left_then = togo - cost(move, metric_);
    if (distance(next) > left_then) continue;
    moves.push_back(move);
    if (search(next, left_then, moves_after(move) & moves_of_h(), moves, stop)) return true;
    moves.pop_back();
  }
  return false;
}

}  // namespace halfturn

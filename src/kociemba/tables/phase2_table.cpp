#include <utility>

#include "halfturn/phase2.h"
#include "kociemba/tables/phase2_build.h"

namespace halfturn {

TableKind Phase2Table::kind() {
  return {
      .name = "phase2",
      .purpose = "lower bound for the distance within H, from corners and outer edges",
      .version = 1,
      .entries = kEntries,
      .bits_per_entry = 4,
      .build = build_phase2,
  };
}

Result<Phase2Table> Phase2Table::open(const TableStore& store, Residency residency, const Run& run) {
  Result<TableData> data = store.open_or_build(kind(), residency, run);
  if (!data) return data.error();
  return Phase2Table(std::move(*data), Phase2Coordinates::make());
}

Phase2Table::Phase2Table(TableData data, std::unique_ptr<const Phase2Coordinates> coordinates)
    : data_(std::move(data)), nibbles_(data_.bytes()), coordinates_(std::move(coordinates)) {}

std::optional<Moves> Phase2Table::solve(Phase2Position position, int maximum,
                                        const std::stop_token& stop) const {
  Moves moves;
  for (int length = distance(position); length <= maximum; ++length)
    if (search(position, length, moves_of_h(), moves, stop)) return moves;
  return std::nullopt;
}

/// Tries all sequences of exactly `togo` moves. On success `moves` holds one.
bool Phase2Table::search(Phase2Position position, int togo, MoveMask allowed, Moves& moves,
                         const std::stop_token& stop) const {
  if (togo == 0) return position.solved();
  if (stop.stop_requested()) return false;
  for (MoveMask left = allowed; !left.empty(); left = left.without_first()) {
    const Move move = left.first();
    const Phase2Position next = coordinates_->after(position, move);
    if (distance(next) > togo - 1) continue;
    moves.push_back(move);
    if (search(next, togo - 1, moves_after(move) & moves_of_h(), moves, stop)) return true;
    moves.pop_back();
  }
  return false;
}

}  // namespace halfturn

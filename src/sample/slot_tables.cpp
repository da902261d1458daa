#include "sample/slot_tables.h"

#include <optional>
#include <utility>

#include "stage/pattern/goals.h"
#include "stage/pattern/patterns.h"

namespace halfturn::stage {

Goal cross_goal() {
  return at_home(kCrossEdges);
}
Goal first_slot_goal() {
  return at_home(kCrossEdges | slot_edges(1) | slot_corners(1));
}

Result<NibbleTable> NibbleTable::open(const TableStore& store, const Goal& goal, const Run& run) {
  const std::optional<Pattern> found = pattern_of(goal);
  if (!found || found->packing != Packing::nibbles)
    return Error{ErrorKind::machine, "this program has no table to draw such positions from", {}};
  NibbleTable table;
  table.space_ = std::make_unique<PatternSpace>(*found);
  Result<TableData> data = store.open_or_build(kind_of(*found), Residency::mapped, run);
  if (!data) return data.error();
  table.data_ = std::move(*data);
  return table;
}

int NibbleTable::distance(const PieceState& state) const {
  const std::size_t entry = space_->entry_of(state);
  return static_cast<int>(static_cast<unsigned>(content()[entry / 2]) >> (4 * (entry % 2)) & 15u);
}

std::uint64_t NibbleTable::count(LengthSet distances) const {
  const std::array<std::uint64_t, kCounts> counts = counts_of(content());
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < counts.size(); ++d)
    if ((distances >> d & 1u) != 0) sum += counts[d];
  return sum;
}

SlotState SlotState::of(const PieceState& state, int slot) {
  SlotState result;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t edge = kFirstCrossEdge + i;
    result.cross_places = static_cast<std::uint16_t>(result.cross_places | state.place(edge) << (4 * i));
    result.cross_flips = static_cast<std::uint8_t>(result.cross_flips | state.turn(edge) << i);
  }
  result.edge = state.byte[kFirstSlotEdge + static_cast<std::size_t>(slot)];
  result.corner = state.byte[kFirstSlotCorner + static_cast<std::size_t>(slot)];
  return result;
}

void put_cross(PieceState& state, std::uint32_t cross) {
  for (std::size_t i = 0; i < 4; ++i)
    state.byte[kFirstCrossEdge + i] =
        PieceState::pack(static_cast<int>(cross >> (4 + 4 * i) & 15u), static_cast<int>(cross >> i & 1u));
}

std::vector<SlotState> slot_states(const NibbleTable& slots, LengthSet distances, const NibbleTable& crosses,
                                   LengthSet cross_distances) {
  std::vector<SlotState> states;
  for_each_state(slots.space(), slots.content(), distances, [&](const PieceState& state, int) {
    if ((cross_distances >> crosses.distance(state) & 1u) != 0) states.push_back(SlotState::of(state, 0));
  });
  return states;
}

}  // namespace halfturn::stage

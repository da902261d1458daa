#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfturn/where.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// The bytes of the first cross edge and of slot 0's pieces in a PieceState.
inline constexpr std::size_t kFirstCrossEdge = 4;
inline constexpr std::size_t kFirstSlotEdge = 8;
inline constexpr std::size_t kFirstSlotCorner = PieceState::kCorners + 4;
/// The number of positions of the cross and the pair of one slot.
inline constexpr double kSlotPositions = 72'990'720;

/// A table packed in nibbles, with the numbering of its positions.
class NibbleTable {
 public:
  /// Opens the table of a goal; builds it if it is missing. An Error if the goal has none in nibbles.
  static Result<NibbleTable> open(const TableStore& store, const Goal& goal, const Run& run);

  const PatternSpace& space() const { return *space_; }
  std::span<const std::byte> content() const { return data_.bytes(); }
  int distance(const PieceState& state) const;
  /// The number of positions whose distance is in the set.
  std::uint64_t count(LengthSet distances) const;

 private:
  std::unique_ptr<PatternSpace> space_;
  TableData data_;
};

/// The cross at the bottom, and the same with slot 0.
Goal cross_goal();
Goal first_slot_goal();

/// A cross with the pair of one slot, in six bytes.
struct SlotState {
  std::uint16_t cross_places = 0;  ///< four bits per edge
  std::uint8_t cross_flips = 0;    ///< a bit per edge
  std::uint8_t edge = 0;           ///< as in a PieceState, like the corner
  std::uint8_t corner = 0;

  static SlotState of(const PieceState& state, int slot);
  /// A number for the places and flips of the cross edges.
  std::uint32_t cross() const { return std::uint32_t{cross_places} << 4 | cross_flips; }
};

/// Writes the edges of a cross, given by its SlotState::cross(), into a state.
void put_cross(PieceState& state, std::uint32_t cross);

/// All positions of the cross and slot 0 whose distance is in `distances` and whose cross has a distance in
/// `cross_distances`.
std::vector<SlotState> slot_states(const NibbleTable& slots, LengthSet distances, const NibbleTable& crosses,
                                   LengthSet cross_distances);

}  // namespace halfturn::stage

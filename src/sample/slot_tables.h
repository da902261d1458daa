#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfturn/where.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// Where the pieces of the bottom layer and of slot 0 stand in a PieceState.
inline constexpr std::size_t kFirstCrossEdge = 4;
inline constexpr std::size_t kFirstSlotEdge = 8;
inline constexpr std::size_t kFirstSlotCorner = PieceState::kCorners + 4;
/// How many positions the cross with the pair of one slot has.
inline constexpr double kSlotPositions = 72'990'720;

/// One table with the numbering of its positions, packed in nibbles.
class NibbleTable {
 public:
  /// The table of a goal, which must have one; built where it is missing.
  static Result<NibbleTable> open(const TableStore& store, const Goal& goal, const Run& run);

  const PatternSpace& space() const { return *space_; }
  std::span<const std::byte> content() const { return data_.bytes(); }
  int distance(const PieceState& state) const;
  /// How many positions have a distance in the set.
  std::uint64_t count(LengthSet distances) const;

 private:
  std::unique_ptr<PatternSpace> space_;
  TableData data_;
};

/// The cross, and the cross with slot 0, as the cube is held.
Goal cross_goal();
Goal first_slot_goal();

/// A cross with the pair of slot 0, in six bytes.
struct SlotState {
  std::uint16_t cross_places = 0;  ///< four bits an edge
  std::uint8_t cross_flips = 0;    ///< a bit an edge
  std::uint8_t edge = 0;           ///< as bytes of a PieceState
  std::uint8_t corner = 0;

  static SlotState of(const PieceState& state, int slot);
  /// Where the cross edges stand, and how: the same number for the same cross.
  std::uint32_t cross() const { return std::uint32_t{cross_places} << 4 | cross_flips; }
};

/// Puts the edges of a cross that SlotState::cross() has numbered into a state.
void put_cross(PieceState& state, std::uint32_t cross);

/// The cross with slot 0, of all positions with a distance in one set and a cross with a distance in another.
std::vector<SlotState> slot_states(const NibbleTable& slots, LengthSet distances, const NibbleTable& crosses,
                                   LengthSet cross_distances);

}  // namespace halfturn::stage

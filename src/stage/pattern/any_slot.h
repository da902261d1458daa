#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/run.h"
#include "halfturn/stage.h"
#include "stage/pattern/add_up.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// All positions of the cross beside all positions of the four slot edges and the four bottom corners. None
/// is left out: four edges and four corners are anywhere, and they can always make up for parity, flips and
/// twists.
inline constexpr std::uint64_t kFourSlotsBesideCross = std::uint64_t{26'880} * 136'080;
inline constexpr std::uint64_t kFourSlotPositions = 190'080 * kFourSlotsBesideCross;  // 695,280,402,432,000

/// Counts the positions of a cross and the pieces of all four slots by the distance of the nearest slot, that
/// is, of the cross with any one slot. Immutable; any number of threads may use it.
///
/// Every position is counted, none is drawn, and none is visited. Beside a given cross, a slot's distance
/// depends on its own edge and corner alone. So for each slot, place of its edge and place of its corner, the
/// turns of both (2 x 3) for which it is far are counted: four matrices of 8 x 8 numbers from 0 to 6. What is
/// wanted is the sum, over all ways to put the edges into different places and the corners into different
/// places, of the product of four of these numbers. Two slots at a time: 28 pairs of places for their edges
/// and 28 for their corners. Then all that the pairs of two slots may be beside those of the others.
class AnySlotCounter {
 public:
  /// `space` and `content` must be of the pattern of the cross and slot 0, packed in nibbles, and outlive
  /// this.
  AnySlotCounter(const PatternSpace& space, std::span<const std::byte> content);

  /// One of the positions of the cross that are alike.
  struct Start {
    PieceState cross;
    std::uint64_t alike = 0;  ///< positions of the cross that symmetry makes of it, itself among them
  };
  const std::vector<Start>& starts() const { return starts_; }

  /// The positions beside this cross: by distance, those in which all slots are at least that far.
  AtLeast at_least(const PieceState& cross) const;

 private:
  static constexpr std::size_t kPlaces = 8;  // for the edge beside a cross, and for the corner
  static constexpr std::size_t kTurns = 6;   // of edge and corner

  /// By place of the edge, place of the corner and turns of both.
  using SlotDistances = std::array<std::array<std::array<std::uint8_t, kTurns>, kPlaces>, kPlaces>;
  SlotDistances distances_beside(const PieceState& cross, std::size_t slot) const;
  void find_starts();

  const PatternSpace& space_;
  std::span<const std::byte> content_;
  std::vector<Start> starts_;
};

/// The number of positions of the cross and the pieces of four slots by the distance of the nearest slot.
/// None where a stop was requested.
std::optional<std::array<PositionCount, kCounts>> any_slot(const PatternSpace& space,
                                                           std::span<const std::byte> content,
                                                           const CountRecord& record, const Run& run);

}  // namespace halfturn::stage

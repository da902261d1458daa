#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/distribution.h"
#include "halfturn/run.h"
#include "halfturn/stage.h"
#include "stage/pattern/add_up.h"
#include "stage/pattern/cross_numbers.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// Counts all positions of the cube by the distance of the nearest XCross of two opposite colours, with any
/// slot. Immutable; any number of threads may use it.
///
/// Every position is counted, none is drawn, and few are visited. Where the edges of the lower cross, of the
/// upper cross and of the slice between may be (34,650 choices, 2,270 up to symmetry), each has 384
/// arrangements. Beside an arrangement of the slice's edges, the two colours have nothing in common but that
/// their corners take different places and that flips, twists and parity come out. So for each of the 384
/// arrangements of the slice and each of 70 sets of four places, the ways to arrange one colour's cross in
/// its places and its corners in that set are counted, by the parity of flips and, as sums with characters,
/// by twist and parity of the permutation; then those of both colours are multiplied.
class OppositeXCrosses {
 public:
  /// `space` and `content` must be of the pattern of the cross and slot 0, packed in nibbles. Keeps 109 MB.
  OppositeXCrosses(const PatternSpace& space, std::span<const std::byte> content);

  /// Where the edges of both crosses are, a bit a place; those of the slice are in the four others.
  struct Split {
    unsigned lower = 0;
    unsigned upper = 0;
    std::uint64_t alike = 0;  ///< splits that symmetry makes of it, itself among them
  };
  const std::vector<Split>& splits() const { return splits_; }

  static constexpr std::size_t kArranged = 384;  ///< arrangements of four edges in four places
  /// Which arrangements of a cross are counted: 16 times the number of the order plus a bit for each flip.
  using Chosen = std::vector<std::size_t>;
  static Chosen all_arrangements();

  /// The positions with this split and these arrangements of the crosses: by distance, those in which all
  /// slots of both colours are at least that far.
  AtLeast at_least(const Split& split, const Chosen& lower, const Chosen& upper) const;

  /// The distance of the XCross with one slot: `pieces` says what is where, of the lower colour or the upper
  /// one.
  int distance(const PieceState& pieces, bool upper, std::size_t slot) const;

 private:
  void find_splits();

  CrossNumbers numbers_;
  /// By number of a cross, code of an edge (twice its place plus its flip), place of a corner and its twist.
  std::vector<std::uint8_t> near_;
  std::vector<Split> splits_;
};

/// All positions of the cube by the distance of the nearest XCross of two opposite colours with any slot.
/// None where a stop was requested.
std::optional<std::array<PositionCount, kCounts>> opposite_xcrosses(const PatternSpace& space,
                                                                    std::span<const std::byte> content,
                                                                    const CountRecord& record,
                                                                    const Run& run);

}  // namespace halfturn::stage

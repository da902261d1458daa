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
#include "stage/pattern/cross_pairs.h"
#include "stage/pattern/exact_table.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// All positions of the twelve edges: 12! x 2^11.
inline constexpr std::uint64_t kEdgePositions = 980'995'276'800;

/// The distances of a view's cross by the place and flip of its four edges, taken in an order of one's own.
class CrossTable {
 public:
  static constexpr std::size_t kCodes = 24;  ///< of an edge: twice its place plus its flip
  static constexpr std::uint8_t kNotAsked = 255;
  using FourCodes = std::array<std::size_t, 4>;

  /// Without crosses, every distance is kNotAsked.
  CrossTable(std::span<const PlacedCross> crosses, const std::array<std::size_t, 4>& edges);

  FourCodes codes(const PieceState& state) const;
  static constexpr std::size_t index_of(const FourCodes& codes) {
    return ((codes[0] * kCodes + codes[1]) * kCodes + codes[2]) * kCodes + codes[3];
  }
  std::uint8_t at(const FourCodes& codes) const { return distance_[index_of(codes)]; }
  /// By 24 times the third code plus the fourth.
  const std::uint8_t* with_first_two(std::size_t first, std::size_t second) const {
    return &distance_[(first * kCodes + second) * kCodes * kCodes];
  }

 private:
  std::array<std::size_t, 4> edges_;
  std::vector<std::uint8_t> distance_;
};

/// Counts the positions of all twelve edges by the distance of the nearest of several crosses. Immutable; any
/// number of threads may use it.
///
/// Every position is counted, none is drawn. The crosses of two opposite views hold eight edges; the four
/// edges between have 192 arrangements, which are looked at together, a byte each. Positions that differ by a
/// symmetry that keeps the views are counted once, and multiplied: eight at a time, if all six views are
/// asked for. Bound by compute.
class CrossCounter {
 public:
  /// `space` and `content` must be of a pattern of the cross edges alone, packed in nibbles. At least one
  /// view.
  CrossCounter(const PatternSpace& space, std::span<const std::byte> content, ViewSet views);

  /// One of the positions of the first cross that are alike.
  struct Start {
    PieceState state;
    CrossTable::FourCodes codes{};  ///< by side
    std::uint8_t distance = 0;
    std::uint64_t alike = 0;  ///< positions of the cross that symmetry makes of it, itself among them
  };
  const std::vector<Start>& starts() const { return starts_; }

  /// Adds all positions with this first cross: by distance, those in which all crosses are at least that far.
  void add(const Start& start, AtLeast& at_least) const;

 private:
  static constexpr std::size_t kSides = 4;  // views between the first and its opposite
  static constexpr std::size_t kArranged =
      192;  // four edges in four places, with an even number of flips, or odd
  static constexpr std::size_t kOptions = 8;  // of one edge in four places
  /// By arrangement of the four edges between: those with an even number of flips first.
  using ByArrangement = std::array<std::uint8_t, 2 * kArranged>;

  void find_starts(ViewSet views, const std::vector<PlacedCross>& crosses, const CrossTable& table);
  void index_arrangements();
  void add_with(const Start& start, const std::vector<std::size_t>& left, std::size_t set,
                AtLeast& at_least) const;
  static void count_far(const std::uint8_t* one, const std::uint8_t* other, std::uint8_t most,
                        AtLeast& at_least);

  View first_view_{};
  std::vector<CrossTable> side_;
  std::optional<CrossTable> last_;
  std::array<std::array<std::size_t, 2>, kSides> own_{};  // which two of the edges between belong to the side
  std::vector<Start> starts_;
  std::vector<unsigned> place_sets_;  // where the edges between may be
  /// By set of places, side and arrangement: where the side's table has its distance.
  std::vector<std::array<std::array<std::uint16_t, 2 * kArranged>, kSides>> arranged_;
};

/// The number of positions of all twelve edges by the distance of the nearest of the crosses of these views.
/// None where a stop was requested.
std::optional<std::array<PositionCount, kCounts>> best_of_crosses(const PatternSpace& space,
                                                                  std::span<const std::byte> content,
                                                                  ViewSet views, const CountRecord& record,
                                                                  const Run& run);

}  // namespace halfturn::stage

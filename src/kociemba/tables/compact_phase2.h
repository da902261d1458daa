#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/phase2.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"
#include "halfturn/table_store.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {

/// Layerings and orders of the slice seen through the symmetries of H, by symmetry.
using LayeringSeen = std::array<std::array<std::uint8_t, kLayerings>, kUdSymmetryCount>;
using SliceSeen = std::array<std::array<std::uint8_t, 24>, kUdSymmetryCount>;

/// A lower bound for the number of moves of H that solve a position of H: the larger of two distances, that
/// of the corners, the slice and the layering of the outer edges (which of them are in the upper layer), and
/// that of the outer edges and the slice. A twentieth of Phase2Table; its bounds are weaker, so it is for
/// searches of few moves.
///
/// Two lots of four bits an entry, distances above 15 as 15: kCornerClasses x 70 x 24, after a symmetry has
/// taken the corners to their class's representative, and 40320 x 24; the slice runs fastest. Immutable after
/// open(); any number of threads may read.
class CompactPhase2Table {
 public:
  static constexpr std::size_t kSliceOrders = 24;
  static constexpr std::size_t kCornerRow = kLayerings * kSliceOrders;  // entries of a class of corners
  static constexpr std::size_t kCornerLot = kCornerClasses * kCornerRow;
  static constexpr std::size_t kEdgeLot = std::size_t{kArrangementCount} * kSliceOrders;
  static constexpr int kLargestStored = 15;

  static TableKind kind(Metric metric);

  /// Opens the table in the store; builds it if it is missing or outdated.
  static Result<CompactPhase2Table> open(const TableStore& store, Residency residency, const Run& run,
                                         Metric metric);

  const Phase2Coordinates& coordinates() const { return *coordinates_; }

  /// At most the true distance, and 0 only for the solved position.
  int distance(Phase2Position position) const {
    const Phase2Coordinates::CornerClass row = coordinates_->corner_class(position.corners);
    const std::size_t layering = layering_seen_[row.symmetry][position.edges / kLayeringOrders];
    const std::size_t of_corners =
        row.index * kCornerRow + layering * kSliceOrders + slice_seen_[row.symmetry][position.slice];
    const std::size_t of_edges = kCornerLot + position.edges * kSliceOrders + position.slice;
    return std::max(nibble(of_corners), nibble(of_edges));
  }

  /// A shortest solution within H, in the table's metric. Nothing if there is none of at most `maximum`. Ten
  /// moves take microseconds, each one more some six times as long.
  std::optional<Moves> solve(Phase2Position position, int maximum) const;

 private:
  CompactPhase2Table(Metric metric, TableData data);
  bool search(Phase2Position position, int togo, MoveMask allowed, Moves& moves) const;
  int nibble(std::size_t at) const { return bytes_[at / 2] >> (at % 2 * 4) & 15; }

  Metric metric_;
  TableData data_;
  const std::uint8_t* bytes_;
  std::unique_ptr<const Phase2Coordinates> coordinates_;
  LayeringSeen layering_seen_;
  SliceSeen slice_seen_;
};

}  // namespace halfturn

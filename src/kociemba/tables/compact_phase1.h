#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// The exact distance of every phase-1 coset to H modulo three: a twentieth of Phase1Table, for machines and
/// pages with little memory.
///
/// A move changes the distance by one at most, so whoever knows the distance here knows it after a move from
/// its remainder. The entries are those of Phase1Table, in the same order, five to a byte; each block of
/// kFlipCount entries begins with a byte of its own.
///
/// Immutable after open(); any number of threads may read.
class CompactPhase1Table {
 public:
  static constexpr std::size_t kBlockBytes = (kFlipCount + 4) / 5;
  static constexpr std::size_t kBytes = std::size_t{kTwistClasses} * kSliceCount * kBlockBytes;

  static TableKind kind(Metric metric);

  /// Opens the table in the store; builds it if it is missing or outdated.
  static Result<CompactPhase1Table> open(const TableStore& store, Residency residency, const Run& run,
                                         Metric metric);

  Metric metric() const { return metric_; }
  const Phase1Coordinates& coordinates() const { return *coordinates_; }

  /// The distance modulo three. Costs one random memory read.
  int remainder(Phase1Coset coset) const {
    const std::size_t position = coordinates_->reduced_index(coset).position;
    const std::size_t flip = position % kFlipCount;
    const std::size_t fifth = flip * 52429 >> 18;  // flip / 5, for all below 2^14
    return kDigit[flip - 5 * fifth][bytes_[position / kFlipCount * kBlockBytes + fifth]];
  }

  /// The distance after a move, by its remainder, from a coset at the distance `here`.
  static int distance_after(int here, int remainder) {
    const int difference = remainder - here % 3;
    return here - 1 + kStep[static_cast<std::size_t>(difference) + 2];
  }

  /// Walks to H and counts: some fifty reads.
  int distance(Phase1Coset coset) const;

  /// A shortest sequence into H: at each step the first turn, by index, that leads closer.
  Moves solve(Phase1Coset coset) const;

  /// The turns after which `togo - 1` can still reach H, from a coset at this distance.
  MoveMask moves(Phase1Coset coset, int distance, int togo) const;

 private:
  /// The digits of each byte.
  using Digits = std::array<std::array<std::uint8_t, 256>, 5>;
  static const Digits kDigit;
  /// By the difference of the remainders there and here, plus two: the difference of the distances, plus one.
  static constexpr std::array<int, 5> kStep = {2, 0, 1, 2, 0};

  CompactPhase1Table(Metric metric, TableData data);
  Move first_closer(Phase1Coset coset, int remainder) const;

  Metric metric_;
  MoveMask turns_;  // those that count one
  TableData data_;
  const std::uint8_t* bytes_;
  std::unique_ptr<const Phase1Coordinates> coordinates_;
};

}  // namespace halfturn

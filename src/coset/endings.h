#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/pages.h"
#include "halfturn/phase1.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/tables/perfect_hash.h"

namespace halfturn {

/// Which sequences into H are wanted.
enum class EndingRule : std::uint8_t {
  last_move_outside,  ///< those whose last move is not in H: a prepass adds moves of H
  any,
};

/// The last moves of a coset's search, known by heart: for every coset near H and every length up to
/// kLongest, all sequences of exactly that length that end in H and obey the rule. Longer than ShortEndings,
/// without the moves themselves, because a bit needs to know only what they do, and up to the 16 symmetries
/// that keep H: of each class one coset, that which is stored in the phase-1 table. A few megabytes, for the
/// third-level cache.
///
/// Where the last two moves turn opposite faces and one of them is in H, the rule last_move_outside depends
/// on their order, and so on the side from which the coset is seen. Either is right: what is left out because
/// it ends in a move of H, a prepass finds.
///
/// Immutable; any number of threads may read.
class CosetEndings {
 public:
  static constexpr int kLongest = 6;

  /// `positions`: those within kLongest moves in the phase-1 table, to which the coordinates belong.
  CosetEndings(const Phase1Coordinates& coordinates, std::span<const std::uint32_t> positions,
               EndingRule rule);

  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  /// The sequences of exactly `length` moves from the coset at this position of the phase-1 table, which must
  /// not be farther than that from H. In two steps, so that the reads for many cosets overlap: where to look,
  /// which is prefetched, and what is there.
  std::uint32_t ask(std::size_t position, int length) const {
    const std::uint32_t place = hash_.place_of(position);
    __builtin_prefetch(&ranges_[static_cast<std::size_t>(length)][place]);
    return place;
  }
  Range find(std::uint32_t place, int length) const {
    return ranges_[static_cast<std::size_t>(length)][place];
  }

  /// What a sequence does. `own` says after what: all its moves, as bits of a MoveMask, must be allowed.
  /// These are the first move and, if the second turns the opposite face, that too: seen through a symmetry
  /// the two may stand in the order that a search does not make, and it may have turned the second's face
  /// before.
  const PackedPieces& sequence(std::uint32_t number) const { return sequences_[number]; }
  void prefetch(std::uint32_t number) const { __builtin_prefetch(&sequences_[number]); }

 private:
  template <class T>
  using Paged = std::vector<T, base::PageAllocator<T>>;

  PerfectHash hash_;
  std::array<Paged<Range>, kLongest + 1> ranges_;
  Paged<PackedPieces> sequences_;
};

}  // namespace halfturn

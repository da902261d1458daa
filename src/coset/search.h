#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "coset/bit_finder.h"
#include "coset/endings.h"
#include "coset/pending_bits.h"
#include "halfturn/instruction_set.h"
#include "halfturn/phase1.h"
#include "kociemba/search/phase1_node.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/tables/near_entries.h"

namespace halfturn {

/// Everything that a coset search reads and never writes.
struct CosetSearchTables {
  CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout);

  /// What a symmetry that keeps H does: the endings are those of one coset of its class.
  struct Seen {
    PieceBytes pieces;  // where it takes the places
    PieceBytes back;
    std::array<std::uint32_t, kMoveCount> moves_after;  // by move: what may follow, seen through it
  };

  const Phase1Table& phase1;
  NearEntries near;
  CosetEndings all_endings;      // any sequence into H
  CosetEndings outside_endings;  // those whose last move is not in H: a prepass does not find them
  BitFinder bits;
  std::array<PieceBytes, kMoveCount> move_pieces;
  std::array<Seen, kUdSymmetryCount> seen;

 private:
  CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout,
                    std::span<const std::uint32_t> near_positions,
                    std::span<const std::uint32_t> ending_positions);
};

/// Where a search begins, after the first moves.
struct CosetRoot {
  PieceBytes pieces;
  Phase1Coset coset;
  MoveMask next;  ///< the moves that may follow
};

/// The search of one thread. Finds every sequence from its roots into H and lists the bit of the position
/// where it ends.
class CosetSearcher {
 public:
  virtual ~CosetSearcher() = default;

  /// Searches all sequences of `togo` moves from a root; part of the work may wait in buffers.
  virtual void search(const CosetRoot& root, int togo) = 0;
  /// Completes the work that waits.
  virtual void finish() = 0;

  std::uint64_t probes = 0;  ///< sequences found
};

/// `endings` must be one of the two in `tables`.
std::unique_ptr<CosetSearcher> make_coset_searcher(InstructionSet set, const CosetSearchTables& tables,
                                                   const CosetEndings& endings, PendingBits::Lists& reached);
std::unique_ptr<CosetSearcher> make_coset_searcher_portable(const CosetSearchTables& tables,
                                                            const CosetEndings& endings,
                                                            PendingBits::Lists& reached);
std::unique_ptr<CosetSearcher> make_coset_searcher_avx2(const CosetSearchTables& tables,
                                                        const CosetEndings& endings,
                                                        PendingBits::Lists& reached);

}  // namespace halfturn

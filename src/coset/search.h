#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "coset/bit_finder.h"
#include "halfturn/instruction_set.h"
#include "halfturn/phase1.h"
#include "kociemba/search/phase1_node.h"
#include "kociemba/search/piece_bytes.h"
#include "kociemba/search/short_endings.h"

namespace halfturn {

/// Everything that a coset search reads and never writes.
struct CosetSearchTables {
  CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout);

  const Phase1Table& phase1;
  ShortEndings all_endings;      // any sequence into H
  ShortEndings outside_endings;  // those whose last move is not in H: a prepass does not find them
  BitFinder bits;
  std::array<PieceBytes, kMoveCount> move_pieces;
};

/// Where a search begins, after the first moves.
struct CosetRoot {
  PieceBytes pieces;
  Phase1Coset coset;
  MoveMask next;  ///< the moves that may follow
};

/// The search of one thread. Finds every sequence from its roots into H and sets the bit of the position
/// where it ends. Several searchers may work on one bitmap at once.
class CosetSearcher {
 public:
  virtual ~CosetSearcher() = default;

  /// Searches all sequences of `togo` moves from a root; part of the work may wait in buffers.
  virtual void search(const CosetRoot& root, int togo) = 0;
  /// Completes the work that waits.
  virtual void finish() = 0;

  std::uint64_t probes = 0;  ///< sequences found
  std::uint64_t fresh = 0;   ///< bits that were not set before
};

/// `endings` must be one of the two in `tables`; `bitmap` has kBitmapBytes.
std::unique_ptr<CosetSearcher> make_coset_searcher(InstructionSet set, const CosetSearchTables& tables,
                                                   const ShortEndings& endings, std::uint8_t* bitmap);
std::unique_ptr<CosetSearcher> make_coset_searcher_portable(const CosetSearchTables& tables,
                                                            const ShortEndings& endings,
                                                            std::uint8_t* bitmap);
std::unique_ptr<CosetSearcher> make_coset_searcher_avx2(const CosetSearchTables& tables,
                                                        const ShortEndings& endings, std::uint8_t* bitmap);

}  // namespace halfturn

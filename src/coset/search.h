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
  ShortEndings outside_endings;  // those that a prepass does not find
  BitFinder bits;
  std::array<PieceBytes, kMoveCount> move_pieces;
};

/// Where to search on from: the first moves are made.
struct CosetRoot {
  PieceBytes pieces;
  Phase1Coset coset;
  MoveMask next;  ///< the moves that may follow
};

/// One thread's search. Finds every sequence from its roots into H and sets the bit of the position where it
/// ends. Several may work on one bitmap at once.
class CosetSearcher {
 public:
  virtual ~CosetSearcher() = default;

  /// Takes up a root; part of its work may wait until more has come.
  virtual void search(const CosetRoot& root, int togo) = 0;
  /// ShortEndings all that waits.
  virtual void finish() = 0;

  std::uint64_t probes = 0;  ///< sequences found
  std::uint64_t fresh = 0;   ///< bits that were not set before
};

/// `endings` is one of the tables'; `bitmap` has kBitmapBytes.
std::unique_ptr<CosetSearcher> make_coset_searcher(InstructionSet set, const CosetSearchTables& tables,
                                                   const ShortEndings& endings, std::uint8_t* bitmap);
std::unique_ptr<CosetSearcher> make_coset_searcher_portable(const CosetSearchTables& tables,
                                                            const ShortEndings& endings,
                                                            std::uint8_t* bitmap);
std::unique_ptr<CosetSearcher> make_coset_searcher_avx2(const CosetSearchTables& tables,
                                                        const ShortEndings& endings, std::uint8_t* bitmap);

}  // namespace halfturn

#pragma once

#include <cstdint>

#include "coset/search.h"
#include "halfturn/cube.h"
#include "halfturn/run.h"

namespace halfturn {

struct LevelSearchWork {
  int depth = 0;                              ///< length of the sequences
  bool after_prepass = false;                 ///< leave out sequences that end in a move of H
  std::uint64_t reached_before = 0;           ///< bits set at the beginning
  std::uint64_t stop_at = ~std::uint64_t{0};  ///< end once this many bits are set
};

struct LevelSearchResult {
  std::uint64_t probes = 0;
  std::uint64_t fresh = 0;
  bool complete = true;  ///< false: ended by stop_at or by the stop token
};

/// Sets the bits of all positions that sequences of one length reach. The tree is cut into pieces by its
/// first moves; `stop_at` is checked only between batches of pieces, so that the result does not depend on
/// the number of threads. `pending` must have memory for the threads of the run. Reports progress without a
/// task: the caller knows what the level is part of.
LevelSearchResult search_level(const CosetSearchTables& tables, InstructionSet set,
                               const Cube& representative, std::uint8_t* bitmap, PendingBits& pending,
                               const LevelSearchWork& work, const Run& run);

}  // namespace halfturn

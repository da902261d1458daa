#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/move.h"
#include "kociemba/search/phase1_node.h"
#include "kociemba/search/search_tables.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {

/// A position from which phase 1 may go on: one of the starts, with up to kLongestTail moves taken back from
/// the end of its solution, or with the first move of phase 1 already made. Where a tail t is taken back,
/// phases 1 and 2 solve the position t * start, and t ends the solution.
struct SolveRoot {
  static constexpr std::size_t kLongestTail = 3;

  PieceBytes pieces;
  Phase1Coset coset;
  int distance = 0;  // of phase 1, from here
  std::uint8_t start = 0;
  std::uint8_t tail_length = 0;
  std::array<Move, kLongestTail> tail;
  bool has_head = false;
  Move head;  // the first move of phase 1, where has_head

  int moves_made() const { return tail_length + (has_head ? 1 : 0); }
};

/// Where a search reports to. One thread's own.
class Phase1SearchSink {
 public:
  virtual ~Phase1SearchSink() = default;
  /// Called every few microseconds: whether to go on.
  virtual bool go_on() = 0;
  /// A solution of the root's start: its moves in order, tail included. May lower `limit`.
  virtual void found(const SolveRoot& root, Moves moves) = 0;

  int limit = 0;             ///< longest solution of use
  std::uint64_t probes = 0;  ///< phase-1 solutions looked at
  std::uint64_t most_probes = ~std::uint64_t{0};
};

/// Looks at every way to enter H from the roots, with `outer` moves in all outside phase 2 (phase 1 and
/// tail), and endings by phase 2 what can become a solution of at most sink.limit moves.
using Phase1SearchFunction = void (*)(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                                      Phase1SearchSink& sink);

void search_phase1_portable(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                            Phase1SearchSink& sink);
void search_phase1_avx2(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                        Phase1SearchSink& sink);

/// The one to use on a processor with this instruction set.
Phase1SearchFunction phase1_search_for(InstructionSet set);

}  // namespace halfturn

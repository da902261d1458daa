#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "kociemba/search/phase1_node.h"
#include "kociemba/search/search_tables.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {

/// A position from which phase 1 searches: a start, a start with its solution's last moves fixed (the tail,
/// up to kLongestTail moves), or a start after its first move of phase 1. With a tail t, phases 1 and 2 solve
/// the position t * start, and t ends the solution.
struct SolveRoot {
  static constexpr std::size_t kLongestTail = 3;

  PieceBytes pieces;
  Phase1Coset coset;
  int distance = 0;  // from here to H
  std::uint8_t start = 0;
  std::uint8_t tail_length = 0;
  std::array<Move, kLongestTail> tail;
  bool has_head = false;
  Move head;  // the first move of phase 1, if has_head

  int moves_made() const { return tail_length + (has_head ? 1 : 0); }
};

/// Receives what a search finds. Used by one thread only.
class Phase1SearchSink {
 public:
  virtual ~Phase1SearchSink() = default;
  /// Whether to go on. Called every few microseconds.
  virtual bool go_on() = 0;
  /// Takes a solution of the root's start, tail included. May lower `limit`.
  virtual void found(const SolveRoot& root, Moves moves) = 0;

  int limit = 0;             ///< the longest solution still wanted
  std::uint64_t probes = 0;  ///< phase-1 solutions tried
  std::uint64_t most_probes = ~std::uint64_t{0};
};

/// Tries every way from the roots into H that has the length `outer` outside phase 2 (phase 1 and tail
/// together), and completes by phase 2 those that can give a solution of at most sink.limit. All moves
/// outside phase 2 are turns that count one.
using Phase1SearchFunction = void (*)(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                                      Phase1SearchSink& sink);

template <Metric metric>
void search_phase1_portable(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                            Phase1SearchSink& sink);
template <Metric metric>
void search_phase1_avx2(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                        Phase1SearchSink& sink);

/// The function for this instruction set and the metric of the tables.
Phase1SearchFunction phase1_search_for(InstructionSet set, Metric metric);

}  // namespace halfturn

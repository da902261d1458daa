#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "halfturn/instruction_set.h"
#include "halfturn/move.h"
#include "stage/search/table_reader.h"

namespace halfturn::stage {

/// The distances of a position, in the order of a goal's table readers; 0 beyond the last.
using Bounds = std::array<std::uint8_t, kMostReaders>;

/// The work of a search: positions expanded, table entries read.
struct SearchWork {
  std::uint64_t nodes = 0;
  std::uint64_t reads = 0;

  SearchWork& operator+=(const SearchWork& other) {
    nodes += other.nodes;
    reads += other.reads;
    return *this;
  }
};

/// Receives the solutions of a search. Used by one thread only.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;
  /// Called for each solution. Returns whether to go on.
  virtual bool found(std::span<const Move> moves) = 0;
};

/// Finds all solutions of exactly `length` moves that do not reach the goal earlier, in the order of their
/// moves. The table readers must cover the goal: it is reached if all their distances are 0. `bounds` are the
/// distances of the position. Returns false if the sink or `stop` ended the search.
using EnumerateFunction = bool (*)(std::span<const TableReader* const> readers, const PieceState& state,
                                   const Bounds& bounds, int length, SolutionSink& sink,
                                   const std::stop_token& stop, SearchWork& work);

/// The distance of a position by one table reader. Throws a DamagedTable.
using DistanceFunction = int (*)(const TableReader& reader, const PieceState& state);

/// A goal in a search for the nearest of several.
struct OpenGoal {
  std::span<const TableReader* const> readers;  ///< they must cover the goal
  Bounds bounds{};                              ///< the distances of the position
  int least = 0;                                ///< shorter solutions have been ruled out
  /// If all edges must be oriented, the pieces that must be at home: goals that differ in the axis alone are
  /// searched together, because few tables tell them apart.
  PieceMask with_orientation = 0;
  std::size_t number = 0;  ///< for the caller's use
};

/// Whether one of the goals whose `least` allows it can be reached in exactly `length` moves, even if it is
/// also reached earlier on the way. Faster than enumerating, because the order does not matter. The work
/// depends on the arguments alone. False after a stop.
using ExistsFunction = bool (*)(std::span<const OpenGoal> goals, const PieceState& state, int length,
                                const std::stop_token& stop, SearchWork& work);

/// The entry that a table reader reads for a position.
using EntryFunction = std::uint64_t (*)(const PieceState& state, const TableReader& reader);

struct SearchKernel {
  EntryFunction entry;
  ExistsFunction exists;
  EnumerateFunction enumerate;
  DistanceFunction distance;
};

SearchKernel portable_kernel();
SearchKernel avx2_kernel();
/// The kernel for a processor with this instruction set.
SearchKernel kernel_for(InstructionSet set);

}  // namespace halfturn::stage

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

/// Distances by table reader, in the order of a goal's table readers.
using Bounds = std::array<std::uint8_t, kMostReaders>;

/// What a search has cost.
struct SearchWork {
  std::uint64_t nodes = 0;
  std::uint64_t reads = 0;

  SearchWork& operator+=(const SearchWork& other) {
    nodes += other.nodes;
    reads += other.reads;
    return *this;
  }
};

/// Takes the solutions of a search. One thread's own.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;
  /// A way to the goal; whether to look for more.
  virtual bool found(std::span<const Move> moves) = 0;
};

/// Looks for all ways of exactly `length` moves from a position to a goal, none of which reaches it before
/// the end, in the order of their moves. The table readers must cover the goal: where all of them are 0, it
/// is reached. `bounds` are the distances of the position, 0 where there is no table reader. Returns false
/// where the sink or `stop` ended the search.
using EnumerateFunction = bool (*)(std::span<const TableReader* const> readers, const PieceState& state,
                                   const Bounds& bounds, int length, SolutionSink& sink,
                                   const std::stop_token& stop, SearchWork& work);

/// The distance of a position by one table reader.
using DistanceFunction = int (*)(const TableReader& reader, const PieceState& state);

/// Whether there is a way of exactly `length` moves. The same question as above, answered faster: it does not
/// care for the order. The number of nodes does not depend on anything but the arguments.
using ExistsFunction = bool (*)(std::span<const TableReader* const> readers, const PieceState& state,
                                const Bounds& bounds, int length, const std::stop_token& stop,
                                SearchWork& work);

/// The number of the entry that a table reader reads for a position.
using EntryFunction = std::uint64_t (*)(const PieceState& state, const TableReader& reader);

struct SearchKernel {
  EntryFunction entry;
  ExistsFunction exists;
  EnumerateFunction enumerate;
  DistanceFunction distance;
};

SearchKernel portable_kernel();
SearchKernel avx2_kernel();
/// The one to use on a processor with this instruction set.
SearchKernel kernel_for(InstructionSet set);

}  // namespace halfturn::stage

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "halfturn/where.h"
#include "stage/search/engine.h"
#include "stage/search/table_set.h"

namespace halfturn::stage {

/// Lengths of stages for very many positions, most of which are ruled out by their first table read.
/// Immutable after open(); any number of threads may call it.
class StageProbe {
 public:
  /// Opens the tables that these stages need; builds missing small ones. `residency` is that of the small
  /// tables; large ones are mapped.
  static Result<StageProbe> open(const TableStore& store, std::span<const Stage> stages, Residency residency,
                                 const Run& run, InstructionSet set);

  /// The length of a stage, by these slots, for a position as it is held. Exact unless that makes no
  /// difference: the lengths from the true one to the returned one are all wanted, or all unwanted.
  /// Meaningless after a stop. Throws a DamagedTable.
  int length(Stage stage, SlotSet slots, const PieceState& state, LengthSet wanted,
             const std::stop_token& stop) const;

  /// The rough cost of a length, relative to other stages, for ordering conditions.
  double cost(Stage stage) const;

 private:
  explicit StageProbe(const std::vector<Pattern>& patterns) : tables_(std::make_unique<TableSet>(patterns)) {}

  struct PlannedGoal {
    std::vector<const TableReader*> readers;
    const StageGoal* definition = nullptr;
  };
  struct Planned {
    std::vector<PlannedGoal> goals;
    bool exact = false;
  };
  const Planned& planned(Stage stage) const { return stages_[stage.index()]; }
  int search(const Planned& stage, SlotSet slots, const PieceState& state, LengthSet wanted,
             const std::stop_token& stop) const;

  std::unique_ptr<TableSet> tables_;
  SearchKernel kernel_{};
  std::vector<Planned> stages_;  // by the index of the stage
};

}  // namespace halfturn::stage

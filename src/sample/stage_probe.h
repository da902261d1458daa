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

/// Lengths of stages for questions about very many positions, most of which the first read of a table rules
/// out. Immutable after open(); any number of threads may ask.
class StageProbe {
 public:
  /// Opens the tables that these stages need, and builds what is missing of the small ones.
  static Result<StageProbe> open(const TableStore& store, std::span<const Stage> stages, Residency residency,
                                 const Run& run, InstructionSet set);

  /// The length of a stage for a position as it is held, no farther than it matters: every length that the
  /// position may still have, the true one among them, is wanted if and only if the returned one is. Throws a
  /// DamagedTable.
  int length(Stage stage, const PieceState& state, LengthSet wanted, const std::stop_token& stop) const;

  /// How long a length takes, roughly, for putting conditions in order.
  double cost(Stage stage) const;

 private:
  explicit StageProbe(const std::vector<Pattern>& patterns) : tables_(std::make_unique<TableSet>(patterns)) {}

  struct Planned {
    std::vector<std::vector<const TableReader*>> goals;
    bool exact = false;
  };
  const Planned& planned(Stage stage) const { return stages_[stage.index()]; }
  int search(const Planned& stage, const PieceState& state, LengthSet wanted,
             const std::stop_token& stop) const;

  std::unique_ptr<TableSet> tables_;
  SearchKernel kernel_{};
  std::vector<Planned> stages_;  // by the index of the stage
};

}  // namespace halfturn::stage

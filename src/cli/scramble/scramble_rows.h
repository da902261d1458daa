#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/analyze/analyze_table.h"
#include "cli/shared/result_output.h"
#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/notation.h"
#include "halfturn/where.h"

namespace halfturn::cli {

/// The stages that conditions speak of, each with the sides that they look at.
using StagesOfConditions = std::vector<std::pair<StageBySlots, ViewSet>>;

/// Prints scrambles in the format that was asked for, numbered in CSV from 1.
class ScrambleRows {
 public:
  /// `metric`: in which lengths of scrambles are counted.
  ScrambleRows(const Session& session, Notation notation, Metric metric = Metric::half)
      : session_(session), notation_(notation), metric_(metric), rows_(session) {}

  /// Prints the header of CSV, so that it is there without any row, too; not that of rows of solutions.
  void begin(const StagesOfConditions& stages, bool with_solutions);
  void add(const Cube& cube, const Moves& scramble);
  /// Also the lengths that the conditions depend on: in JSON as `stages`, in CSV as columns named as in
  /// 'halfturn analyze'.
  void add(const ConditionalCube& cube, const StagesOfConditions& stages, const Moves& scramble);
  /// The same with solutions: in JSON one member more; in CSV a row for each of them.
  void add(const ConditionalCube& cube, const StagesOfConditions& stages, const Moves& scramble,
           const std::vector<CellSolutions>& solutions);

 private:
  nlohmann::ordered_json row_of(const Cube& cube, const Moves& scramble);
  void print(nlohmann::ordered_json row);

  const Session& session_;
  Notation notation_;
  Metric metric_;
  ResultRows rows_;
  std::uint64_t count_ = 0;
};

}  // namespace halfturn::cli

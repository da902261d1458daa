#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/instruction_set.h"
#include "halfturn/solve.h"
#include "halfturn/table_store.h"

namespace halfturn::api {

/// The engines behind the requests: each is opened when it is first wanted, and then shared. Whoever answers
/// decides which tables they use, and whether a request may wait until those are built. What cannot be had is
/// thrown as a Refusal.
class Engines {
 public:
  virtual ~Engines() = default;
  Engines() = default;
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;

  virtual const TableStore& store() const = 0;
  virtual InstructionSet instruction_set() const = 0;
  virtual std::shared_ptr<const Solver> solver(Metric metric) = 0;
  /// The same if that builds nothing, else null: for what is nice to have.
  virtual std::shared_ptr<const Solver> solver_at_hand(Metric metric) = 0;
  /// For these stages.
  virtual std::shared_ptr<const Analyzer> analyzer(const std::vector<Stage>& stages) = 0;
  /// The small tables of the stages are about to be read: those that exact distributions and conditions on
  /// these stages ask for; all if none is named.
  virtual void need_stage_tables(const std::vector<Stage>& stages) = 0;
};

/// Whether an analysis of this stage is a matter of milliseconds.
inline bool is_quick(Stage stage) {
  return stage.number() <= 1;
}

}  // namespace halfturn::api

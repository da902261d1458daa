#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "api/engines.h"
#include "halfturn/analyzer.h"
#include "halfturn/instruction_set.h"
#include "halfturn/optimal.h"
#include "halfturn/solve.h"
#include "halfturn/table_store.h"
#include "serve/names.h"

namespace halfturn::serve {

/// The server's engines. Any thread may ask.
///
/// None of these builds a table: a request must not take a minute because of that. Where one is missing, the
/// Refusal that is thrown names the tables to build, or says that they are being built.
class ServerEngines final : public Engines {
 public:
  /// `being_built`: the name of a table that is on its way, or how far it is, for the message; empty if none
  /// of those named is.
  using BeingBuilt = std::function<std::string(const std::vector<std::string>& tables)>;

  ServerEngines(TableStore store, InstructionSet set, BeingBuilt being_built)
      : store_(std::move(store)), set_(set), being_built_(std::move(being_built)) {}

  const TableStore& store() const override { return store_; }
  InstructionSet instruction_set() const override { return set_; }

  std::shared_ptr<const Solver> solver(Metric metric) override;
  std::shared_ptr<const Solver> solver_at_hand(Metric metric) override;
  std::shared_ptr<const OptimalSolver> optimal(Metric metric);
  /// For these stages, with small tables in memory where it can be.
  std::shared_ptr<const Analyzer> analyzer(const std::vector<Stage>& stages) override;
  void need_stage_tables(const std::vector<Stage>& stages) override;

  /// Throws a Refusal unless all of these are there; `group`: how to ask for them.
  void need(const std::vector<TableKind>& kinds, const std::string& group) const;

  /// Tables have been built: engines that would use them are opened anew when they are next wanted.
  void tables_have_changed();

 private:
  TableStore store_;
  InstructionSet set_;
  BeingBuilt being_built_;
  std::mutex mutex_;
  std::shared_ptr<const Solver> solvers_[2];
  std::shared_ptr<const OptimalSolver> optimal_[2];
  std::optional<bool> has_large_;                 // whether the large tables of the stages are there
  std::shared_ptr<const Analyzer> first_stages_;  // cross and xcross of each variant
  std::shared_ptr<const Analyzer> every_stage_;
};

}  // namespace halfturn::serve

#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "api/engines.h"
#include "api/tables.h"
#include "halfturn/run.h"
#include "wasm/page_tables.h"

namespace halfturn::wasm {

/// The module's engines and tables. There is one thread, so whatever is missing is built while its request
/// waits; how far that is, is told outside.
class PageEngines final : public api::Engines, public api::Tables {
 public:
  explicit PageEngines(TableStore store) : store_(std::move(store)) {}

  /// Takes files away that are no tables of this program, or damaged: they come from a cache that may have
  /// been written by another version, or be broken. Returns their names.
  std::vector<std::string> drop_unusable_tables() const;

  /// What ends the building of a table: that of the request being answered.
  void begin_request(std::stop_token stop) { stop_ = std::move(stop); }

  const TableStore& store() const override { return store_; }
  InstructionSet instruction_set() const override { return InstructionSet::portable; }
  std::shared_ptr<const Solver> solver(Metric metric) override;
  std::shared_ptr<const Solver> solver_at_hand(Metric metric) override;
  std::shared_ptr<const Analyzer> analyzer(const std::vector<Stage>& stages) override;
  void need_stage_tables(const std::vector<Stage>& stages) override;

  bool build(const std::string& group) override;
  nlohmann::ordered_json json() const override;
  std::string group_of(const std::string& table) const override;

 private:
  Run building() const;
  // Listed when they are first wanted: that takes a while.
  const std::vector<TableKind>& kinds() const;
  const std::vector<TableGroup>& groups() const;

  TableStore store_;
  mutable std::vector<TableKind> kinds_;
  mutable std::vector<TableGroup> groups_;
  std::stop_token stop_;
  std::shared_ptr<const Solver> half_turn_solver_;
  std::shared_ptr<const Solver> quarter_turn_solver_;
  std::shared_ptr<const Analyzer> analyzer_;
  std::vector<Stage> analyzed_;  // what analyzer_ was opened for, in their order
};

}  // namespace halfturn::wasm

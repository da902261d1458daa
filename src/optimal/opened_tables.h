#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "halfturn/instruction_set.h"
#include "halfturn/solve.h"
#include "halfturn/table_store.h"
#include "optimal/h_views.h"
#include "optimal/nearness_table.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// All tables of a solver, opened twice: mapped, so that a cube of few moves is answered at once, and later,
/// when a search becomes long, copied to memory. Any number of threads may use it.
class OpenedTables {
 public:
  /// What one search works with.
  struct Tables {
    TableData main;
    TableData last_moves;
    Solver two_phase;
    std::unique_ptr<const HViews> h_views;
    SearchTables search;  // refers to the above, and to what both share
  };

  /// Builds the tables that are missing or outdated.
  static Result<std::unique_ptr<const OpenedTables>> open(const TableStore& store, NearnessTable table,
                                                          InstructionSet set, const Run& run);

  const NearnessTable& table() const { return table_; }
  InstructionSet instruction_set() const { return set_; }
  const CornerDistances& corners() const { return *corners_; }

  const Tables& mapped() const { return *mapped_; }
  /// Copies the tables to memory the first time. Where that cannot be (no memory, or a stop), the mapped
  /// ones.
  const Tables& resident(const Run& run) const;

 private:
  OpenedTables(const TableStore& store, NearnessTable table, InstructionSet set);
  Result<std::unique_ptr<const Tables>> tables(Residency residency, const Run& run) const;

  TableStore store_;
  NearnessTable table_;
  NearnessTable last_moves_table_;
  InstructionSet set_;
  std::unique_ptr<const CosetSpace> space_;
  std::unique_ptr<const CosetSpace> ordered_;  // with the order of corners, if the main table has it
  std::unique_ptr<const CornerDistances> corners_;
  std::vector<std::byte> last_few_;  // half metric only
  std::unique_ptr<const Tables> mapped_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const Tables> resident_;
};

}  // namespace halfturn::optimal

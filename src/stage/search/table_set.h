#pragma once

#include <memory>
#include <vector>

#include "halfturn/stage.h"
#include "halfturn/table_store.h"
#include "stage/pattern/pattern_space.h"
#include "stage/search/bound_planner.h"

namespace halfturn::stage {

/// The small patterns, and those large ones whose tables are ready.
std::vector<Pattern> patterns_at_hand(const TableStore& store);

/// The error for a stage that the tables do not cover.
Error not_covered(Stage stage);

/// The tables of some patterns, and the planner that chooses among them. First plan, then open the tables
/// that the plan reads.
class TableSet {
 public:
  explicit TableSet(const std::vector<Pattern>& patterns);

  BoundPlanner& planner() { return planner_; }
  const BoundPlanner& planner() const { return planner_; }

  /// The tables that the readers of the planner read.
  std::vector<TableKind> kinds() const;

  /// Opens every table that a reader of the planner reads; builds missing ones. `small` and `large`: the
  /// residency of small and large tables.
  Result<void> open(const TableStore& store, Residency small, Residency large, const Run& run);

 private:
  static std::vector<std::unique_ptr<PatternSpace>> spaces_of(const std::vector<Pattern>& patterns);
  std::vector<PatternTable> without_content() const;

  std::vector<std::unique_ptr<PatternSpace>> spaces_;
  BoundPlanner planner_;
  std::vector<TableData> tables_;
};

}  // namespace halfturn::stage

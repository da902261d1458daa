#pragma once

#include <memory>
#include <vector>

#include "halfturn/table_store.h"
#include "stage/pattern/pattern_space.h"
#include "stage/search/bound_planner.h"

namespace halfturn::stage {

/// The small patterns, and of the large ones those whose tables are there.
std::vector<Pattern> patterns_at_hand(const TableStore& store);

/// The error for a stage that no set of tables covers.
Error not_covered(Stage stage);

/// Patterns, the planner of table readers that their tables allow, and the tables themselves: first plan,
/// then open what the plan reads.
class TableSet {
 public:
  explicit TableSet(const std::vector<Pattern>& patterns);

  BoundPlanner& planner() { return planner_; }
  const BoundPlanner& planner() const { return planner_; }

  /// Opens every table that a table reader in the planner reads, and builds what is missing.
  Result<void> open(const TableStore& store, Residency small, Residency large, const Run& run);

 private:
  static std::vector<std::unique_ptr<PatternSpace>> spaces_of(const std::vector<Pattern>& patterns);
  std::vector<PatternTable> without_content() const;

  std::vector<std::unique_ptr<PatternSpace>> spaces_;
  BoundPlanner planner_;
  std::vector<TableData> tables_;
};

}  // namespace halfturn::stage

#pragma once

#include <string>
#include <vector>

#include "halfturn/metric.h"
#include "halfturn/table_store.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// A table of nearness: what it is called and how it is laid out. The same solutions come from each; the
/// larger ones exclude more positions by a read, and so are faster.
struct NearnessTable {
  std::string name;
  TableLayout layout;
  bool for_last_moves = false;  ///< used along with each of the others

  TableKind kind() const;
};

/// Of one metric, the smallest first.
std::vector<NearnessTable> nearness_tables(Metric metric);

/// The table for the last moves of a solution, which is used along with each of the others: its limits end
/// where theirs begin. 87 MB.
NearnessTable last_moves_table(Metric metric);

}  // namespace halfturn::optimal

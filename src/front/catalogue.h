#pragma once

#include <iterator>
#include <utility>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/optimal.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// The tables that are built on first use, which "usual" names on the command line.
inline std::vector<TableKind> tables_of_first_use() {
  std::vector<TableKind> kinds = {Phase1Table::kind(), Phase2Table::kind()};
  for (TableKind& kind : small_stage_tables()) kinds.push_back(std::move(kind));
  return kinds;
}

/// The tables of the quarter metric, built when that is first asked for: "quarter".
inline std::vector<TableKind> quarter_tables() {
  return {Phase1Table::kind(Metric::quarter), Phase2Table::kind(Metric::quarter)};
}

/// What shortest solutions need at least, built when they are first asked for: "optimal".
inline std::vector<TableKind> least_optimal_tables() {
  std::vector<TableKind> kinds = optimal_helper_tables(Metric::half);
  kinds.push_back(optimal_tables(Metric::half).front());
  return kinds;
}

/// Every table that the program knows: those, and the large ones, which are built only when asked for.
inline std::vector<TableKind> all_tables() {
  std::vector<TableKind> kinds = tables_of_first_use();
  for (TableKind& kind : quarter_tables()) kinds.push_back(std::move(kind));
  for (TableKind& kind : large_stage_tables()) kinds.push_back(std::move(kind));
  for (const Metric metric : kAllMetrics) {
    for (TableKind& kind : optimal_helper_tables(metric)) kinds.push_back(std::move(kind));
    for (TableKind& kind : optimal_tables(metric)) kinds.push_back(std::move(kind));
  }
  return kinds;
}

}  // namespace halfturn

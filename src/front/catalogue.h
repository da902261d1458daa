#pragma once

#include <string>
#include <utility>
#include <vector>

#include "front/table_group.h"
#include "halfturn/analyzer.h"
#include "halfturn/optimal.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/solve.h"
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

/// Small tables for short solutions, built where they are asked for: "compact". Those of quarter turns stand
/// alone.
inline std::vector<TableKind> compact_tables(Metric metric = Metric::half) {
  return solver_tables(SolverTables::compact, metric);
}

/// What shortest solutions need at least, built when they are first asked for: "optimal".
inline std::vector<TableKind> least_optimal_tables() {
  std::vector<TableKind> kinds = optimal_helper_tables(Metric::half);
  kinds.push_back(optimal_tables(Metric::half).front());
  return kinds;
}

/// The groups that a person may want to build; the names are those of the command line.
inline std::vector<TableGroup> table_groups() {
  std::vector<TableGroup> groups = {
      {"usual", "short solutions, all CFOP stages, scrambles by difficulty", tables_of_first_use()},
      {"quarter", "short solutions in quarter turns", quarter_tables()},
      {"compact", "short solutions where memory is small, a few times slower", compact_tables()},
      {"optimal", "shortest solutions, proved", least_optimal_tables()},
      {"stages-large", "CFOP stages from xxcross on, ten times faster", large_stage_tables()},
  };
  // Larger tables for shortest solutions stand alone; each is a group of one with the helpers that it needs.
  const std::vector<TableKind> larger = optimal_tables(Metric::half);
  for (std::size_t i = 1; i < larger.size(); ++i) {
    TableGroup group{larger[i].name, "shortest solutions, faster", optimal_helper_tables(Metric::half)};
    group.tables.push_back(larger[i]);
    groups.push_back(std::move(group));
  }
  std::vector<TableKind> quarter = optimal_helper_tables(Metric::quarter);
  quarter.push_back(optimal_tables(Metric::quarter).front());
  groups.push_back({"optimal-quarter", "shortest solutions in quarter turns, proved", std::move(quarter)});
  return groups;
}

/// Every table that the program knows: those, and the large ones, which are built only when asked for.
inline std::vector<TableKind> all_tables() {
  std::vector<TableKind> kinds = tables_of_first_use();
  for (TableKind& kind : quarter_tables()) kinds.push_back(std::move(kind));
  for (TableKind& kind : large_stage_tables()) kinds.push_back(std::move(kind));
  for (const Metric metric : kAllMetrics) {
    for (TableKind& kind : compact_tables(metric)) kinds.push_back(std::move(kind));
    for (TableKind& kind : optimal_helper_tables(metric)) kinds.push_back(std::move(kind));
    for (TableKind& kind : optimal_tables(metric)) kinds.push_back(std::move(kind));
  }
  return kinds;
}

}  // namespace halfturn

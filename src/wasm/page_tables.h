#pragma once

#include <vector>

#include "front/table_group.h"
#include "halfturn/metric.h"
#include "halfturn/solve.h"
#include "halfturn/stage.h"
#include "halfturn/table_store.h"

/// Which tables the module uses: the one place where that is decided. A page can build and hold tens of
/// megabytes, not hundreds.
namespace halfturn::wasm {

/// Those whose tables are small enough: cross, xcross and xxcross of each variant.
bool is_offered(Stage stage);
std::vector<Stage> offered_stages();

/// The tables of the two-phase solver.
inline constexpr SolverTables kSolverTables = SolverTables::compact;
std::vector<TableKind> solver_tables(Metric metric);

/// All that can be built here, and the groups that a person may want to build.
std::vector<TableKind> all_page_tables();
std::vector<TableGroup> page_table_groups();

}  // namespace halfturn::wasm

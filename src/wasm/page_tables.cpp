#include "wasm/page_tables.h"

#include <algorithm>
#include <iterator>

#include "halfturn/analyzer.h"

namespace halfturn::wasm {

namespace {

/// The greatest Stage::number() whose tables a page can hold. The next needs 210 MB.
constexpr int kLastStage = 2;

std::vector<Stage> stages_up_to(int number) {
  std::vector<Stage> stages;
  for (const Stage stage : all_stages())
    if (stage.number() <= number) stages.push_back(stage);
  return stages;
}

std::vector<Stage> standard_up_to(int number) {
  std::vector<Stage> stages = stages_of_variant("std");
  std::erase_if(stages, [&](Stage stage) { return stage.number() > number; });
  return stages;
}

void append(std::vector<TableKind>& kinds, std::vector<TableKind> more) {
  for (TableKind& kind : more)
    if (std::ranges::find(kinds, kind.name, &TableKind::name) == kinds.end())
      kinds.push_back(std::move(kind));
}

}  // namespace

bool is_offered(Stage stage) {
  return stage.number() <= kLastStage;
}

std::vector<Stage> offered_stages() {
  return stages_up_to(kLastStage);
}

std::vector<TableKind> solver_tables(Metric metric) {
  return halfturn::solver_tables(kSolverTables, metric);
}

std::vector<TableKind> all_page_tables() {
  std::vector<TableKind> kinds = solver_tables(Metric::half);
  append(kinds, solver_tables(Metric::quarter));
  append(kinds, small_tables_of(offered_stages()));
  return kinds;
}

std::vector<TableGroup> page_table_groups() {
  TableGroup usual{"usual", "short solutions, cross and xcross, scrambles by difficulty",
                   solver_tables(Metric::half)};
  append(usual.tables, small_tables_of(standard_up_to(1)));
  return {std::move(usual),
          {"quarter", "short solutions in quarter turns", solver_tables(Metric::quarter)},
          {"xxcross", "the xxcross as well", small_tables_of(standard_up_to(kLastStage))},
          {"stages", "cross, xcross and xxcross of every variant", small_tables_of(offered_stages())}};
}

}  // namespace halfturn::wasm

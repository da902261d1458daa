#pragma once

#include <iterator>
#include <utility>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/table_store.h"

namespace halfturn::cli {

/// The tables that are built on first use, which "usual" names on the command line.
inline std::vector<TableKind> tables_of_first_use() {
  std::vector<TableKind> kinds = {Phase1Table::kind(), Phase2Table::kind()};
  for (TableKind& kind : small_stage_tables()) kinds.push_back(std::move(kind));
  return kinds;
}

/// Every table that the program knows: those, and the large ones, which are built only when asked for.
inline std::vector<TableKind> all_tables() {
  std::vector<TableKind> kinds = tables_of_first_use();
  for (TableKind& kind : large_stage_tables()) kinds.push_back(std::move(kind));
  return kinds;
}

}  // namespace halfturn::cli

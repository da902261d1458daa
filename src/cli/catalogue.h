#pragma once

#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/table_store.h"

namespace halfturn::cli {

/// Every table that this program knows of.
inline std::vector<TableKind> all_tables() {
  return {Phase1Table::kind(), Phase2Table::kind()};
}

}  // namespace halfturn::cli

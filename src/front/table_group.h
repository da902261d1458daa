#pragma once

#include <string>
#include <vector>

#include "halfturn/table_store.h"

namespace halfturn {

/// Several tables that are built together, by one name.
struct TableGroup {
  std::string name;
  std::string purpose;
  std::vector<TableKind> tables;
};

}  // namespace halfturn

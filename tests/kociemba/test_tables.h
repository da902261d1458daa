#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "support/test_store.h"

namespace halfturn {

/// Both tables, resident: what the tests of a solver begin with.
struct ResidentTables {
  std::shared_ptr<const Phase1Table> phase1;
  std::shared_ptr<const Phase2Table> phase2;

  static ResidentTables open() {
    Result<Phase1Table> first = Phase1Table::open(test_tables(), Residency::resident, {});
    Result<Phase2Table> second = Phase2Table::open(test_tables(), Residency::resident, {});
    if (!first || !second) throw std::runtime_error((first ? second.error() : first.error()).text());
    return {std::make_shared<const Phase1Table>(std::move(*first)),
            std::make_shared<const Phase2Table>(std::move(*second))};
  }
};

}  // namespace halfturn

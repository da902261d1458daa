#pragma once

#include <vector>

#include "halfturn/table_store.h"
#include "stage/pattern/pattern.h"

namespace halfturn::stage {

/// The table of a pattern, for a TableStore.
TableKind kind_of(const Pattern& pattern);

}  // namespace halfturn::stage

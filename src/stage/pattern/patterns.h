#pragma once

#include <vector>

#include "halfturn/table_store.h"
#include "stage/pattern/pattern.h"

namespace halfturn::stage {

/// The patterns whose tables suffice for every stage: about 400 MB.
std::vector<Pattern> small_patterns();

/// The patterns whose tables make the search much faster: about 6 GB.
std::vector<Pattern> large_patterns();

/// The table of a pattern, for a TableStore.
TableKind kind_of(const Pattern& pattern);

}  // namespace halfturn::stage

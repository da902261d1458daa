#pragma once

#include <vector>

#include "stage/pattern/pattern.h"

namespace halfturn::stage {

/// The patterns whose tables suffice to search for every stage: some 400 MB.
std::vector<Pattern> small_patterns();

/// The patterns whose tables make the search much faster: some 6 GB.
std::vector<Pattern> large_patterns();

}  // namespace halfturn::stage

#pragma once

#include <vector>

#include "stage/pattern/pattern.h"

namespace halfturn::stage {

/// The patterns whose tables every stage can be searched with: some 400 MB.
std::vector<Pattern> small_patterns();

/// The patterns whose tables make the search much quicker: some 6 GB.
std::vector<Pattern> large_patterns();

}  // namespace halfturn::stage

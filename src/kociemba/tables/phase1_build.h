#pragma once

#include <cstddef>
#include <span>

#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// Fills the content of the phase-1 table, as Phase1Table describes it. Needs about 240 MB
/// more while it runs.
Result<void> build_phase1(std::span<std::byte> content, const Run& run);

}  // namespace halfturn

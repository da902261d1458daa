#pragma once

#include <cstddef>
#include <span>

#include "halfturn/metric.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// Fills the content of the phase-1 table of a metric, as Phase1Table describes it. Needs about 240 MB more
/// while it runs.
Result<void> build_phase1(Metric metric, std::span<std::byte> content, const Run& run);

}  // namespace halfturn

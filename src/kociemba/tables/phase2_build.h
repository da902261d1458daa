#pragma once

#include <cstddef>
#include <span>

#include "base/pages.h"
#include "halfturn/metric.h"
#include "halfturn/phase2.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// The exact distance within H, ignoring the order of the slice, of every (corner class, edge arrangement),
/// one byte each.
Result<base::PageBuffer> phase2_distances(Metric metric, const Phase2Coordinates& coordinates,
                                          const Run& run);

/// Fills the content of the phase-2 table of a metric, as Phase2Table describes it. Needs about 170 MB more
/// while it runs.
Result<void> build_phase2(Metric metric, std::span<std::byte> content, const Run& run);

}  // namespace halfturn

#pragma once

#include <cstddef>
#include <span>

#include "base/pages.h"
#include "halfturn/phase2.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// The distance in H', which is H with the order of the slice left out, for every (corner class, edge
/// arrangement), a byte each, exact up to the greatest.
Result<base::PageBuffer> phase2_distances(const Phase2Coordinates& coordinates, const Run& run);

/// Fills the content of the phase-2 table, as Phase2Table describes it. Takes another 160 MB while it runs.
Result<void> build_phase2(std::span<std::byte> content, const Run& run);

}  // namespace halfturn

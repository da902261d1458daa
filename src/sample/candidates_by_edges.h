#pragma once

#include <array>
#include <memory>

#include "sample/candidates.h"
#include "sample/candidates_by_slots.h"
#include "sample/slot_tables.h"

namespace halfturn::stage {

/// The positions in which the crosses have the lengths that are asked for and every slot of every view is at
/// least as far away as the shortest xcross that is asked for there. Edges are drawn first; then each corner
/// has its own ways to stand, whatever the other corners do, and the number of ways to place them all
/// decides. Null where that is too rare to be met.
std::unique_ptr<CandidateSet> far_everywhere(const NibbleTable& crosses, const NibbleTable& slots,
                                             const std::array<ViewLengths, kViewCount>& views);

}  // namespace halfturn::stage

#pragma once

#include <memory>

#include "sample/candidates.h"
#include "sample/slot_tables.h"
#include "stage/pattern/cross_pairs.h"

namespace halfturn::stage {

/// The positions in which the cross of a view has one of these lengths.
std::unique_ptr<CandidateSet> one_cross(const NibbleTable& crosses, View view, LengthSet lengths);

/// The positions in which the crosses of two opposite views have such lengths, each its own. There must be
/// one.
std::unique_ptr<CandidateSet> two_crosses(const NibbleTable& crosses, View first, LengthSet first_lengths,
                                          View second, LengthSet second_lengths);

}  // namespace halfturn::stage

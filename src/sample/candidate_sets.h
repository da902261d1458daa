#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sample/candidates.h"
#include "sample/slot_tables.h"
#include "stage/pattern/cross_pairs.h"

/// The sets of candidates that tables can list: by crosses, by slots, by edges.
namespace halfturn::stage {

/// The positions in which the cross of a view has one of these lengths.
std::unique_ptr<CandidateSet> one_cross(const NibbleTable& crosses, View view, LengthSet lengths);

/// The positions in which the crosses of two opposite views have such lengths, each its own. There must be
/// one.
std::unique_ptr<CandidateSet> two_crosses(const NibbleTable& crosses, View first, LengthSet first_lengths,
                                          View second, LengthSet second_lengths);

/// What is asked of one view.
struct ViewLengths {
  View view = View::D;
  LengthSet cross = 0;
  LengthSet xcross = 0;
};

/// The positions in which some slot of the view, together with the cross, has one of the lengths of xcross:
/// they contain those whose xcross has.
std::unique_ptr<CandidateSet> some_slot(const NibbleTable& crosses, std::shared_ptr<const NibbleTable> slots,
                                        const ViewLengths& view);

/// A cross with all its slots, in twelve bytes.
struct FarState {
  std::uint32_t cross = 0;
  std::array<std::uint8_t, 4> edges{};
  std::array<std::uint8_t, 4> corners{};
};

using FarStates = std::shared_ptr<const std::vector<FarState>>;

/// All positions of a cross and its four slots in which every slot, with the cross, is as far away as xcross
/// asks. As the cube is held, the same for every view. Null where there would be too many to list.
FarStates far_states(const NibbleTable& crosses, const NibbleTable& slots, LengthSet cross_lengths,
                     LengthSet xcross_lengths);

/// The positions in which all slots of the view are far.
std::unique_ptr<CandidateSet> all_slots(FarStates states, View view);

/// The positions in which all slots of two opposite views are far. Both have the middle edges; the crosses
/// and the corners are different pieces. So a state of one view is put together with those of the other that
/// have the middle edges in the same places and leave the right places free.
std::unique_ptr<CandidateSet> all_slots_of_both(FarStates first_states, View first, FarStates second_states,
                                                View second, int threads);

/// The positions in which the crosses have the lengths that are asked for and every slot of every view is at
/// least as far away as the shortest xcross that is asked for there. Edges are drawn first; then each corner
/// has its own ways to stand, whatever the other corners do, and the number of ways to place them all
/// decides. Null where that is too rare to be met.
std::unique_ptr<CandidateSet> far_everywhere(const NibbleTable& crosses, const NibbleTable& slots,
                                             const std::array<ViewLengths, kViewCount>& views);

}  // namespace halfturn::stage

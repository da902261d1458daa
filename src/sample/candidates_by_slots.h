#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sample/candidates.h"
#include "sample/slot_tables.h"

namespace halfturn::stage {

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

}  // namespace halfturn::stage

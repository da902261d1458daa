#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sample/candidates.h"
#include "sample/slot_tables.h"
#include "stage/pattern/cross_pairs.h"

/// The candidate sets that can be made from tables: by crosses, by slots, by edges.
namespace halfturn::stage {

/// The positions in which the cross of a view has one of these lengths.
std::unique_ptr<CandidateSet> one_cross(const NibbleTable& crosses, View view, LengthSet lengths);

/// The positions in which the crosses of two opposite views each have one of their lengths. May be empty;
/// then nothing may be drawn.
std::unique_ptr<CandidateSet> two_crosses(const NibbleTable& crosses, View first, LengthSet first_lengths,
                                          View second, LengthSet second_lengths);

/// The lengths allowed in one view.
struct ViewLengths {
  View view = View::D;
  LengthSet cross = 0;
  LengthSet xcross = 0;
};

/// The positions in which the cross has one of its lengths and some slot, together with the cross, one of the
/// lengths of xcross. They include all whose xcross has one of these.
std::unique_ptr<CandidateSet> some_slot(const NibbleTable& crosses, std::shared_ptr<const NibbleTable> slots,
                                        const ViewLengths& view);

/// A cross with its four slots, in twelve bytes.
struct FarState {
  std::uint32_t cross = 0;
  std::array<std::uint8_t, 4> edges{};
  std::array<std::uint8_t, 4> corners{};
};

using FarStates = std::shared_ptr<const std::vector<FarState>>;

/// All positions of a cross and its four slots in which the cross has one of its lengths and every slot, with
/// the cross, is at least as far as the least length of xcross. As the cube is held in a view, so the same
/// for every view. Null if there are too many to list.
FarStates far_states(const NibbleTable& crosses, const NibbleTable& slots, LengthSet cross_lengths,
                     LengthSet xcross_lengths);

/// The positions in which the view has one of these states.
std::unique_ptr<CandidateSet> all_slots(FarStates states, View view);

/// The positions in which each of two opposite views has one of its states. The views share the middle edges;
/// their crosses and corners are different pieces. So a state of one view is combined with those of the other
/// that have the same middle edges and leave the right places free.
std::unique_ptr<CandidateSet> all_slots_of_both(FarStates first_states, View first, FarStates second_states,
                                                View second, int threads);

/// The positions in which, in every view that rules out an xcross of 0 moves, the cross has one of its
/// lengths and every slot is at least as far as the least length of xcross. Edges are drawn first; then each
/// corner has its own set of placements, independent of the other corners, and the edges are kept with a
/// probability proportional to the number of ways to place all corners. Null if no random sample has any.
std::unique_ptr<CandidateSet> far_everywhere(const NibbleTable& crosses, const NibbleTable& slots,
                                             const std::array<ViewLengths, kViewCount>& views);

}  // namespace halfturn::stage

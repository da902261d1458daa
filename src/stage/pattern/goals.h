#pragma once

#include <string>
#include <vector>

#include "halfturn/stage.h"
#include "stage/pattern/pattern.h"

namespace halfturn::stage {

using SlotMask = SlotSet;

/// The edges that belong in these slots, and the corners below them.
PieceMask slot_edges(SlotMask slots);
PieceMask slot_corners(SlotMask slots);

/// The names of the slots: "FR BL".
std::string names_of_slots(SlotMask slots);

/// All these pieces at home.
Goal at_home(PieceMask pieces);

/// The same goal, also reached if only a turn of the bottom layer is missing.
Goal up_to_bottom_turn(Goal goal);

/// All these pieces at home except the pair of this slot, which must be among them: it is home, or at most a
/// turn of the top and one insertion away.
Goal with_pair(PieceMask pieces, int slot);

/// The same up to a turn of the bottom layer, with a pair whose edge and corner may belong to different
/// slots.
Goal with_free_pair(PieceMask pieces, int edge_slot, int corner_slot);

/// The same goal with all edges oriented; for the axis see Goal::oriented_axis.
Goal oriented(Goal goal, int axis);

/// One of the goals that reach a stage.
struct StageGoal {
  Goal goal;
  SlotMask edges = 0;    ///< slots whose edges are at home
  SlotMask corners = 0;  ///< slots whose corners are at home
  int pair_edge = -1;    ///< the slots of the pair's edge and corner; -1: no pair
  int pair_corner = -1;
  bool bottom_may_be_off = false;  ///< home only up to a turn of the bottom

  /// The slots that it speaks of, by an edge or a corner.
  SlotMask slots() const {
    return edges | corners | (pair_edge < 0 ? 0u : 1u << pair_edge) |
           (pair_corner < 0 ? 0u : 1u << pair_corner);
  }
  /// Whether it speaks of no slot but these.
  bool is_within(SlotMask allowed) const { return (slots() & ~allowed) == 0; }
};

/// The goals of a stage: it is reached when one of them is. Made on the first call, never changed.
const std::vector<StageGoal>& goals_of(Stage stage);

}  // namespace halfturn::stage

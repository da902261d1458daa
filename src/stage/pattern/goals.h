#pragma once

#include <string>
#include <vector>

#include "halfturn/stage.h"
#include "stage/pattern/pattern.h"

namespace halfturn::stage {

/// The four slots as sets of bits: 0 FR, 1 FL, 2 BL, 3 BR.
using SlotMask = unsigned;
inline constexpr int kSlotCount = 4;

/// The edges that stand in these slots, and the corners below them.
PieceMask slot_edges(SlotMask slots);
PieceMask slot_corners(SlotMask slots);

/// "FR BL": the slots as they are called.
std::string names_of_slots(SlotMask slots);

/// These pieces at home.
Goal at_home(PieceMask pieces);

/// The same goal, reached also where a turn of the bottom layer is missing at the end.
Goal up_to_bottom_turn(Goal goal);

/// Those pieces at home, but the pair of this slot, which must be among them, only joined: home, or one turn
/// of the top and one insertion away.
Goal with_pair(PieceMask pieces, int slot);

/// The goal up to a turn of the bottom layer with the pair of an edge and a corner that may belong to
/// different slots.
Goal with_free_pair(PieceMask pieces, int edge_slot, int corner_slot);

/// The same goal with all edges oriented, about axis 1 (R and L) or 2 (F and B).
Goal oriented(Goal goal, int axis);

/// One of the ways in which a stage can be reached.
struct StageGoal {
  Goal goal;
  SlotMask edges = 0;    ///< slots whose edges stand right
  SlotMask corners = 0;  ///< slots whose corners stand right
  int pair_edge = -1;    ///< the slots of the pair's pieces; -1: there is none
  int pair_corner = -1;
  bool bottom_may_be_off = false;  ///< reached also where a turn of the bottom is missing
};

/// The goals of a stage of the catalogue: it is reached when one of them is. Made on the first call, never
/// changed.
const std::vector<StageGoal>& goals_of(Stage stage);

}  // namespace halfturn::stage

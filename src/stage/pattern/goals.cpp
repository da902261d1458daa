#include "stage/pattern/goals.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "halfturn/notation.h"

namespace halfturn::stage {

namespace {

constexpr std::size_t kFirstSlotEdge = 8;         // FR, then FL, BL, BR
constexpr std::size_t kFirstSlotCorner = 16 + 4;  // DFR, then DLF, DBL, DRB
constexpr SlotMask kAllSlots = 15;

bool has(SlotMask slots, int slot) {
  return (slots >> slot & 1u) != 0;
}
SlotMask slot_bit(int slot) {
  return 1u << slot;
}
std::vector<SlotMask> subsets_of_size(int size) {
  std::vector<SlotMask> subsets;
  for (SlotMask slots = 0; slots <= kAllSlots; ++slots)
    if (std::popcount(slots) == size) subsets.push_back(slots);
  return subsets;
}

/// The four insertions of a joined pair into a slot.
std::array<Moves, 4> insertions(int slot) {
  using enum Face;
  const std::array<Moves, 4> at_back_left = {{
      {Move(L, 1), Move(U, 1), Move(L, 3)},
      {Move(L, 1), Move(U, 3), Move(L, 3)},
      {Move(B, 3), Move(U, 1), Move(B, 1)},
      {Move(B, 3), Move(U, 3), Move(B, 1)},
  }};
  // Each quarter turn as U turns takes FR to FL, then BL, then BR.
  constexpr int kBackLeft = 2;
  Symmetry turn;
  for (int s = kBackLeft; s != slot; s = (s + 1) % kSlotCount) turn = turn * Symmetry::y();
  std::array<Moves, 4> turned;
  for (std::size_t i = 0; i < turned.size(); ++i)
    for (const Move move : at_back_left[i]) turned[i].push_back(turn(move));
  return turned;
}

PieceMask cross_and(SlotMask edges, SlotMask corners) {
  return kCrossEdges | slot_edges(edges) | slot_corners(corners);
}

std::vector<StageGoal> solved_slots(int count) {
  std::vector<StageGoal> goals;
  for (const SlotMask slots : subsets_of_size(count))
    goals.push_back({.goal = at_home(cross_and(slots, slots)), .edges = slots, .corners = slots});
  return goals;
}

std::vector<StageGoal> pseudo_slots(int count) {
  std::vector<StageGoal> goals;
  for (const SlotMask edges : subsets_of_size(count))
    for (const SlotMask corners : subsets_of_size(count))
      goals.push_back({.goal = up_to_bottom_turn(at_home(cross_and(edges, corners))),
                       .edges = edges,
                       .corners = corners,
                       .bottom_may_be_off = true});
  return goals;
}

std::vector<StageGoal> slots_and_pair(int count) {
  std::vector<StageGoal> goals;
  for (const SlotMask slots : subsets_of_size(count))
    for (int pair = 0; pair < kSlotCount; ++pair) {
      if (has(slots, pair)) continue;
      const SlotMask all = slots | slot_bit(pair);
      goals.push_back({with_pair(cross_and(all, all), pair), slots, slots, pair, pair});
    }
  return goals;
}

std::vector<StageGoal> pseudo_slots_and_pair(int count) {
  std::vector<StageGoal> goals;
  for (const SlotMask edges : subsets_of_size(count))
    for (const SlotMask corners : subsets_of_size(count))
      for (int edge = 0; edge < kSlotCount; ++edge)
        for (int corner = 0; corner < kSlotCount; ++corner) {
          if (has(edges, edge) || has(corners, corner)) continue;
          const PieceMask pieces = cross_and(edges | slot_bit(edge), corners | slot_bit(corner));
          goals.push_back({with_free_pair(pieces, edge, corner), edges, corners, edge, corner, true});
        }
  return goals;
}

std::vector<StageGoal> oriented_slots(int count) {
  std::vector<StageGoal> goals;
  for (const int axis : {2, 1})
    for (StageGoal goal : solved_slots(count)) {
      goal.goal = oriented(std::move(goal.goal), axis);
      goals.push_back(std::move(goal));
    }
  return goals;
}

std::vector<StageGoal> make_goals(Stage stage) {
  if (stage.variant() == "std") return solved_slots(stage.number());
  if (stage.variant() == "pseudo") return pseudo_slots(stage.number());
  if (stage.variant() == "pair") return slots_and_pair(stage.number());
  if (stage.variant() == "pseudo_pair") return pseudo_slots_and_pair(stage.number());
  if (stage.variant() == "eo") return oriented_slots(stage.number());
  return {};
}

}  // namespace

PieceMask slot_edges(SlotMask slots) {
  return PieceMask{slots} << kFirstSlotEdge;
}
PieceMask slot_corners(SlotMask slots) {
  return PieceMask{slots} << kFirstSlotCorner;
}

std::string names_of_slots(SlotMask slots) {
  constexpr std::array<std::string_view, kSlotCount> kNames = {"FR", "FL", "BL", "BR"};
  std::string text;
  for (int slot = 0; slot < kSlotCount; ++slot) {
    if (!has(slots, slot)) continue;
    if (!text.empty()) text += ' ';
    text += kNames[static_cast<std::size_t>(slot)];
  }
  return text;
}

Goal at_home(PieceMask pieces) {
  return {.pieces = pieces, .oriented_axis = 0, .ends = {PieceState::of(Cube())}};
}

Goal up_to_bottom_turn(Goal goal) {
  const std::size_t count = goal.ends.size();
  for (std::size_t i = 0; i < count; ++i)
    for (int quarters = 1; quarters < 4; ++quarters) {
      const auto move = static_cast<std::size_t>(Move(Face::D, quarters).index());
      goal.ends.push_back(PortableOps::moved(goal.ends[i], kMoveMaps[move]));
    }
  return goal;
}

Goal with_pair(PieceMask pieces, int slot) {
  Goal goal = at_home(pieces);
  for (const Moves& insertion : insertions(slot)) {
    const Cube before = Cube().after(inverse(insertion));
    goal.ends.push_back(PieceState::of(before));
    for (int quarters = 1; quarters < 4; ++quarters)
      goal.ends.push_back(PieceState::of(before.after(Move(Face::U, quarters))));
  }
  return goal;
}

Goal with_free_pair(PieceMask pieces, int edge_slot, int corner_slot) {
  Goal goal = up_to_bottom_turn(with_pair(pieces, edge_slot));
  // After a suitable renaming of the bottom layer, the corner is the one that belongs to the edge.
  const PieceMask edges_corner = slot_corners(slot_bit(edge_slot));
  for (std::size_t quarters = 0; quarters < 4; ++quarters) {
    if (seen(edges_corner, kBottomSymmetries[quarters]) != slot_corners(slot_bit(corner_slot))) continue;
    for (PieceState& end : goal.ends) end = PortableOps::seen(end, kBottomSymmetries[quarters]);
    break;
  }
  return goal;
}

Goal oriented(Goal goal, int axis) {
  goal.oriented_axis = axis;
  return goal;
}

const std::vector<StageGoal>& goals_of(Stage stage) {
  static const std::vector<std::vector<StageGoal>> by_stage = [] {
    std::vector<std::vector<StageGoal>> goals;
    for (const Stage known : all_stages()) goals.push_back(make_goals(known));
    return goals;
  }();
  return by_stage[stage.index()];
}

}  // namespace halfturn::stage

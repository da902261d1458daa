#include "stage/view_frame.h"

#include <array>

#include "stage/goals.h"
#include "stage/pattern.h"

namespace halfturn::stage {

namespace {

Look look_through(Symmetry symmetry) {
  Look look;
  look.symmetry = symmetry;
  look.reflected = symmetry.is_reflection();
  for (std::size_t i = 0; i < look.source.size(); ++i) look.source[i] = static_cast<std::uint8_t>(i & 15);
  const detail::SymmetryAction& action = detail::action_of(symmetry);
  for (std::size_t e = 0; e < kEdgeCount; ++e) {
    look.place[e] = PieceState::pack(action.edge_place[e], action.edge_offset[e]);
    look.offset[e] = PieceState::pack(0, action.edge_offset[e]);
    look.source[action.edge_place[e]] = static_cast<std::uint8_t>(e);
  }
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    look.place[16 + c] = PieceState::pack(action.corner_place[c], action.corner_offset[c]);
    look.offset[16 + c] = PieceState::pack(0, (3 - action.corner_offset[c]) % 3);
    look.source[16 + action.corner_place[c]] = static_cast<std::uint8_t>(c);
  }
  return look;
}

std::array<Look, kViewCount> view_looks(bool back) {
  std::array<Look, kViewCount> looks;
  for (std::size_t v = 0; v < looks.size(); ++v) {
    const Symmetry symmetry = symmetry_of(kAllViews[v]);
    looks[v] = look_through(back ? symmetry.inverse() : symmetry);
  }
  return looks;
}

std::array<Look, kSlotCount> slot_looks() {
  std::array<Look, kSlotCount> looks;
  Symmetry turned;
  for (int quarters = 0; quarters < 4; ++quarters, turned = turned * Symmetry::y()) {
    const Look look = look_through(turned);
    for (std::size_t slot = 0; slot < looks.size(); ++slot)
      if (seen(slot_edges(1), look) == slot_edges(1u << slot)) looks[slot] = look;
  }
  return looks;
}

}  // namespace

const Look& look_into(View view) {
  static const std::array<Look, kViewCount> looks = view_looks(false);
  return looks[static_cast<std::size_t>(view)];
}

const Look& look_back_from(View view) {
  static const std::array<Look, kViewCount> looks = view_looks(true);
  return looks[static_cast<std::size_t>(view)];
}

const Look& look_from_first_slot(int slot) {
  static const std::array<Look, kSlotCount> looks = slot_looks();
  return looks[static_cast<std::size_t>(slot)];
}

}  // namespace halfturn::stage

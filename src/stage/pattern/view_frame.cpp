#include "stage/pattern/view_frame.h"

#include <array>

#include "stage/pattern/bottom_symmetry_through.h"
#include "stage/pattern/goals.h"

namespace halfturn::stage {

namespace {

constexpr PerView<BottomSymmetry> view_symmetries(bool back) {
  PerView<BottomSymmetry> bottom_symmetries;
  for (const View view : kAllViews)
    bottom_symmetries[view] = bottom_symmetry_through(back ? symmetry_of(view).inverse() : symmetry_of(view));
  return bottom_symmetries;
}

constexpr std::array<BottomSymmetry, kSlotCount> slot_symmetries() {
  constexpr std::size_t kSlotEdges = 8;
  std::array<BottomSymmetry, kSlotCount> bottom_symmetries;
  Symmetry turned;
  for (int quarters = 0; quarters < 4; ++quarters, turned = turned * Symmetry::y()) {
    const BottomSymmetry bottom_symmetry = bottom_symmetry_through(turned);
    for (std::size_t slot = 0; slot < bottom_symmetries.size(); ++slot)
      if (bottom_symmetry.source[kSlotEdges + slot] == kSlotEdges) bottom_symmetries[slot] = bottom_symmetry;
  }
  return bottom_symmetries;
}

constinit const PerView<BottomSymmetry> kIntoView = view_symmetries(false);
constinit const PerView<BottomSymmetry> kBackFromView = view_symmetries(true);
constinit const std::array<BottomSymmetry, kSlotCount> kFromFirstSlot = slot_symmetries();

}  // namespace

const BottomSymmetry& symmetry_into(View view) {
  return kIntoView[view];
}

const BottomSymmetry& symmetry_back_from(View view) {
  return kBackFromView[view];
}

const BottomSymmetry& symmetry_from_first_slot(int slot) {
  return kFromFirstSlot[static_cast<std::size_t>(slot)];
}

}  // namespace halfturn::stage

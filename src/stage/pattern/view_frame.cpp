#include "stage/pattern/view_frame.h"

#include <array>

#include "stage/pattern/goals.h"
#include "stage/pattern/look_through.h"

namespace halfturn::stage {

namespace {

constexpr PerView<Look> view_looks(bool back) {
  PerView<Look> looks;
  for (const View view : kAllViews)
    looks[view] = look_through(back ? symmetry_of(view).inverse() : symmetry_of(view));
  return looks;
}

constexpr std::array<Look, kSlotCount> slot_looks() {
  constexpr std::size_t kFirstSlotEdge = 8;
  std::array<Look, kSlotCount> looks;
  Symmetry turned;
  for (int quarters = 0; quarters < 4; ++quarters, turned = turned * Symmetry::y()) {
    const Look look = look_through(turned);
    for (std::size_t slot = 0; slot < looks.size(); ++slot)
      if (look.source[kFirstSlotEdge + slot] == kFirstSlotEdge) looks[slot] = look;
  }
  return looks;
}

constinit const PerView<Look> kViewLooks = view_looks(false);
constinit const PerView<Look> kLooksBack = view_looks(true);
constinit const std::array<Look, kSlotCount> kSlotLooks = slot_looks();

}  // namespace

const Look& look_into(View view) {
  return kViewLooks[view];
}

const Look& look_back_from(View view) {
  return kLooksBack[view];
}

const Look& look_from_first_slot(int slot) {
  return kSlotLooks[static_cast<std::size_t>(slot)];
}

}  // namespace halfturn::stage

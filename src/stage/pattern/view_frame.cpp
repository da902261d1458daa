#include "stage/pattern/view_frame.h"

#include <array>

#include "stage/pattern/goals.h"
#include "stage/pattern/look_through.h"

namespace halfturn::stage {

namespace {

constexpr std::array<Look, kViewCount> view_looks(bool back) {
  // As symmetry_of() has them; a test holds the two together.
  constexpr Symmetry kX = Symmetry::x();
  constexpr Symmetry kZ = Symmetry::z();
  const std::array<Symmetry, kViewCount> symmetries = {Symmetry(), kZ * kZ,      kZ.inverse(),
                                                       kZ,         kX.inverse(), kX};
  std::array<Look, kViewCount> looks;
  for (std::size_t v = 0; v < looks.size(); ++v)
    looks[v] = look_through(back ? symmetries[v].inverse() : symmetries[v]);
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

constinit const std::array<Look, kViewCount> kViewLooks = view_looks(false);
constinit const std::array<Look, kViewCount> kLooksBack = view_looks(true);
constinit const std::array<Look, kSlotCount> kSlotLooks = slot_looks();

}  // namespace

const Look& look_into(View view) {
  return kViewLooks[static_cast<std::size_t>(view)];
}

const Look& look_back_from(View view) {
  return kLooksBack[static_cast<std::size_t>(view)];
}

const Look& look_from_first_slot(int slot) {
  return kSlotLooks[static_cast<std::size_t>(slot)];
}

}  // namespace halfturn::stage

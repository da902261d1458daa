#include "stage/pattern/piece_state.h"

#include "stage/pattern/look_through.h"

namespace halfturn::stage {

namespace {

/// The eight symmetries that keep D: four turns about the U-D axis, with and without the mirror.
constexpr Symmetry keeping_bottom(int number) {
  int seen = 0;
  for (int s = 0; s < kSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(s);
    if (symmetry(Face::D) != Face::D) continue;
    if (seen++ == number) return symmetry;
  }
  return {};
}

}  // namespace

constinit const std::array<Look, kLookCount> kLooks = [] {
  std::array<Look, kLookCount> all;
  for (int i = 0; i < kLookCount; ++i)
    all[static_cast<std::size_t>(i)] = look_through(keeping_bottom(i / 4), i % 4);
  return all;
}();

}  // namespace halfturn::stage

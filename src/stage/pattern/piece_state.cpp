#include "stage/pattern/piece_state.h"

#include "stage/pattern/bottom_symmetry_through.h"

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

constinit const std::array<BottomSymmetry, kBottomSymmetryCount> kBottomSymmetries = [] {
  std::array<BottomSymmetry, kBottomSymmetryCount> all;
  for (int i = 0; i < kBottomSymmetryCount; ++i)
    all[static_cast<std::size_t>(i)] = bottom_symmetry_through(keeping_bottom(i / 4), i % 4);
  return all;
}();

}  // namespace halfturn::stage

#include "optimal/h_views.h"

#include <gtest/gtest.h>

#include <memory>

#include "halfturn/instruction_set.h"
#include "halfturn/random.h"
#include "halfturn/symmetry.h"
#include "optimal/coset_reader_twins.h"

namespace halfturn::optimal {
namespace {

TEST(HViews, EachAxisSeesThePositionAsIfHeldUpright) {
  const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  const std::array<HViews::View, 3> views = HViews::make_views();
  RandomCubes random(11);
  for (int i = 0; i < 1000; ++i) {
    const Cube cube = random.next();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Cube upright = cube.seen_through(axis_to_ud(static_cast<int>(axis)));
      const PlacedPieces seen = PortablePieces::product(
          PortablePieces::product(views[axis].back, PlacedPieces::of(cube)), views[axis].turn);
      EXPECT_EQ(seen, PlacedPieces::of(upright));
      EXPECT_EQ(read_h_coset_portable(*coordinates, seen), coordinates->coset_of(upright));
      if (fastest_instruction_set() != InstructionSet::portable) {
        EXPECT_EQ(read_h_coset_avx2(*coordinates, seen), coordinates->coset_of(upright));
      }
    }
  }
}

}  // namespace
}  // namespace halfturn::optimal

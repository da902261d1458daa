#pragma once

#include "halfturn/stage.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// A view as a bottom symmetry: what makes of a position the position as it is then held.
const BottomSymmetry& symmetry_into(View view);

/// The way back: from how the cube is held in a view to how it was scrambled.
const BottomSymmetry& symmetry_back_from(View view);

/// The bottom symmetry that turns the cube about U until what was at slot 0 is at this slot.
const BottomSymmetry& symmetry_from_first_slot(int slot);

}  // namespace halfturn::stage

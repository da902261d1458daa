#pragma once

#include "halfturn/stage.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// From the scrambled cube to the cube as it is held in a view.
const BottomSymmetry& symmetry_into(View view);

/// The inverse: from the cube as it is held in a view to the scrambled cube.
const BottomSymmetry& symmetry_back_from(View view);

/// Turns the cube about U so that slot 0 comes to this slot.
const BottomSymmetry& symmetry_from_first_slot(int slot);

}  // namespace halfturn::stage

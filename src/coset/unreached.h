#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "coset/layout.h"
#include "halfturn/cube.h"

namespace halfturn {

/// Calls `unreached` for each position whose bit is clear, in the order of the bitmap. Which position of the
/// coset a bit stands for follows from the representative. Ends early where `unreached` returns false, and
/// where `stop` is requested; the result is false then.
bool for_each_unreached(const BitmapLayout& layout, const std::uint8_t* bitmap, const Cube& representative,
                        const std::function<bool(const Cube&)>& unreached, const std::stop_token& stop);

/// The position of the coset that sequences solve which lead from the representative to `h`.
Cube position_of_h(const Cube& representative, const Cube& h);
Cube cube_of(Phase2Position position);

}  // namespace halfturn

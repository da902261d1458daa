#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

/// A second opinion on covers. It shares no code with what makes and uses them: it numbers the classes anew,
/// from where the stickers are, and knows of the cube nothing but its places.
namespace halfturn {

struct CoverVerifyOptions {
  bool inverses = false;                     ///< a position may be left out if its inverse is not
  std::uint64_t random_positions = 1000000;  ///< to try besides, as a check of the reasoning itself
  std::uint64_t seed = 1;
};

struct CoverVerdict {
  int classes = 0;                   ///< chosen ones
  std::uint64_t cosets = 0;          ///< in them, after symmetry: what the cover costs
  std::uint64_t configurations = 0;  ///< of the edges; 70,963,200, all of which were looked at
  std::uint64_t left_out = 0;        ///< of these, how many have no chosen class along any axis
  std::uint64_t random_positions = 0;
  std::uint64_t random_left_out = 0;  ///< positions without a chosen class along any axis
  std::optional<Cube> missed;         ///< a position that the cover misses; none where it is one
};

/// Whether a choice of edge classes is a cover: looks at every configuration of the edges, and at random
/// positions. `chosen` has a bit for each of the 64,430 classes; an Error where it has not, or where the
/// caller asked to stop. Takes a few seconds on one core. The verdict does not depend on the number of
/// threads.
Result<CoverVerdict> verify_cover(const std::vector<bool>& chosen, const CoverVerifyOptions& options,
                                  const Run& run);

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

/// An independent check of covers. It shares no code with what makes and uses them: it numbers the classes
/// anew, from the stickers, and uses no coordinates.
namespace halfturn {

struct CoverVerifyOptions {
  bool inverses = false;                     ///< a position may be left out if its inverse is not
  std::uint64_t random_positions = 1000000;  ///< to try as well, as a check of the reasoning
  std::uint64_t seed = 1;
};

struct CoverVerdict {
  int classes = 0;                   ///< chosen ones
  std::uint64_t cosets = 0;          ///< in them, up to symmetry: the cost of the cover
  std::uint64_t configurations = 0;  ///< of the edges: 70,963,200, all of them checked
  std::uint64_t left_out = 0;        ///< configurations without a chosen class along any axis
  std::uint64_t random_positions = 0;
  std::uint64_t random_left_out = 0;  ///< positions without a chosen class along any axis
  std::optional<Cube> missed;         ///< a position that is not covered; none if the choice is a cover
};

/// Whether a choice of edge classes is a cover: checks every configuration of the edges, and random
/// positions. An Error where `chosen` does not have one bit for each of the 64,430 classes, or where a stop
/// was requested. Takes a few seconds on one core. The verdict does not depend on the number of threads.
Result<CoverVerdict> verify_cover(const std::vector<bool>& chosen, const CoverVerifyOptions& options,
                                  const Run& run);

}  // namespace halfturn

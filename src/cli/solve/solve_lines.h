#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/shared/given_positions.h"
#include "cli/solve/solve_output.h"
#include "halfturn/cube.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Positions are read, solved and printed in lots of at most this size, to bound memory.
inline constexpr std::size_t kLinesAtOnce = 4096;

/// Some positions of a list, in order.
struct Lines {
  struct Line {
    Scramble scramble;
    std::optional<Error> error;
  };
  std::vector<Line> all;
  std::vector<Cube> cubes;  ///< of those that could be read
  bool last = false;        ///< nothing follows them
  double end = 0;           ///< where in the input they end, 0 .. 1; 0 if its length is unknown
};

/// What there is without waiting, at least one position.
Result<Lines> next_lines(PositionList& list);

/// What a row is called: in text, by its id if the input gives one.
RowLabel label_of(const Scramble& scramble, const SolutionStyle& style);

}  // namespace halfturn::cli

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "front/scramble_source.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn {

/// How a text that an earlier run has left compares with the row that belongs there.
enum class RowMatch { whole, cut_short, different };

struct MatchedRow {
  RowMatch match = RowMatch::different;
  std::size_t length = 0;  ///< of the row, if it is whole
};

/// What a run writes, to recognise it again.
struct ExpectedRows {
  std::string header;  ///< may be empty
  /// Whether the text begins with the row of this scramble, or is the beginning of such a row. `position`: an
  /// Error if the scramble cannot be read.
  std::function<MatchedRow(std::string_view text, const Scramble& scramble, const Result<Position>& position)>
      match;
};

}  // namespace halfturn

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/result.h"

namespace halfturn::stats {

struct CsvField {
  std::string text;        ///< without its quotes
  std::size_t column = 1;  ///< where it begins in the line, counted in characters
};

/// One line of a CSV, cut at its commas. A field may be quoted; a quote within one is then doubled. An Error
/// where a quote is not closed, or is followed by something other than a comma.
Result<std::vector<CsvField>> split_csv(std::string_view line);

}  // namespace halfturn::stats

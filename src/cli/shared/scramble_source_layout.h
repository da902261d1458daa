#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/csv.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Where in an input the scrambles stand.
struct ScrambleLayout {
  CsvStyle style;
  std::size_t scramble = 0;          ///< the field that holds the scramble
  std::optional<std::size_t> id;     ///< the field that names it
  std::optional<std::size_t> event;  ///< the field that says which puzzle it is for
  bool has_header = false;           ///< a table, whose columns have names; else lines, some of them comments
  std::size_t lines_before = 0;      ///< that come before the first record: the header and what precedes it
};

/// Finds out by looking at the first lines, none of which it takes away:
///   - a table (CSV, TSV or with semicolons), if the first line names a column `scramble`; columns `id` or
///     `scrambleId` and `event` or `eventId` are used. Case, underscores and blanks in names do not
///     count.
///   - lines of `id,scramble` (or tab, or semicolon), or else lines of `scramble`: as the first line is
///     that can be read as either
/// Blank lines and lines that begin with # are passed over. An Error where the input is nothing of this.
Result<ScrambleLayout> recognise_layout(CsvReader& reader);

}  // namespace halfturn::cli

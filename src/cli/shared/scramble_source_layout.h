#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/csv.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Where the scrambles are in an input.
struct ScrambleLayout {
  CsvStyle style;
  std::size_t scramble = 0;          ///< the field that holds the scramble
  std::optional<std::size_t> id;     ///< the field that names it
  std::optional<std::size_t> event;  ///< the field that says which puzzle it is for
  bool has_header = false;           ///< a table with named columns; else lines, which may be comments
  std::size_t lines_before = 0;      ///< the header and what precedes it
};

/// Recognises the layout from the first lines, without consuming them:
///   - a table (CSV, TSV or with semicolons) if the first line names a column `scramble` or `scrambles`. It
///     may have a column `scrambleId`, `id`, `number` or `no`, and one `eventId` or `event`. Only letters,
///     regardless of case, and digits of a name count.
///   - else lines of `id,scramble` (or tab, or semicolon) or lines of `scramble`, whichever the first line
///     is that can be read as either
/// Blank lines and lines that begin with # are skipped. An Error if the input is not text, has the header of
/// another table, or has none of this in its first ten lines; for fewer lines, the likelier layout.
Result<ScrambleLayout> recognise_layout(CsvReader& reader);

}  // namespace halfturn::cli

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "front/position_input.h"
#include "halfturn/result.h"

namespace halfturn {

/// Where the scrambles are in an input.
struct ScrambleLayout {
  CsvStyle style;
  std::size_t scramble = 0;          ///< the field that holds the scramble
  std::optional<std::size_t> id;     ///< the field that names it
  std::optional<std::size_t> event;  ///< the field that says which puzzle it is for
  bool has_header = false;           ///< a table with named columns; else lines, which may be comments
  std::vector<std::string> columns;  ///< the names of the columns of a table, as written
  bool by_rows = false;              ///< facelets as six lines of nine letters
  std::size_t lines_before = 0;      ///< the header and what precedes it
};

/// Recognises the layout from the first lines, without consuming them:
///   - a table (CSV, TSV or with semicolons) if the first line names a column `scramble` or `scrambles`. It
///     may have a column `scrambleId`, `id`, `number` or `no`, and one `eventId` or `event`. Only letters,
///     regardless of case, and digits of a name count.
///   - else lines of `id,scramble` (or tab, or semicolon) or lines of `scramble`, whichever the first line
///     is that can be read as either
///   - or facelets by rows, if six lines of nine letters are a cube
/// Blank lines and lines that begin with # or // are skipped. An Error if the input is not text, has the
/// header of another table, or has none of this in its first ten lines; for fewer lines, the likelier layout.
Result<ScrambleLayout> recognise_layout(CsvReader& reader, InputKind input);

/// The layout of a line that comes by itself: the one in which it can be read, else the likelier.
ScrambleLayout layout_of_line(std::string_view line, InputKind input);

/// The letters and digits of a column's name in lower case: "Scramble_ID" is "scrambleid".
std::string plain_name(std::string_view name);

/// Whether a line of a list is blank or a comment.
bool is_blank_or_comment(std::string_view line);

}  // namespace halfturn

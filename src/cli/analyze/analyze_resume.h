#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "base/byte_input.h"
#include "cli/analyze/analyze_rows.h"
#include "cli/shared/scramble_source.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// A row that an earlier run has written.
struct WrittenRow {
  Scramble scramble;
  std::string text;
  std::uint64_t line = 0;
};

/// What an earlier run has written, and where this one goes on.
struct ResumePoint {
  std::uint64_t keep = 0;            ///< bytes that are right; what follows them is a row that was cut off
  std::uint64_t rows = 0;            ///< that are there
  std::uint64_t bad = 0;             ///< of these, for scrambles that cannot be read
  std::uint64_t input_bytes = 0;     ///< read for them
  bool finished = false;             ///< nothing is left to do
  bool has_header = false;           ///< it is there, or there is none
  std::deque<WrittenRow> last_rows;  ///< a few with numbers, whose numbers nobody has looked at
};

/// "cannot go on with FILE: its line 7 ..", and what to do.
Error cannot_resume(const std::string& name, std::uint64_t line, const std::string& what);

/// Reads what is written beside the scrambles, which it takes from the source as far as there are rows for
/// them; the next one is that to go on with. An Error (bad_input) where this run would have written something
/// else: other stages, other colours, other ids, more rows. `name` is that of the file, for messages.
Result<ResumePoint> find_resume_point(ByteInput& written, const std::string& name, const RowFormat& format,
                                      ScrambleSource& source);

}  // namespace halfturn::cli

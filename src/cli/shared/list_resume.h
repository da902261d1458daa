#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "base/byte_input.h"
#include "front/row_match.h"
#include "front/scramble_source.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// A row written by an earlier run.
struct WrittenRow {
  Scramble scramble;
  std::string text;
  std::uint64_t line = 0;
};

/// What an earlier run has written, and where to continue.
struct ResumePoint {
  std::uint64_t keep = 0;            ///< bytes to keep; after them comes at most a truncated row
  std::uint64_t rows = 0;            ///< complete rows in the file
  std::uint64_t bad = 0;             ///< rows for scrambles that cannot be read
  std::uint64_t input_bytes = 0;     ///< up to the end of the last row's record
  bool finished = false;             ///< nothing is left to do
  bool has_header = false;           ///< the header is complete, or there is none
  std::deque<WrittenRow> last_rows;  ///< the last few with numbers, which are not checked yet
};

/// "cannot go on with FILE: its line 7 ..", with a hint.
Error cannot_resume(const std::string& name, std::uint64_t line, const std::string& what);

/// Compares the written rows with the scrambles of the source and consumes the scrambles that have a row, so
/// that next() gives the first one without. Error bad_input if this run would not have written these rows:
/// other columns or ids, or too many rows; also errors of either input. `name`: of the written file.
Result<ResumePoint> find_resume_point(ByteInput& written, const std::string& name,
                                      const ExpectedRows& expected, ScrambleSource& source);

}  // namespace halfturn::cli

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/result.h"

namespace halfturn {

/// One solve of a csTimer export.
struct TimedSolve {
  std::string session;  ///< its number, as in "session1"
  std::size_t number;   ///< within the session, from 1
  std::string scramble;
  std::string event;  ///< as the WCA names it where csTimer has another name: 333bf for 333ni
  /// In the order of kTimedColumns.
  std::vector<std::string> columns;
};

/// What is known of each solve besides the scramble: `time` in milliseconds with the penalty, or DNF;
/// `penalty` 0, 2000 or DNF; `date` in UTC; `session` by its name.
inline constexpr std::array<std::string_view, 6> kTimedColumns = {"time",    "penalty", "date",
                                                                  "session", "event",   "comment"};

/// The longest export that is read, in bytes.
inline constexpr std::size_t kLongestExport = std::size_t{32} << 20;

/// The solves of a csTimer export in JSON: {"session1":[[[penalty,ms],"scramble","comment",unix],..],..,
/// "properties":{..}}. An Error if it is no JSON or no such export. A solve of another shape is left with an
/// empty scramble.
Result<std::vector<TimedSolve>> parse_sessions(std::string_view json);

/// Whether an event of csTimer is for another puzzle than the 3x3x3.
bool is_other_puzzle(std::string_view event);

}  // namespace halfturn

#include "halfturn/result.h"

#include <fmt/core.h>

namespace halfturn {

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return "bad_input";
    case ErrorKind::machine:
      return "machine";
    case ErrorKind::damaged:
      return "damaged";
    case ErrorKind::missing:
      return "missing";
    case ErrorKind::stopped:
      return "stopped";
  }
  return "machine";
}

std::string Error::text() const {
  std::string where;
  if (line > 0 && column > 0) {
    where = fmt::format("line {}, column {}: ", line, column);
  } else if (line > 0) {
    where = fmt::format("line {}: ", line);
  } else if (column > 0) {
    where = fmt::format("column {}: ", column);
  }
  return hint.empty() ? where + message : fmt::format("{}{} ({})", where, message, hint);
}

}  // namespace halfturn

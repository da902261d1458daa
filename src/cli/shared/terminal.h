#pragma once

#include <unistd.h>

#include <string>
#include <string_view>

#include "base/text.h"

namespace halfturn::cli {

/// How text from outside, such as an id, is written into rows.
enum class ForeignText {
  exact,        ///< byte by byte, for files and for other programs
  for_terminal  ///< what a terminal would obey is written out
};

/// Rows on a terminal are read by a person, and a terminal obeys control characters; everywhere else bytes
/// count.
inline ForeignText foreign_text_for(int fd) {
  return ::isatty(fd) == 1 ? ForeignText::for_terminal : ForeignText::exact;
}

inline std::string shown(std::string_view text, ForeignText how) {
  return how == ForeignText::for_terminal ? base::printable(text) : std::string(text);
}

}  // namespace halfturn::cli

#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace halfturn {

/// How text from outside, such as an id, is written into rows.
enum class ForeignText {
  exact,        ///< byte by byte, for files and for other programs
  for_terminal  ///< what a terminal would obey is written out
};

inline std::string shown(std::string_view text, ForeignText how) {
  return how == ForeignText::for_terminal ? base::printable(text) : std::string(text);
}

}  // namespace halfturn

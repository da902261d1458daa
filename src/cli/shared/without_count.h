#pragma once

#include <string_view>

namespace halfturn::cli {

/// Removes the number of moves in brackets, so that a line printed by `solve` is accepted as it is.
inline std::string_view without_count(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos || text[end] != ')') return text;
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || open + 1 >= end) return text;
  const bool digits =
      text.substr(open + 1, end - open - 1).find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? text.substr(0, open) : text;
}

}  // namespace halfturn::cli

#pragma once

#include <string_view>

namespace halfturn {

/// Removes the length in brackets, (19) or (24q), so that a line printed by `solve` is accepted as it is.
inline std::string_view without_count(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos || text[end] != ')') return text;
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || open + 1 >= end) return text;
  std::string_view number = text.substr(open + 1, end - open - 1);
  if (number.size() > 1 && (number.back() == 'q' || number.back() == 'f')) number.remove_suffix(1);
  return number.find_first_not_of("0123456789") == std::string_view::npos ? text.substr(0, open) : text;
}

}  // namespace halfturn

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "halfturn/result.h"

/// What the fuzz targets share. A target is one function, LLVMFuzzerTestOneInput, that libFuzzer calls with
/// ever new bytes; a promise that is not kept ends it, and libFuzzer writes down the bytes.
namespace halfturn::fuzz {

inline void hold(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "a promise is not kept: %s\n", what);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What every message about a text keeps.
inline void hold_error(const Error& error, std::string_view text) {
  hold(!error.message.empty(), "an error says what is wrong");
  // A CR alone ends a line, too.
  const auto lines =
      static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; })) +
      1;
  hold(error.line <= lines, "the line of an error lies within the text");
  hold(error.column <= text.size() + 1, "the column of an error lies within the text");
}

/// The same, of what somebody has typed.
inline void hold_typed(const Error& error, std::string_view text) {
  hold_error(error, text);
  hold(error.kind == ErrorKind::bad_input, "a text that cannot be read is bad input");
  hold(error.text().size() < 400, "messages stay short");
  hold(error.text().find('\n') == std::string::npos, "a message is one line");
}

}  // namespace halfturn::fuzz

#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace halfturn::cli {

/// Says something to the person who runs the program, on stderr: messages, notes, progress.
///
/// Cannot fail. What cannot be written (a full disk, a pipe that nobody reads any more, a closed descriptor)
/// is dropped: no message is worth a result. The one way to write to stderr.
void say_text(std::string_view text) noexcept;

template <class... Parts>
void say(fmt::format_string<Parts...> format, Parts&&... parts) {
  say_text(fmt::format(format, std::forward<Parts>(parts)...));
}

}  // namespace halfturn::cli

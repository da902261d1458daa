#pragma once

#include <cstddef>
#include <string_view>

namespace halfturn::c {

/// Copies a text and a zero into an array of the caller. A Failure (HALFTURN_BUFFER_TOO_SMALL) if it does not
/// fit; nothing is written then.
void text_to_c(std::string_view text, char* to, std::size_t size);

}  // namespace halfturn::c

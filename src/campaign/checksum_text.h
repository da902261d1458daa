#pragma once

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfturn {

/// A checksum as the ledger and proof files hold it: 16 hexadecimal digits.
inline std::string checksum_text(std::uint64_t checksum) {
  return fmt::format("{:016x}", checksum);
}

/// Back again; none if the text is anything else.
inline std::optional<std::uint64_t> checksum_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (end.ec != std::errc() || checksum_text(number) != text) return std::nullopt;
  return number;
}

}  // namespace halfturn

#include "api/percent.h"

#include <fmt/format.h>

#include <algorithm>

namespace halfturn::api {

namespace {

std::optional<unsigned> digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text, Plus plus) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::is_blank) {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const std::optional<unsigned> high = digit_of(text[i + 1]);
      const std::optional<unsigned> low = digit_of(text[i + 2]);
      if (!high || !low) return std::nullopt;
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    }
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string encoded;
  for (const char c : text)
    encoded += kPlain.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return encoded;
}

std::optional<std::map<std::string, std::string>> query_of(std::string_view text) {
  std::map<std::string, std::string> query;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::optional<std::string> name = percent_decoded(part.substr(0, equals), Plus::is_blank);
    const std::optional<std::string> value = percent_decoded(
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1), Plus::is_blank);
    if (!name || !value) return std::nullopt;
    query[*name] = *value;
  }
  return query;
}

}  // namespace halfturn::api

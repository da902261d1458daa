#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace halfturn {

/// A number, or null if it was not computed.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// JSON as text; on one line without an indent; with `ascii`, all else as \u escapes. The one way to write
/// it: bytes that are not UTF-8, as names of files may have them, become U+FFFD, where nlohmann's dump()
/// alone would throw.
template <class Json>
std::string json_text(const Json& json, int indent = -1, bool ascii = false) {
  return json.dump(indent, ' ', ascii, Json::error_handler_t::replace);
}

}  // namespace halfturn

#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace halfturn::cli {

/// A number, or null if it was not computed.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace halfturn::cli

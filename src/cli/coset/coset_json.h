#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "halfturn/coset.h"

namespace halfturn::cli {

/// A number, or null where it was not computed.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

inline nlohmann::ordered_json level_json(const CosetLevel& level) {
  return {{"depth", level.depth},
          {"probes", level.probes},
          {"new", or_null(level.fresh)},
          {"total", or_null(level.total)},
          {"exact", level.exact},
          {"search_s", level.search_seconds},
          {"prepass_s", level.prepass_seconds}};
}

}  // namespace halfturn::cli

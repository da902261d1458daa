#pragma once

#include <string>
#include <vector>

#include "halfturn/cover.h"

namespace halfturn::cli {

/// The names that an option for a cover accepts.
template <class Kinds>
std::vector<std::string> names_of(const Kinds& kinds) {
  std::vector<std::string> names;
  for (const CoverKind kind : kinds) names.emplace_back(to_string(kind));
  return names;
}

}  // namespace halfturn::cli

#pragma once

#include <optional>
#include <string>

#include "halfturn/comfort.h"

namespace halfturn::cli {

/// The faces after --prefer; nothing if it was not given. An Error without several solutions to sort.
Result<std::optional<FaceSet>> preferred_faces(const std::string& letters, bool has_solutions);

}  // namespace halfturn::cli

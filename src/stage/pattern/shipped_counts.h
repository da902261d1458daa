#pragma once

#include <span>

#include "halfturn/distribution.h"
#include "halfturn/stage.h"

namespace halfturn::stage {

/// The number of positions at each distance, where counting takes longer than somebody likes to wait and was
/// done before: see shipped_counts.cpp. Empty where it was not.
std::span<const PositionCount> shipped_counts(Stage stage, ViewSet views);

}  // namespace halfturn::stage

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "halfturn/run.h"
#include "stage/pattern/count_record.h"

namespace halfturn::stage {

/// By distance: the number of positions that are at least that far.
using AtLeast = std::array<std::uint64_t, kCounts>;

/// Adds up `part(0)` .. `part(parts - 1)`, on as many threads as the run wants, and returns the number of
/// positions at each distance. None where a stop was requested. `task` is for the run's progress.
///
/// Parts that the record knows are not counted again. It is written every few seconds and at a stop, and
/// removed at the end.
std::optional<std::array<PositionCount, kCounts>> add_up(std::size_t parts, std::string_view task,
                                                         const CountRecord& record, const Run& run,
                                                         const std::function<AtLeast(std::size_t)>& part);

}  // namespace halfturn::stage

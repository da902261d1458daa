#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfturn/result.h"
#include "halfturn/table_store.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// A table ends with this many numbers of eight bytes: the number of positions at each distance.
inline constexpr std::size_t kCounts = 32;

/// The size of a pattern's table in bytes.
inline std::size_t content_bytes(const PatternSpace& space) {
  return space.bytes() + kCounts * sizeof(std::uint64_t);
}

/// Fills the table of a pattern, breadth first from its goal. The content must be zeroed. The result does not
/// depend on the number of threads. An Error (stopped) after a stop.
Result<void> build_pattern(const PatternSpace& space, std::span<std::byte> content, const Run& run);

}  // namespace halfturn::stage

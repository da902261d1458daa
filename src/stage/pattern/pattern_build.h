#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfturn/result.h"
#include "halfturn/table_store.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// A table ends with so many numbers of eight bytes: how many positions there are at each distance.
inline constexpr std::size_t kCounts = 32;

/// How many bytes a pattern's table has.
inline std::size_t content_bytes(const PatternSpace& space) {
  return space.bytes() + kCounts * sizeof(std::uint64_t);
}

/// Fills the table of a pattern: breadth first from its goal, until nothing new is found. The content must be
/// zeroed. The same bytes whatever the number of threads.
Result<void> build_pattern(const PatternSpace& space, std::span<std::byte> content, const Run& run);

}  // namespace halfturn::stage

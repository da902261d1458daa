#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "halfturn/result.h"
#include "halfturn/run.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// Fills the content of a table of nearness, which is zeroed. `name` is for the progress report.
Result<void> build_nearness(const TableLayout& layout, std::string_view name, std::span<std::byte> content,
                            const Run& run);

/// Counts, for each flip of a row of cosets that is set, one more limit within which it lies. Each limit must
/// be counted once, in any order. `row` is the number of the row, `parity` that of its positions.
void count_limit(const TableLayout& layout, std::size_t row, std::size_t parity,
                 std::span<const std::uint64_t> within, std::span<std::byte> content);

}  // namespace halfturn::optimal

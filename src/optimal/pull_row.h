#pragma once

#include <cstddef>
#include <cstdint>

#include "halfturn/instruction_set.h"
#include "optimal/row_map.h"

namespace halfturn::optimal {

inline constexpr std::size_t kLineWords = kFlipClasses / 64;

/// Adds to the row `into` what one move, whose map is given, leads to in the row `source`: each coset of
/// `into` from which the move leads to a coset that is set there.
using PullRow = void (*)(const RowMaps& maps, const RowMap& map, const std::uint64_t* source,
                         std::uint64_t* into);

void pull_row_portable(const RowMaps& maps, const RowMap& map, const std::uint64_t* source,
                       std::uint64_t* into);
void pull_row_avx2(const RowMaps& maps, const RowMap& map, const std::uint64_t* source, std::uint64_t* into);

PullRow pull_row_for(InstructionSet set);

}  // namespace halfturn::optimal

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "stage/pattern/goals.h"
#include "stage/pattern/pattern.h"
#include "stage/pattern/pattern_build.h"
#include "stage/pattern/pattern_space.h"

namespace halfturn::stage {

/// The pattern whose goal is this one up to a bottom symmetry, so that its table holds the exact distance.
std::optional<Pattern> pattern_of(const Goal& goal);

/// Whether the goals are equal up to a bottom symmetry.
bool same_up_to_symmetry(const Goal& a, const Goal& b);

/// The number of positions of a pattern's pieces at each distance, as stored in the table.
std::array<std::uint64_t, kCounts> counts_of(std::span<const std::byte> content);

/// Calls `visit` once for each position of the pieces whose distance is in the set `distances`, a bit each,
/// always in the same order. The bytes of other pieces mean nothing. The table must be packed in nibbles, and
/// its goal must not ask for oriented edges.
void for_each_state(const PatternSpace& space, std::span<const std::byte> content, std::uint32_t distances,
                    const std::function<void(const PieceState& state, int distance)>& visit);

}  // namespace halfturn::stage

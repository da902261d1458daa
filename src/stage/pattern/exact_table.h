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

/// The pattern that stands for this goal, looked at in some way: then its table holds the distance to the
/// goal itself. The only place where a pattern is looked up, and by what it is about rather than by its name.
std::optional<Pattern> pattern_of(const Goal& goal);

/// Whether one goal is the other, looked at in some way.
bool same_up_to_symmetry(const Goal& a, const Goal& b);

/// How many positions of a pattern's pieces there are at each distance, as the table has counted them.
std::array<std::uint64_t, kCounts> counts_of(std::span<const std::byte> content);

/// Goes through a table that is packed in nibbles and calls `visit` once for each position of the pieces
/// whose distance is in the set `distances`, a bit each. The bytes of other pieces mean nothing. Always in
/// the same order.
void for_each_state(const PatternSpace& space, std::span<const std::byte> content, std::uint32_t distances,
                    const std::function<void(const PieceState& state, int distance)>& visit);

}  // namespace halfturn::stage

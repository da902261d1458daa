#pragma once

#include <string_view>

#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn {

/// As what a position is read: --input.
enum class InputKind { automatic, moves, facelets, pieces };

/// Reads a position as what it is said to be. Automatic: as what it looks like, and an Error if it looks like
/// moves but may well be a part of 54 facelets: a long word of nothing but letters of faces.
Result<Position> read_position(std::string_view text, InputKind kind, TextExtent extent = TextExtent::whole);

}  // namespace halfturn

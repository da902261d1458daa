#pragma once

#include <cstdint>
#include <vector>

#include "coset/layout.h"

namespace halfturn {

/// All families, each once, in an order for the prepass. A family's sources are its own 16 pages and 64 pages
/// of 16 other families, 9.7 MB together; here a family follows others that read many of the same pages, so
/// that the third-level cache still has them. See docs/coset.md for what it saves.
std::vector<std::uint16_t> family_order(const BitmapLayout& layout);

/// The pages that are read for a family, its own among them.
std::vector<std::uint16_t> pages_read_for(const BitmapLayout& layout, std::size_t family);

}  // namespace halfturn

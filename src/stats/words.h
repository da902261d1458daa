#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "halfturn/stats.h"

/// What things are called in pictures, where a reader may know cubes but not this program.
namespace halfturn::stats {

std::string_view words_of(Subset subset);  ///< "white", "white or yellow", "any colour"

/// "xcross", "EO F2L", "pseudo cross, pseudo pair"; a stage that is not in the catalogue as it is.
std::string words_of_stage(std::string_view stage);

/// "standard stages", "stages with all edges oriented", "other stages".
std::string_view words_of_variant(std::string_view variant);

/// The text, with dots in place of its middle where it has more characters than that. The end of a file's
/// name tells as much as its beginning.
std::string shortened(std::string_view text, std::size_t characters);

/// Of the name of a data set in a picture: one alone on its line, or one of two.
inline constexpr std::size_t kLongestSource = 96;
inline constexpr std::size_t kLongestOfTwo = 40;

}  // namespace halfturn::stats

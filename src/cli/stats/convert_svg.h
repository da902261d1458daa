#pragma once

#include <string>
#include <string_view>

#include "halfturn/result.h"

/// SVG made into other formats by rsvg-convert, a program of librsvg. It is asked as a program, not linked:
/// few people want PNG or PDF, and it needs dozens of libraries.
namespace halfturn::cli {

/// An Error that says what to install if the program is not in $PATH.
Result<void> find_svg_converter();

/// `format`: png (twice as large, 1800 pixels wide) or pdf. An Error (machine) with the first line of what
/// the program said, if it fails.
Result<std::string> converted_svg(std::string_view svg, std::string_view format);

}  // namespace halfturn::cli

#pragma once

#include <string>
#include <string_view>

namespace halfturn::cli {

/// Whether colours may be written to this descriptor: a terminal that knows them (TERM is not dumb), and a
/// person who wants them (NO_COLOR is not set, see no-color.org).
bool has_colours(int fd);

/// The six faces unfolded, each line with its end, from 54 facelets: U above F, then L F R B in a row, D
/// below F. Each sticker is the letter of its colour on a cube with white up and green in front, W R G Y O B;
/// with `coloured`, on that colour.
std::string unfolded(std::string_view facelets, bool coloured);

}  // namespace halfturn::cli

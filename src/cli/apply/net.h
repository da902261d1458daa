#pragma once

#include <string>
#include <string_view>

namespace halfturn::cli {

/// The six faces unfolded, in the colours of a western cube (white up, green front), from 54 facelets.
std::string coloured_net(std::string_view facelets);

}  // namespace halfturn::cli

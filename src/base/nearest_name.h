#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfturn::base {

/// The name that somebody may have meant by a word that is none of them: the one that takes the fewest
/// letters inserted, left out, replaced or exchanged with a neighbour, in either case. None if all are too
/// far away.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names);

/// ", did you mean 'solve'?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace halfturn::base

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace halfturn::api {

/// What + means: a blank in a query, itself in a path.
enum class Plus { is_plus, is_blank };

/// The text with its %XX as bytes; nothing if one of them is none.
std::optional<std::string> percent_decoded(std::string_view text, Plus plus);

/// The text with everything but letters, digits and -._~ as %XX.
std::string percent_encoded(std::string_view text);

/// "a=1&b=2" by names; of equal names the last. Nothing if it cannot be read.
std::optional<std::map<std::string, std::string>> query_of(std::string_view text);

}  // namespace halfturn::api

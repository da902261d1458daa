#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/cover.h"
#include "halfturn/result.h"

/// A cover as text: lines "# key: value" that say what it is and how it was made, then the chosen classes as
/// hexadecimal digits, 64 a line. A digit stands for four classes, the first of them in its highest bit.
namespace halfturn {

struct CoverText {
  CoverKind kind = CoverKind::plain;
  std::uint64_t cost = 0;  ///< cosets up to symmetry: size() of the cover
  int class_count = 0;
  std::string made_by;       ///< the command that makes it
  std::vector<bool> chosen;  ///< by class
};

std::string format_cover(const CoverText& cover);

/// An Error names the line that cannot be read, or the last where the number of digits or classes is wrong.
/// Does not check that the classes are a cover.
Result<CoverText> parse_cover(std::string_view text);

/// The number of cosets as the first lines of a text give it; 0 if they do not.
std::uint64_t cost_in_head(std::string_view text);

/// The text that comes with the library. `kind` must not be `all`.
std::string_view embedded_cover(CoverKind kind);

}  // namespace halfturn

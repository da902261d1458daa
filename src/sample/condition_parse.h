#pragma once

#include <optional>
#include <string>

#include "base/text.h"
#include "halfturn/where.h"

namespace halfturn::stage {

/// All lengths, from 0 to kMostStageMoves.
inline constexpr LengthSet kEveryLength = (LengthSet{2} << kMostStageMoves) - 1;

/// "the text ends", "found ')'".
std::string found_instead(char32_t code);

/// A letter, a digit or an underscore.
bool belongs_to_name(char32_t code);

/// Takes the characters that belong together.
template <class Belongs>
std::string take_while(std::string_view text, base::TextReader& reader, Belongs belongs) {
  const std::size_t first = reader.offset();
  while (!reader.at_end() && belongs(reader.peek())) reader.next();
  return std::string(text.substr(first, reader.offset() - first));
}

/// Reads one condition, STAGE(SIDE) OP NUMBER, from where the reader is. `text`: all that the reader reads.
Result<Condition> parse_condition(std::string_view text, base::TextReader& reader);

}  // namespace halfturn::stage

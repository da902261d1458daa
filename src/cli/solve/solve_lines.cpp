#include "cli/solve/solve_lines.h"

#include <utility>

#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

constexpr std::size_t kBytesAtOnce = std::size_t{32} << 20;  // of long lines

}  // namespace

Result<Lines> next_lines(PositionList& list) {
  Lines lines;
  ScrambleSource& source = list.source();
  for (std::size_t bytes = 0;
       lines.all.size() < kLinesAtOnce && bytes < kBytesAtOnce && (lines.all.empty() || source.ready());) {
    Result<std::optional<Scramble>> scramble = source.next();
    if (!scramble) return scramble.error();
    lines.last = !*scramble;
    if (lines.last) break;
    bytes += (*scramble)->text.size();
    const Result<Position> position = position_of(**scramble);
    if (position) lines.cubes.push_back(position->cube);
    lines.end = list.length() ? static_cast<double>((*scramble)->end) / *list.length() : 0;
    lines.all.push_back({*std::move(*scramble), position ? std::nullopt : std::optional(position.error())});
  }
  return lines;
}

RowLabel label_of(const Scramble& scramble, const SolutionStyle& style) {
  const bool has_id = scramble.is_named || style.format != OutputFormat::text;
  return {has_id ? scramble.id : "", scramble.kept};
}

}  // namespace halfturn::cli

#include "cli/verify/verdict.h"

#include <fmt/core.h>

#include <utility>

namespace halfturn::cli {

namespace {

/// Removes the number of moves in brackets, so that a line printed by `solve` is accepted as it is.
std::string_view without_count(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos || text[end] != ')') return text;
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || open + 1 >= end) return text;
  const bool digits =
      text.substr(open + 1, end - open - 1).find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? text.substr(0, open) : text;
}

}  // namespace

Result<Verdict> judge(const Position& position, std::string_view solution) {
  const Result<MoveSequence> sequence = parse_moves(without_count(solution));
  if (!sequence) return sequence.error();
  return Verdict{position.cube.after(sequence->moves).is_solved(), count_moves(sequence->moves),
                 format_rotation(position.orientation * sequence->orientation)};
}

std::string text_of(const Verdict& verdict) {
  return fmt::format("{}: {} half-turn, {} quarter-turn, {} slice-turn metric",
                     verdict.solved ? "solved" : "not solved", verdict.count.half_turn,
                     verdict.count.quarter_turn, verdict.count.slice_turn);
}

nlohmann::ordered_json json_of(const Verdict& verdict) {
  return {{"solved", verdict.solved},
          {"half_turn", verdict.count.half_turn},
          {"quarter_turn", verdict.count.quarter_turn},
          {"slice_turn", verdict.count.slice_turn},
          {"orientation", verdict.rotation}};
}

Error about(const char* which, Error error) {
  error.message = fmt::format("in the {}: {}", which, error.message);
  return error;
}

}  // namespace halfturn::cli

#include "cli/verify/verdict.h"

#include <fmt/core.h>

#include <utility>

#include "front/without_count.h"

namespace halfturn::cli {

Result<Verdict> judge(const Position& position, std::string_view solution) {
  const Result<MoveSequence> sequence = parse_moves(without_count(solution));
  if (!sequence) return sequence.error();
  return Verdict{position.cube.after(sequence->moves).is_solved(), count_moves(sequence->moves),
                 format_rotation(position.orientation * sequence->orientation)};
}

std::string text_of(const Verdict& verdict, std::optional<Metric> metric) {
  const char* answer = verdict.solved ? "solved" : "not solved";
  if (metric) return fmt::format("{}: {}{}", answer, verdict.length(*metric), unit_of(*metric));
  return fmt::format("{}: {} half-turn, {} quarter-turn, {} slice-turn metric", answer,
                     verdict.count.half_turn, verdict.count.quarter_turn, verdict.count.slice_turn);
}

nlohmann::ordered_json json_of(const Verdict& verdict, std::optional<Metric> metric) {
  nlohmann::ordered_json json = {{"solved", verdict.solved}};
  if (metric) {
    json["length"] = verdict.length(*metric);
    json["metric"] = name_of(*metric);
  }
  json["half_turn"] = verdict.count.half_turn;
  json["quarter_turn"] = verdict.count.quarter_turn;
  json["slice_turn"] = verdict.count.slice_turn;
  json["orientation"] = verdict.rotation;
  return json;
}

Error about(const char* which, Error error) {
  error.message = fmt::format("in the {}: {}", which, error.message);
  return error;
}

}  // namespace halfturn::cli

#include "cli/solve/solve_resume.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/line_reader.h"
#include "cli/solve/optimal_output.h"
#include "front/json.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A row that is known byte by byte.
MatchedRow match_exactly(std::string_view text, std::string_view row) {
  const std::string_view here = text.substr(0, row.size());
  if (!row.starts_with(here)) return {};
  if (here.size() < row.size()) return {RowMatch::cut_short, 0};
  return {RowMatch::whole, row.size()};
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    fields.emplace_back(line.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}

std::vector<std::string> members_of(const Json& row) {
  std::vector<std::string> names;
  for (const auto& [name, value] : row.items()) names.push_back(name);
  return names;
}

}  // namespace

/// The solution that a row writes so; nothing if a row would write it in another way.
std::optional<Moves> WrittenSolutions::solution_in(const std::string& text) const {
  const Result<MoveSequence> sequence = parse_moves(text);
  if (!sequence) return std::nullopt;
  const Moves solution = style_.inverse ? inverse(sequence->moves) : sequence->moves;
  return writer_.written(solution) == text ? std::optional(solution) : std::nullopt;
}

/// Behind the label: length, moves, target_met, probes, error, metric, and with what is proved also
/// lower_bound, proved_shortest.
std::optional<WrittenSolutions::Row> WrittenSolutions::read_csv(std::string_view line,
                                                                const RowLabel& label) const {
  const std::vector<std::string> fields = fields_of(line.substr(writer_.csv_label(label).size() + 1));
  if (fields.size() != (solver_.tells_bounds() ? 8 : 6)) return std::nullopt;
  const bool met = fields[2] == "true";
  if ((!met && fields[2] != "false") || !is_number(fields[3]) || !fields[4].empty() ||
      fields[5] != name_of(style_.metric))
    return std::nullopt;
  if (solver_.tells_bounds()) {
    const bool has_proof = fields[7] == "true" || fields[7] == "false";
    if (!is_number(fields[6]) || has_proof == fields[0].empty()) return std::nullopt;
    if (fields[0].empty() && fields[1].empty() && !met) return Row{std::nullopt, false};
  }
  const std::optional<Moves> solution = solution_in(fields[1]);
  if (!solution || fields[0] != std::to_string(length(*solution, style_.metric))) return std::nullopt;
  return Row{fields[1], met};
}

std::optional<WrittenSolutions::Row> WrittenSolutions::read_json(std::string_view line,
                                                                 const RowLabel& label) const {
  const Json row = Json::parse(line, nullptr, false);
  const Json like = Json::parse(solver_.error_row(label, {}), nullptr, false);
  if (!row.is_object() || json_text(row) != line || members_of(row) != members_of(like)) return std::nullopt;
  const Json& moves = row["moves"];
  const Json& solutions = row["solutions"];
  if (!row["target_met"].is_boolean() || !row["error"].is_null() || !row["code"].is_null() ||
      row["metric"] != like["metric"] || !solutions.is_array())
    return std::nullopt;
  const bool met = row["target_met"].get<bool>();
  if (moves.is_null() && solver_.tells_bounds() && solutions.empty() && !met) return Row{std::nullopt, false};
  if (!moves.is_string() || solutions.empty() || solutions.front() != moves) return std::nullopt;
  const std::optional<Moves> solution = solution_in(moves.get<std::string>());
  if (!solution || row["length"] != length(*solution, style_.metric)) return std::nullopt;
  return Row{moves.get<std::string>(), met};
}

std::optional<WrittenSolutions::Row> WrittenSolutions::read_text(std::string_view line,
                                                                 const RowLabel& label) const {
  if (!label.id.empty()) line.remove_prefix(label.id.size() + 2);
  if (solver_.tells_bounds() && style_.max_moves && line == none_within(*style_.max_moves, style_.metric))
    return Row{std::nullopt, false};
  std::string moves(line.substr(0, line.rfind('(')));
  if (moves.ends_with(' ')) moves.pop_back();
  const std::optional<Moves> solution = solution_in(moves);
  if (!solution) return std::nullopt;
  const bool met = !style_.max_moves || length(*solution, style_.metric) <= *style_.max_moves;
  if (line != writer_.moves_and_count(*solution) + (met ? "" : fmt::format(" missed {}", *style_.max_moves)))
    return std::nullopt;
  return Row{moves, met};
}

MatchedRow WrittenSolutions::match(std::string_view text, const Scramble& scramble,
                                   const Result<Position>& position) {
  const RowLabel label = label_of(scramble, style_);
  if (!position) return match_exactly(text, solver_.error_row(label, position.error()));
  std::string beginning;
  if (style_.format == OutputFormat::csv) {
    beginning = writer_.csv_label(label) + ",";
  } else if (style_.format == OutputFormat::json) {
    const std::string like = json_text(writer_.json_row(label));
    beginning = like.substr(0, like.find(",\"moves\":null") + 1);
  } else if (!label.id.empty()) {
    beginning = label.id + ": ";
  }
  if (const MatchedRow begun = match_exactly(text, beginning); begun.match != RowMatch::whole) return begun;
  const std::size_t end = text.find('\n', beginning.size());
  // All solutions of a cube, as JSON has them on one line, may take any length; one does not.
  const bool is_endless = style_.format != OutputFormat::json && text.size() > kLongestLine;
  if (end == std::string_view::npos) return {is_endless ? RowMatch::different : RowMatch::cut_short, 0};

  const std::string_view line = text.substr(0, end);
  const std::optional<Row> row = style_.format == OutputFormat::csv    ? read_csv(line, label)
                                 : style_.format == OutputFormat::json ? read_json(line, label)
                                                                       : read_text(line, label);
  if (!row) return {};
  if (row->moves && !position->cube.after(*solution_in(*row->moves)).is_solved()) return {};
  has_missed_ = has_missed_ || !row->target_met;
  return {RowMatch::whole, end + 1};
}

}  // namespace halfturn::cli

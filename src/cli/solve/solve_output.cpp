#include "cli/solve/solve_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "cli/shared/session.h"
#include "front/json.h"

namespace halfturn::cli {

Moves SolutionWriter::turned(const Moves& moves) const {
  return style_.inverse ? inverse(moves) : moves;
}

std::string SolutionWriter::written(const Moves& moves) const {
  return format_moves(turned(moves), style_.notation);
}

/// The solutions, of equal lengths the most comfortable first if that was asked for.
std::vector<Moves> SolutionWriter::in_order(const SolveResult& result) const {
  std::vector<Moves> solutions = result.solutions;
  if (style_.prefer)
    std::ranges::stable_sort(solutions, [&](const Moves& a, const Moves& b) {
      return ComfortOrder(*style_.prefer, style_.metric)(turned(a), turned(b));
    });
  return solutions;
}

std::string SolutionWriter::moves_and_count(const Moves& moves) const {
  return fmt::format("{}{}({}{})", written(moves), moves.empty() ? "" : " ", length_of(moves),
                     style_.metric == Metric::half ? "" : unit_of(style_.metric));
}

std::string SolutionWriter::csv_header() const {
  std::string header = "id";
  for (const std::string& name : style_.keep) header += "," + csv_field(shown(name, style_.foreign));
  return header + ",length,moves,target_met,probes,error,metric";
}

std::string SolutionWriter::csv_label(const RowLabel& label) const {
  std::string text = csv_field(shown(label.id, style_.foreign));
  for (std::size_t i = 0; i < style_.keep.size(); ++i)
    text += "," + (i < label.kept.size() ? csv_field(shown(label.kept[i], style_.foreign)) : "");
  return text;
}

nlohmann::ordered_json SolutionWriter::json_row(const RowLabel& label) const {
  nlohmann::ordered_json row = {{"id", nullptr}};
  if (!label.id.empty()) row["id"] = label.id;
  if (!style_.keep.empty()) {
    nlohmann::ordered_json& kept = row["kept"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < style_.keep.size(); ++i)
      kept[style_.keep[i]] = i < label.kept.size() ? label.kept[i] : "";
  }
  for (const char* name : {"moves", "length", "target_met", "proved_shortest", "probes"}) row[name] = nullptr;
  row["solutions"] = nlohmann::ordered_json::array();
  row["error"] = nullptr;
  row["code"] = nullptr;
  row["metric"] = name_of(style_.metric);
  return row;
}

nlohmann::ordered_json SolutionWriter::json_row(const RowLabel& label, const Error& error) const {
  nlohmann::ordered_json row = json_row(label);
  row["error"] = error.text();
  row["code"] = to_string(error.kind);
  return row;
}

std::string SolutionWriter::json_line(const nlohmann::ordered_json& row) const {
  return json_text(row, -1, style_.foreign == ForeignText::for_terminal) + "\n";
}

std::string SolutionWriter::row(const RowLabel& label, const SolveResult& result) const {
  const std::vector<Moves> solutions = in_order(result);
  std::string rows;
  switch (style_.format) {
    case OutputFormat::json: {
      nlohmann::ordered_json json = json_row(label);
      json["moves"] = written(solutions.front());
      json["length"] = length_of(solutions.front());
      json["target_met"] = result.target_met;
      json["proved_shortest"] = result.exhausted;
      json["probes"] = result.probes;
      for (const Moves& moves : solutions) json["solutions"].push_back(written(moves));
      return json_line(json);
    }
    case OutputFormat::csv:
      for (const Moves& moves : solutions)
        rows += fmt::format("{},{},{},{},{},,{}\n", csv_label(label), length_of(moves), written(moves),
                            result.target_met, result.probes, name_of(style_.metric));
      return rows;
    case OutputFormat::text:
      break;
  }
  for (const Moves& moves : solutions) {
    if (!label.id.empty()) rows += shown(label.id, style_.foreign) + ": ";
    rows += moves_and_count(moves);
    if (style_.max_moves && length_of(moves) > *style_.max_moves)
      rows += fmt::format(" missed {}", *style_.max_moves);
    rows += '\n';
  }
  return rows;
}

std::string SolutionWriter::error_row(const RowLabel& label, const Error& error) const {
  switch (style_.format) {
    case OutputFormat::json:
      return json_line(json_row(label, error));
    case OutputFormat::csv:
      return fmt::format("{},,,,,{},{}\n", csv_label(label), csv_field(shown(error.text(), style_.foreign)),
                         name_of(style_.metric));
    case OutputFormat::text:
      break;
  }
  return fmt::format("{}{}error: {}\n", shown(label.id, style_.foreign), label.id.empty() ? "" : ": ",
                     base::printable(error.text()));
}

void SolveSummary::add(const SolveResult& result) {
  ++cubes;
  total_length += static_cast<std::uint64_t>(length(result.best(), metric));
  probes += result.probes;
  if (!result.target_met) ++missed;
  ++lengths[length(result.best(), metric)];
}

std::string text_of_lengths(const std::map<int, std::uint64_t>& lengths, Metric metric) {
  const char* one = metric == Metric::half ? "move" : "quarter turn";
  std::string text;
  for (const auto& [length, count] : lengths)
    text += fmt::format("  {:>2} {}{} {}\n", length, one, length == 1 ? ": " : "s:", grouped(count));
  return text;
}

std::string SolveSummary::text(double seconds, std::uint64_t errors) const {
  std::string text = fmt::format("{} in {}", counted(cubes, "cube"), duration(seconds));
  if (cubes > 0)
    text +=
        fmt::format(" ({:.3f} ms each), mean length {:.3f}, {}", 1000 * seconds / static_cast<double>(cubes),
                    static_cast<double>(total_length) / static_cast<double>(cubes), counted(probes, "probe"));
  text += '\n';
  text += text_of_lengths(lengths, metric);
  if (missed > 0) text += fmt::format("  {} missed the target\n", grouped(missed));
  if (errors > 0) text += fmt::format("  {} could not be read\n", counted(errors, "line"));
  return text;
}

}  // namespace halfturn::cli

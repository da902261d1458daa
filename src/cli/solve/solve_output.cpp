#include "cli/solve/solve_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "cli/shared/json.h"
#include "cli/shared/session.h"

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
      return ComfortOrder(*style_.prefer)(turned(a), turned(b));
    });
  return solutions;
}

std::string SolutionWriter::moves_and_count(const Moves& moves) const {
  return fmt::format("{}{}({})", written(moves), moves.empty() ? "" : " ", moves.size());
}

std::string SolutionWriter::csv_header() const {
  std::string header = "id";
  for (const std::string& name : style_.keep) header += "," + csv_field(shown(name, style_.foreign));
  return header + ",length,moves,target_met,probes,error";
}

/// The id and what is kept, without a comma behind them.
std::string SolutionWriter::csv_label(const RowLabel& label) const {
  std::string text = csv_field(shown(label.id, style_.foreign));
  for (std::size_t i = 0; i < style_.keep.size(); ++i)
    text += "," + (i < label.kept.size() ? csv_field(shown(label.kept[i], style_.foreign)) : "");
  return text;
}

/// With `result` or with `error`: the same members either way.
std::string SolutionWriter::json_row(const RowLabel& label, const SolveResult* result,
                                     const Error* error) const {
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
  if (result != nullptr) {
    const std::vector<Moves> solutions = in_order(*result);
    row["moves"] = written(solutions.front());
    row["length"] = solutions.front().size();
    row["target_met"] = result->target_met;
    row["proved_shortest"] = result->exhausted;
    row["probes"] = result->probes;
    for (const Moves& moves : solutions) row["solutions"].push_back(written(moves));
  }
  if (error != nullptr) {
    row["error"] = error->text();
    row["code"] = code_of(error->kind);
  }
  return json_text(row, -1, style_.foreign == ForeignText::for_terminal) + "\n";
}

std::string SolutionWriter::row(const RowLabel& label, const SolveResult& result) const {
  const std::vector<Moves> solutions = in_order(result);
  std::string rows;
  switch (style_.format) {
    case OutputFormat::json:
      return json_row(label, &result, nullptr);
    case OutputFormat::csv:
      for (const Moves& moves : solutions)
        rows += fmt::format("{},{},{},{},{},\n", csv_label(label), moves.size(), written(moves),
                            result.target_met, result.probes);
      return rows;
    case OutputFormat::text:
      break;
  }
  for (const Moves& moves : solutions) {
    if (!label.id.empty()) rows += shown(label.id, style_.foreign) + ": ";
    rows += moves_and_count(moves);
    if (style_.max_moves && static_cast<int>(moves.size()) > *style_.max_moves)
      rows += fmt::format(" missed {}", *style_.max_moves);
    rows += '\n';
  }
  return rows;
}

std::string SolutionWriter::error_row(const RowLabel& label, const Error& error) const {
  switch (style_.format) {
    case OutputFormat::json:
      return json_row(label, nullptr, &error);
    case OutputFormat::csv:
      return fmt::format("{},,,,,{}\n", csv_label(label), csv_field(shown(error.text(), style_.foreign)));
    case OutputFormat::text:
      break;
  }
  return fmt::format("{}{}error: {}\n", shown(label.id, style_.foreign), label.id.empty() ? "" : ": ",
                     base::printable(error.text()));
}

void SolveSummary::add(const SolveResult& result) {
  ++cubes;
  moves += result.best().size();
  probes += result.probes;
  if (!result.target_met) ++missed;
  ++lengths[result.best().size()];
}

std::string SolveSummary::text(double seconds) const {
  std::string text = fmt::format("{} cubes in {:.3f} s", grouped(cubes), seconds);
  if (cubes > 0)
    text += fmt::format(" ({:.3f} ms each), mean length {:.3f}, {} probes",
                        1000 * seconds / static_cast<double>(cubes),
                        static_cast<double>(moves) / static_cast<double>(cubes), grouped(probes));
  text += '\n';
  for (const auto& [length, count] : lengths)
    text += fmt::format("  {:>2} moves: {}\n", length, grouped(count));
  if (missed > 0) text += fmt::format("  {} missed the target\n", grouped(missed));
  if (errors > 0) text += fmt::format("  {} lines could not be read\n", grouped(errors));
  return text;
}

}  // namespace halfturn::cli

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

std::string SolutionWriter::row(const std::string& id, const SolveResult& result) const {
  const std::vector<Moves> solutions = in_order(result);
  switch (style_.format) {
    case OutputFormat::json: {
      nlohmann::ordered_json row = {{"id", nullptr},
                                    {"moves", written(solutions.front())},
                                    {"length", solutions.front().size()},
                                    {"target_met", result.target_met},
                                    {"proved_shortest", result.exhausted},
                                    {"probes", result.probes},
                                    {"solutions", nlohmann::ordered_json::array()},
                                    {"error", nullptr}};
      if (!id.empty()) row["id"] = id;
      for (const Moves& moves : solutions) row["solutions"].push_back(written(moves));
      return json_text(row, -1, style_.foreign == ForeignText::for_terminal) + "\n";
    }
    case OutputFormat::csv: {
      std::string rows;
      for (const Moves& moves : solutions)
        rows += fmt::format("{},{},{},{},{},\n", csv_field(shown(id, style_.foreign)), moves.size(),
                            written(moves), result.target_met, result.probes);
      return rows;
    }
    case OutputFormat::text:
      break;
  }
  std::string rows;
  for (const Moves& moves : solutions) {
    if (!id.empty()) rows += shown(id, style_.foreign) + ": ";
    rows += moves_and_count(moves);
    if (style_.max_moves && static_cast<int>(moves.size()) > *style_.max_moves)
      rows += fmt::format(" missed {}", *style_.max_moves);
    rows += '\n';
  }
  return rows;
}

std::string SolutionWriter::error_row(const std::string& id, const Error& error) const {
  switch (style_.format) {
    case OutputFormat::json: {
      nlohmann::ordered_json row = {{"id", nullptr},
                                    {"moves", nullptr},
                                    {"length", nullptr},
                                    {"target_met", nullptr},
                                    {"proved_shortest", nullptr},
                                    {"probes", nullptr},
                                    {"solutions", nlohmann::ordered_json::array()},
                                    {"error", error.text()}};
      if (!id.empty()) row["id"] = id;
      return json_text(row, -1, style_.foreign == ForeignText::for_terminal) + "\n";
    }
    case OutputFormat::csv:
      return fmt::format("{},,,,,{}\n", csv_field(shown(id, style_.foreign)),
                         csv_field(shown(error.text(), style_.foreign)));
    case OutputFormat::text:
      break;
  }
  return fmt::format("{}{}error: {}\n", shown(id, style_.foreign), id.empty() ? "" : ": ",
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

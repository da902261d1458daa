#include "cli/solve/optimal_output.h"

#include <fmt/core.h>

#include "base/csv.h"
#include "cli/shared/session.h"
#include "front/json.h"

namespace halfturn::cli {

std::string counted_moves(int length, Metric metric) {
  return counted(static_cast<std::uint64_t>(length), metric == Metric::half ? "move" : "quarter turn");
}

std::string none_within(int length, Metric metric) {
  return fmt::format("no solution of {} or fewer", counted_moves(length, metric));
}

std::string what_is_known(const OptimalResult& result, Metric metric) {
  std::string text = "at least " + counted_moves(result.lower_bound, metric);
  if (!result.solutions.empty())
    text += fmt::format("; best found {}", length(result.solutions.front(), metric));
  return text;
}

std::vector<Moves> OptimalWriter::written_out(const Moves& solution) const {
  return all_orders_ ? all_orders(solution) : std::vector<Moves>{solution};
}

std::uint64_t OptimalWriter::count(const OptimalResult& result) const {
  std::uint64_t count = 0;
  for (const Moves& solution : result.solutions) count += written_out(solution).size();
  return count;
}

std::string OptimalWriter::csv_header() const {
  return rows_.csv_header() + ",lower_bound,proved_shortest";
}

std::string OptimalWriter::json_line(const nlohmann::ordered_json& row) const {
  return json_text(row, -1, style_.foreign == ForeignText::for_terminal) + "\n";
}

nlohmann::ordered_json OptimalWriter::json_of(const RowLabel& label, const OptimalResult& result,
                                              bool with_solutions) const {
  nlohmann::ordered_json row = rows_.json_row(label);
  row["target_met"] = false;
  row["probes"] = result.work.probes;
  if (!result.solutions.empty()) {
    const Moves& best = result.solutions.front();
    row["moves"] = rows_.written(best);
    row["length"] = length(best, style_.metric);
    row["target_met"] =
        result.complete && (!style_.max_moves || length(best, style_.metric) <= *style_.max_moves);
    row["proved_shortest"] = result.is_optimal(style_.metric);
  }
  if (with_solutions)
    for (const Moves& solution : result.solutions)
      for (const Moves& moves : written_out(solution)) row["solutions"].push_back(rows_.written(moves));
  row["lower_bound"] = result.lower_bound;
  row["complete"] = result.complete;
  row["count"] = count(result);
  row["reads"] = result.work.reads;
  row["nodes"] = result.work.nodes;
  row["endings"] = result.work.endings;
  return row;
}

/// Text or CSV.
std::string OptimalWriter::line_of(const RowLabel& label, const Moves& moves, int lower_bound,
                                   bool target_met, std::uint64_t probes) const {
  if (style_.format == OutputFormat::csv)
    return fmt::format("{},{},{},{},{},,{},{},{}\n", rows_.csv_label(label), length(moves, style_.metric),
                       rows_.written(moves), target_met, probes, name_of(style_.metric), lower_bound,
                       length(moves, style_.metric) == lower_bound);
  const std::string id = label.id.empty() ? "" : shown(label.id, style_.foreign) + ": ";
  const std::string missed = target_met ? "" : fmt::format(" missed {}", *style_.max_moves);
  return id + rows_.moves_and_count(moves) + missed + "\n";
}

std::string OptimalWriter::row(const RowLabel& label, const OptimalResult& result) const {
  if (style_.format == OutputFormat::json) return json_line(json_of(label, result, true));
  if (result.solutions.empty() && style_.format == OutputFormat::csv)
    return fmt::format("{},,,false,{},,{},{},\n", rows_.csv_label(label), result.work.probes,
                       name_of(style_.metric), result.lower_bound);
  if (result.solutions.empty()) {
    const std::string id = label.id.empty() ? "" : shown(label.id, style_.foreign) + ": ";
    return id + none_within(style_.max_moves.value_or(result.lower_bound - 1), style_.metric) + "\n";
  }
  std::string rows;
  for (const Moves& solution : result.solutions)
    for (const Moves& moves : written_out(solution))
      rows +=
          line_of(label, moves, result.lower_bound,
                  !style_.max_moves || length(moves, style_.metric) <= *style_.max_moves, result.work.probes);
  return rows;
}

std::string OptimalWriter::error_row(const RowLabel& label, const Error& error) const {
  std::string row = rows_.error_row(label, error);
  if (style_.format == OutputFormat::csv) row.insert(row.size() - 1, ",,");
  if (style_.format != OutputFormat::json) return row;
  nlohmann::ordered_json json = rows_.json_row(label, error);
  for (const char* name : {"lower_bound", "complete", "count", "reads", "nodes", "endings"})
    json[name] = nullptr;
  return json_line(json);
}

std::string OptimalWriter::found_rows(const Moves& solution, int shortest) const {
  std::string rows;
  for (const Moves& moves : written_out(solution))
    if (style_.format == OutputFormat::json)
      rows += json_line({{"moves", rows_.written(moves)}, {"length", length(moves, style_.metric)}});
    else
      rows += line_of({}, moves, shortest, true, 0);
  return rows;
}

std::string OptimalWriter::summary_row(const OptimalResult& result) const {
  nlohmann::ordered_json row = json_of({}, result, false);
  row.erase("solutions");
  return json_line({{"summary", row}});
}

void OptimalSummary::add(const OptimalResult& result) {
  ++cubes;
  if (result.solutions.empty()) {
    ++none;
    return;
  }
  const int shortest = length(result.solutions.front(), metric);
  total_length += static_cast<std::uint64_t>(shortest);
  ++lengths[shortest];
}

std::string OptimalSummary::text(double seconds, std::uint64_t errors) const {
  std::string text = fmt::format("{} in {}", counted(cubes, "cube"), duration(seconds));
  if (cubes > 0) text += fmt::format(" ({:.3f} s each)", seconds / static_cast<double>(cubes));
  if (cubes > none)
    text += fmt::format(", proved shortest, mean length {:.3f}",
                        static_cast<double>(total_length) / static_cast<double>(cubes - none));
  text += "\n" + text_of_lengths(lengths, metric);
  if (none > 0 && max_moves)
    text += fmt::format("  {} without a solution of {} or fewer\n", grouped(none),
                        counted_moves(*max_moves, metric));
  if (errors > 0) text += fmt::format("  {} could not be read\n", counted(errors, "line"));
  return text;
}

}  // namespace halfturn::cli

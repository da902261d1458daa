#include "cli/analyze/analyze_details.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/csv.h"
#include "base/parallel.h"
#include "cli/analyze/analyze_chain.h"
#include "cli/analyze/analyze_table.h"
#include "front/stage_ways.h"

namespace halfturn::cli {

namespace {

/// Limit on the length of solutions when several are asked for.
constexpr int kMostMoves = 25;

Result<std::vector<CellSolutions>> find_solutions(const AnalyzeJob& job, const Analyzer& analyzer,
                                                  const Cube& cube, std::span<const StageRow> rows,
                                                  const Run& run) {
  struct Cell {
    std::size_t stage;
    View view;
    std::uint8_t length;
  };
  std::vector<Cell> cells;
  for (std::size_t s = 0; s < rows.size(); ++s)
    for (const View view : job.views)
      if (const std::uint8_t length = rows[s][view]; length != kNotComputed)
        cells.push_back({s, view, length});
  std::vector<CellSolutions> found(cells.size());
  std::vector<Result<void>> results(cells.size());
  base::parallel_for(run.threads, cells.size(), run.stop, [&](int, std::size_t i) {
    const auto [stage, view, length] = cells[i];
    // At the goal already: the empty solution is the only one that does not pass through the goal.
    const std::size_t count = length == 0 ? 1 : job.solutions;
    Result<std::vector<StageSolution>> solutions =
        shortest_ways(analyzer, cube,
                      {.stage = job.stages[stage],
                       .view = view,
                       .count = count,
                       .max_moves = count == 1 ? length : kMostMoves},
                      job.prefer, run);
    if (solutions)
      found[i] = {job.names[stage], view, std::move(*solutions)};
    else
      results[i] = solutions.error();
  });
  for (const Result<void>& result : results)
    if (!result) return result.error();
  std::erase_if(found, [](const CellSolutions& cell) { return cell.solutions.empty(); });
  return found;
}

/// The details in the job's format: JSON without the name of the member.
Result<std::string> details_text(const AnalyzeJob& job, const Analyzer& analyzer, const std::string& id,
                                 const Cube& cube, Symmetry held, std::span<const StageRow> rows,
                                 const Run& run) {
  if (job.chain) {
    const Result<std::vector<Chain>> chains = find_chains(analyzer, cube, rows, job.views, job.prefer, run);
    if (!chains) return chains.error();
    return job.format == RowKind::json  ? chains_json(*chains, held)
           : job.format == RowKind::csv ? chains_csv(id, *chains, held)
                                        : chains_text(*chains, held);
  }
  const Result<std::vector<CellSolutions>> cells = find_solutions(job, analyzer, cube, rows, run);
  if (!cells) return cells.error();
  return job.format == RowKind::json  ? solutions_json(*cells, held)
         : job.format == RowKind::csv ? solutions_csv(id, *cells, held)
                                      : solutions_text(*cells, held);
}

}  // namespace

std::string AnalyzeDetails::header() const {
  if (job_.format != RowKind::csv) return {};
  return job_.chain ? kChainsHeader : kSolutionsHeader;
}

Result<std::string> AnalyzeDetails::only_row(const Analyzer& analyzer, const Scramble& scramble,
                                             const Cube& cube, Symmetry held, std::span<const StageRow> rows,
                                             const Run& run) const {
  const std::string id = csv_field(shown(scramble.id, foreign_));
  Result<std::string> details = details_text(job_, analyzer, id, cube, held, rows, run);
  if (!details) return details;
  switch (job_.format) {
    case RowKind::csv:
      return details;
    case RowKind::json: {
      std::string row = format_.row(scramble, rows);
      constexpr std::string_view kEnd = "}\n";
      row.resize(row.size() - kEnd.size());
      return row + (job_.chain ? ",\"chain\":" : ",\"solutions\":") + *details + "}\n";
    }
    case RowKind::table:
      break;
  }
  const std::string lengths = analysis_table(job_.names, rows, job_.views, bold_);
  return lengths + (job_.chain ? "\n" : "") + *details;
}

Result<std::string> AnalyzeDetails::row(const Analyzer& analyzer, const Scramble& scramble, const Cube& cube,
                                        Symmetry held, std::span<const StageRow> rows, const Run& run) const {
  Result<std::string> text = only_row(analyzer, scramble, cube, held, rows, run);
  if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
  if (!text || job_.format != RowKind::table) return text;
  return fmt::format("{}: {}\n{}\n", base::printable(scramble.id), base::printable(scramble.text), *text);
}

std::string AnalyzeDetails::error_row(const Scramble& scramble, const Error& error) const {
  switch (job_.format) {
    case RowKind::csv: {
      const std::string columns = header();
      return csv_field(shown(scramble.id, foreign_)) +
             std::string(static_cast<std::size_t>(std::ranges::count(columns, ',')), ',') + '\n';
    }
    case RowKind::json:
      return format_.error_row(scramble, error);
    case RowKind::table:
      break;
  }
  return fmt::format("{}: {}\nerror: {}\n\n", base::printable(scramble.id), base::printable(scramble.text),
                     base::printable(error.text()));
}

}  // namespace halfturn::cli

#include <fmt/core.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "base/parallel.h"
#include "cli/analyze/analyze_job.h"
#include "cli/analyze/analyze_table.h"

namespace halfturn::cli {

namespace {

/// Limit on the length of solutions when several are asked for.
constexpr int kMostMoves = 25;

Result<std::vector<CellSolutions>> find_solutions(const AnalyzeJob& job, const Analyzer& analyzer,
                                                  const Cube& cube, const std::vector<StageRow>& rows) {
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
  const Run run = job.run(job.session.stop_token());
  base::parallel_for(run.threads, cells.size(), run.stop, [&](int, std::size_t i) {
    const auto [stage, view, length] = cells[i];
    // At the goal already: the empty solution is the only one that does not pass through the goal.
    const std::size_t count = length == 0 ? 1 : job.solutions;
    Result<std::vector<StageSolution>> solutions =
        analyzer.solutions(cube,
                           {.stage = job.stages[stage],
                            .view = view,
                            .count = count,
                            .max_moves = count == 1 ? length : kMostMoves},
                           run);
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

std::string answer_text(const AnalyzeJob& job, const Scramble& scramble, const std::vector<StageRow>& rows,
                        const std::vector<CellSolutions>& solutions, Symmetry held) {
  if (job.format == RowKind::table)
    return analysis_table(job.names, rows, job.views, job.output.empty() && ::isatty(STDOUT_FILENO) == 1) +
           solutions_text(solutions, held);
  const RowFormat format(job.format, job.names, job.views,
                         job.output.empty() ? foreign_text_for(STDOUT_FILENO) : ForeignText::exact);
  std::string row = format.row(scramble, rows);
  if (job.solutions > 0) {
    constexpr std::string_view kEnd = "}\n";
    row.resize(row.size() - kEnd.size());
    row += ",\"solutions\":" + solutions_json(solutions, held) + "}\n";
  }
  return format.header() + row;
}

}  // namespace

void analyze_one(const AnalyzeJob& job, const std::string& text, const Position& position) {
  const std::stop_token stop = job.session.stop_token();
  std::optional<OutputFile> output;  // else stdout
  if (!job.output.empty()) {
    Result<OutputFile> opened = OutputFile::open(job.output, stop);
    if (!opened) return job.session.fail(opened.error());
    if (opened->would_replace() && job.if_there == IfThere::refuse)
      return job.session.fail(is_there_already(job.output));
    output.emplace(*std::move(opened));
  }
  const Result<Analyzer> analyzer = job.open_analyzer(Residency::mapped);
  if (!analyzer) return job.session.fail(analyzer.error());
  const Cube cube = by_colour(position);
  const Result<std::vector<StageRow>> rows = analyzer->analyze(cube, job.request(), job.run(stop));
  if (!rows) return job.session.fail(rows.error());
  Result<std::vector<CellSolutions>> solutions = std::vector<CellSolutions>();
  if (job.solutions > 0) solutions = find_solutions(job, *analyzer, cube, *rows);
  if (!solutions) return job.session.fail(solutions.error());

  Scramble scramble;
  scramble.id = "1";
  scramble.text = text;
  const std::string answer = answer_text(job, scramble, *rows, *solutions, position.orientation);
  if (output) {
    Result<void> written = output->write(answer);
    if (written) written = job.if_there == IfThere::refuse ? output->commit_if_new() : output->commit();
    if (!written) job.session.fail(written.error());
  } else {
    fmt::print("{}", answer);
  }
  if (stop.stop_requested()) job.session.fail({ErrorKind::stopped, "stopped before all was found", {}});
}

}  // namespace halfturn::cli

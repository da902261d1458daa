#include <fmt/core.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "cli/analyze/analyze_details.h"
#include "cli/analyze/analyze_job.h"
#include "cli/analyze/analyze_table.h"

namespace halfturn::cli {

namespace {

Result<std::string> answer_text(const AnalyzeJob& job, const Analyzer& analyzer, const Scramble& scramble,
                                const Position& position, const std::vector<StageRow>& rows) {
  const bool bold = job.output.empty() && ::isatty(STDOUT_FILENO) == 1;
  const ForeignText foreign = job.output.empty() ? foreign_text_for(STDOUT_FILENO) : ForeignText::exact;
  const RowFormat format(job.format, job.names, job.views, foreign);
  if (job.has_details()) {
    const AnalyzeDetails details(job, format, foreign, bold);
    const Result<std::string> row =
        details.only_row(analyzer, scramble, by_colour(position), position.orientation, rows,
                         job.run(job.session.stop_token()));
    if (!row) return row;
    return details.header() + *row;
  }
  if (job.format == RowKind::table) return analysis_table(job.names, rows, job.views, bold);
  return format.header() + format.row(scramble, rows);
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
  const Result<std::vector<StageRow>> rows =
      analyzer->analyze(by_colour(position), job.request(), job.run(stop));
  if (!rows) return job.session.fail(rows.error());
  Scramble scramble;
  scramble.id = "1";
  scramble.text = text;
  const Result<std::string> answer = answer_text(job, *analyzer, scramble, position, *rows);
  if (!answer) return job.session.fail(answer.error());
  if (output) {
    Result<void> written = output->write(*answer);
    if (written) written = job.if_there == IfThere::refuse ? output->commit_if_new() : output->commit();
    if (!written) job.session.fail(written.error());
  } else {
    fmt::print("{}", *answer);
  }
  if (stop.stop_requested()) job.session.fail({ErrorKind::stopped, "stopped before all was found", {}});
}

}  // namespace halfturn::cli

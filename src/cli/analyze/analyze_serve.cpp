#include <fmt/core.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.h"
#include "cli/analyze/analyze_job.h"
#include "cli/shared/standard_files.h"

namespace halfturn::cli {

namespace {

/// A row of a batch with the code of its error, or null, as one more member.
std::string with_code(std::string row, const char* code) {
  row.resize(row.size() - 2);  // }\n
  return row + (code != nullptr ? fmt::format(",\"code\":\"{}\"}}\n", code) : ",\"code\":null}\n");
}

}  // namespace

void serve_analyses(const AnalyzeJob& job) {
  Session& session = job.session;
  // Whoever keeps the program running asks often: from the beginning, the tables are in memory.
  const Result<Analyzer> analyzer = job.open_analyzer(Residency::resident);
  if (!analyzer) return session.fail(analyzer.error());
  const RowFormat format(RowKind::json, job.names, job.views, foreign_text_for(STDOUT_FILENO));
  say_ready(true);
  session.each_line(STDIN_FILENO, "stdin", [&](const TextLine& read) -> Result<void> {
    const Scramble line = served_line(read, session.input());
    const Result<Cube> cube = cube_of(line);
    if (!cube) {
      fmt::print("{}", with_code(format.error_row(line, cube.error()), to_string(cube.error().kind)));
    } else {
      const Result<std::vector<StageRow>> rows =
          analyzer->analyze(*cube, job.request(), job.run(session.stop_token()));
      if (!rows) return rows.error();
      if (!format.is_complete(*rows)) return Error{ErrorKind::stopped, "stopped", {}};
      fmt::print("{}", with_code(format.row(line, *rows), nullptr));
    }
    flush_output();
    return {};
  });
}

}  // namespace halfturn::cli

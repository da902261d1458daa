#include "cli/shared/list_resume.h"

#include "front/analyze_rows.h"
#include "fuzz/reading.h"

using namespace halfturn;
using cli::ResumePoint;
using fuzz::hold;

namespace {

std::string outcome(std::string_view scrambles, std::string_view written, const RowFormat& format,
                    std::size_t piece) {
  fuzz::TextInput input(scrambles, piece);
  Result<ScrambleSource> source = ScrambleSource::open(input);
  if (!source) return source.error().text();
  fuzz::TextInput file(written, piece);
  const Result<ResumePoint> point = cli::find_resume_point(file, "it", format.expected(), *source);
  if (!point) {
    hold(point.error().kind == ErrorKind::bad_input, "another file is bad input");
    return point.error().text();
  }
  hold(point->keep <= written.size() && point->input_bytes <= scrambles.size(),
       "both lie within their files");
  hold(point->bad <= point->rows, "bad rows are rows");
  hold(point->finished ? point->keep == written.size() : point->has_header || point->keep == 0,
       "all is kept of a file that is whole");
  std::string told = std::to_string(point->keep) + ' ' + std::to_string(point->rows) + ' ' +
                     std::to_string(point->bad) + ' ' + std::to_string(point->input_bytes) + '\n';
  for (const cli::WrittenRow& row : point->last_rows) {
    hold(written.find(row.text) != std::string_view::npos, "a written row is there");
    told += fuzz::line_of(row.scramble) + row.text;
  }
  const Result<std::optional<Scramble>> next = source->next();
  hold(next.ok() && !(*next && point->finished), "it goes on with the next scramble");
  if (*next) told += fuzz::line_of(**next);
  return told;
}

}  // namespace

/// The scrambles, a zero byte, and what an earlier run has written of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos) return 0;
  const std::string_view scrambles = text.substr(0, end);
  const std::string_view rest = text.substr(end + 1);
  for (const RowKind kind : {RowKind::csv, RowKind::json}) {
    const RowFormat format(kind, {"cross"}, ViewSet::all());
    // With the header before it, which is too long to guess; and without.
    for (const std::string& written : {std::string(rest), format.header() + std::string(rest)}) {
      const std::string whole = outcome(scrambles, written, format, size + 1000);
      hold(outcome(scrambles, written, format, 3) == whole, "how files are cut into pieces does not matter");
    }
  }
  return 0;
}

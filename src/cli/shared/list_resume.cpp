#include "cli/shared/list_resume.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace halfturn::cli {

namespace {

constexpr std::size_t kRowsToCheck = 3;

/// Reads more of the file until the match no longer depends on what follows.
template <class Matching>
Result<MatchedRow> match_with(TextBuffer& window, ByteInput& input, const Matching& matching) {
  while (true) {
    const MatchedRow matched = matching(window.rest());
    if (matched.match != RowMatch::cut_short || window.ended()) return matched;
    if (const Result<bool> more = window.add_from(input); !more) return more.error();
  }
}

}  // namespace

Error cannot_resume(const std::string& name, std::uint64_t line, const std::string& what) {
  return {ErrorKind::bad_input, fmt::format("cannot go on with {}: its line {} {}", name, line, what),
          "resume with the input and the flags that it was begun with, or choose another name"};
}

Result<ResumePoint> find_resume_point(ByteInput& written, const std::string& name,
                                      const ExpectedRows& expected, ScrambleSource& source) {
  ResumePoint point;
  TextBuffer window(TextBuffer::Mark::keep);
  const std::string_view header = expected.header;
  const Result<MatchedRow> head = match_with(window, written, [&](std::string_view text) -> MatchedRow {
    const std::string_view here = text.substr(0, header.size());
    if (!header.starts_with(here)) return {};
    if (here.size() < header.size()) return {RowMatch::cut_short, 0};
    return {RowMatch::whole, header.size()};
  });
  if (!head) return head.error();
  if (head->match == RowMatch::different)
    return cannot_resume(name, 1, "is not the header that this run would write");
  if (head->match == RowMatch::cut_short) return point;
  window.take(head->length);
  point.has_header = true;
  point.keep = window.taken();

  while (true) {
    Result<std::optional<Scramble>> scramble = source.next();
    if (!scramble) return scramble.error();
    if (!*scramble) break;
    const Result<Position> position = position_of(**scramble);
    const Result<MatchedRow> row = match_with(
        window, written, [&](std::string_view text) { return expected.match(text, **scramble, position); });
    if (!row) return row.error();
    if (row->match == RowMatch::different)
      return cannot_resume(name, window.line(),
                           fmt::format("is not the row of scramble '{}', whose turn it is", (*scramble)->id));
    if (row->match == RowMatch::cut_short) {
      source.put_back(*std::move(*scramble));
      return point;
    }
    if (position) {
      point.last_rows.push_back(
          {**scramble, std::string(window.rest().substr(0, row->length)), window.line()});
      if (point.last_rows.size() > kRowsToCheck) point.last_rows.pop_front();
    }
    window.take(row->length);
    point.keep = window.taken();
    point.input_bytes = (*scramble)->end;
    ++point.rows;
    if (!position) ++point.bad;
  }
  while (window.rest().empty() && !window.ended())
    if (const Result<bool> more = window.add_from(written); !more) return more.error();
  if (!window.rest().empty())
    return cannot_resume(name, window.line(), "comes after the last scramble of the input");
  point.finished = true;
  return point;
}

}  // namespace halfturn::cli

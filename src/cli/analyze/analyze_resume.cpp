#include "cli/analyze/analyze_resume.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace halfturn::cli {

namespace {

constexpr std::size_t kRowsToCheck = 3;

/// A window on a file that moves on row by row.
class Window {
 public:
  explicit Window(ByteInput& input) : input_(input) {}

  std::string_view text() const { return std::string_view(buffer_).substr(at_); }
  bool ended() const { return ended_; }
  std::uint64_t passed() const { return passed_; }
  std::uint64_t line() const { return line_; }  ///< where the text begins, from 1 on

  void pass(std::size_t length) {
    line_ += static_cast<std::uint64_t>(std::ranges::count(text().substr(0, length), '\n'));
    at_ += length;
    passed_ += length;
  }

  Result<void> read_more() {
    buffer_.erase(0, std::exchange(at_, 0));
    const Result<bool> more = append_from(input_, buffer_);
    if (!more) return more.error();
    ended_ = !*more;
    return {};
  }

 private:
  ByteInput& input_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t line_ = 1;
  bool ended_ = false;
};

/// Asks for a match with ever more of the file, until more would not help.
template <class Matching>
Result<RowFormat::Matched> match_with(Window& window, const Matching& matching) {
  while (true) {
    const RowFormat::Matched matched = matching(window.text());
    if (matched.match != RowFormat::Match::cut_short || window.ended()) return matched;
    if (const Result<void> more = window.read_more(); !more) return more.error();
  }
}

}  // namespace

Error cannot_resume(const std::string& name, std::uint64_t line, const std::string& what) {
  return {ErrorKind::bad_input, fmt::format("cannot go on with {}: its line {} {}", name, line, what),
          "resume with the input and the flags that it was begun with, or choose another name"};
}

Result<ResumePoint> find_resume_point(ByteInput& written, const std::string& name, const RowFormat& format,
                                      ScrambleSource& source) {
  ResumePoint point;
  Window window(written);
  const std::string_view header = format.header();
  const Result<RowFormat::Matched> head =
      match_with(window, [&](std::string_view text) -> RowFormat::Matched {
        const std::string_view here = text.substr(0, header.size());
        if (!header.starts_with(here)) return {};
        if (here.size() < header.size()) return {RowFormat::Match::cut_short, 0};
        return {RowFormat::Match::whole, header.size()};
      });
  if (!head) return head.error();
  if (head->match == RowFormat::Match::different)
    return cannot_resume(name, 1, "is not the header that this run would write");
  if (head->match == RowFormat::Match::cut_short) return point;
  window.pass(head->length);
  point.has_header = true;
  point.keep = window.passed();

  while (true) {
    Result<std::optional<Scramble>> scramble = source.next();
    if (!scramble) return scramble.error();
    if (!*scramble) break;
    const Result<Cube> cube = cube_of(**scramble);
    const std::optional<Error> error = cube ? std::nullopt : std::optional(cube.error());
    const Result<RowFormat::Matched> row =
        match_with(window, [&](std::string_view text) { return format.match(text, **scramble, error); });
    if (!row) return row.error();
    if (row->match == RowFormat::Match::different)
      return cannot_resume(name, window.line(),
                           fmt::format("is not the row of scramble '{}', whose turn it is", (*scramble)->id));
    if (row->match == RowFormat::Match::cut_short) {
      source.put_back(*std::move(*scramble));
      return point;
    }
    if (!error) {
      point.last_rows.push_back(
          {**scramble, std::string(window.text().substr(0, row->length)), window.line()});
      if (point.last_rows.size() > kRowsToCheck) point.last_rows.pop_front();
    }
    window.pass(row->length);
    point.keep = window.passed();
    point.input_bytes = (*scramble)->end;
    ++point.rows;
    if (error) ++point.bad;
  }
  while (window.text().empty() && !window.ended())
    if (const Result<void> more = window.read_more(); !more) return more.error();
  if (!window.text().empty())
    return cannot_resume(name, window.line(), "comes after the last scramble of the input");
  point.finished = true;
  return point;
}

}  // namespace halfturn::cli

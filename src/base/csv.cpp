#include "base/csv.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace halfturn {

namespace {

/// How often a byte may be read again, on average.
constexpr std::uint64_t kMostRereads = 4;

/// Reads a record from the front of a text, of which more may come: then it goes on where it stood, so that
/// the time grows with the length of the record and not with the number of pieces.
class RecordParser {
 public:
  enum class Outcome { done, failed, needs_more };
  enum class Lines { several, one };  ///< over how many lines a field in quotes may reach

  RecordParser(std::size_t line, const CsvStyle& style, Lines lines)
      : style_(style), lines_(lines), line_(line) {}

  /// `text`: all of the record that is there, from its first byte; `is_all`: nothing more will come.
  Outcome parse(std::string_view text, bool is_all, CsvRecord& record) {
    text_ = text;
    is_all_ = is_all;
    while (true) {
      const Outcome outcome = parse_step(record);
      if (outcome != Outcome::done) return outcome;
      if (step_ != Step::behind_field) continue;
      if (at_ == text_.size() || text_[at_] != style_.separator) return Outcome::done;
      move_to(at_ + 1, Step::begin);
    }
  }

  std::size_t length() const { return at_; }       ///< of the record, its line's end not included
  std::size_t looked_at() const { return scan_; }  ///< how many bytes it has looked at

  /// Why it failed, or would if nothing more came.
  Error fault(std::size_t record_line) const;

 private:
  enum class Step { begin, plain, quoted, behind_quote, behind_field };

  Outcome parse_step(CsvRecord& record) {
    switch (step_) {
      case Step::begin:
        return begin_field(record);
      case Step::plain:
        return parse_plain(record);
      case Step::quoted:
        return parse_quoted();
      case Step::behind_quote:
        return end_quoted(record);
      case Step::behind_field:
        break;
    }
    return Outcome::done;
  }

  Outcome begin_field(const CsvRecord& record) {
    if (record.fields.size() == kMostColumns) {
      too_many_columns_ = true;
      return Outcome::failed;
    }
    if (!style_.strict) scan_ = std::min(text_.find_first_not_of(' ', scan_), text_.size());
    if (scan_ == text_.size() && !is_all_) return Outcome::needs_more;
    if (scan_ == text_.size() || text_[scan_] != '"') {
      step_ = Step::plain;
      return Outcome::done;
    }
    advance(scan_ - at_);
    quote_line_ = line_;
    quote_column_ = column_;
    in_quotes_ = true;
    move_to(at_ + 1, Step::quoted);
    field_ = {{}, line_, column_, true};
    return Outcome::done;
  }

  Outcome parse_plain(CsvRecord& record) {
    const bool is_last = record.fields.size() + 1 >= style_.most_fields;
    const std::size_t line_end = end_of_line();
    const bool has_brackets = !is_last && style_.bracketed == record.fields.size();
    // What a bracket holds is known once its line is there.
    if (has_brackets && line_end == text_.size() && !is_all_) return Outcome::needs_more;
    scan_ = is_last ? line_end : std::min(text_.substr(0, line_end).find(style_.separator, scan_), line_end);
    if (has_brackets) scan_ = end_behind_brackets(scan_, line_end);
    if (scan_ == text_.size() && !is_all_) return Outcome::needs_more;
    const bool ends_line = scan_ == line_end;
    const bool has_return = !style_.strict && ends_line && scan_ > at_ && text_[scan_ - 1] == '\r';
    record.fields.push_back(
        {std::string(text_.substr(at_, scan_ - at_ - (has_return ? 1 : 0))), line_, column_, false});
    move_to(scan_, Step::behind_field);
    return Outcome::done;
  }

  Outcome parse_quoted() {
    const std::size_t limit = lines_ == Lines::one ? end_of_line() : text_.size();
    scan_ = std::min(text_.substr(0, limit).find('"', scan_), limit);
    if (scan_ == limit && limit < text_.size()) return Outcome::failed;  // not closed on its line
    if (scan_ + 1 >= text_.size() && !is_all_) return Outcome::needs_more;
    if (scan_ == text_.size()) return Outcome::failed;
    field_.text += text_.substr(at_, scan_ - at_);
    const bool is_doubled = scan_ + 1 < text_.size() && text_[scan_ + 1] == '"';
    if (is_doubled) field_.text += '"';
    move_to(scan_ + (is_doubled ? 2 : 1), is_doubled ? Step::quoted : Step::behind_quote);
    return Outcome::done;
  }

  Outcome end_quoted(CsvRecord& record) {
    if (!style_.strict) scan_ = std::min(text_.find_first_not_of(" \r", scan_), text_.size());
    if (scan_ == text_.size() && !is_all_) return Outcome::needs_more;
    in_quotes_ = false;
    move_to(scan_, Step::behind_field);
    if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != style_.separator) return Outcome::failed;
    record.fields.push_back(std::move(field_));
    return Outcome::done;
  }

  /// The first separator of the field that no brackets hold; the line's end if there is none. `first`: the
  /// first of all, which counts if the brackets are not closed.
  std::size_t end_behind_brackets(std::size_t first, std::size_t line_end) const {
    std::size_t depth = 0;
    for (std::size_t i = at_; i < line_end; ++i) {
      const char c = text_[i];
      if (c == '[') ++depth;
      if (c == ']' && depth > 0) --depth;
      if (c == style_.separator && depth == 0) return i;
    }
    return depth == 0 ? line_end : first;
  }

  /// Where the line ends on which the parser stands; where the text ends, if that is not there. Looked for
  /// once a line, not once a field.
  std::size_t end_of_line() {
    if (line_end_ < at_) line_end_ = at_;
    if (line_end_ < text_.size() && text_[line_end_] != '\n')
      line_end_ = std::min(text_.find('\n', line_end_), text_.size());
    return line_end_;
  }

  void move_to(std::size_t place, Step step) {
    advance(place - at_);
    scan_ = at_;
    step_ = step;
  }

  /// Keeps count of lines, and of characters rather than bytes.
  void advance(std::size_t count) {
    for (const char c : text_.substr(at_, count)) {
      if (c == '\n') {
        ++line_;
        column_ = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
        ++column_;
      }
    }
    at_ += count;
  }

  const CsvStyle& style_;
  Lines lines_;
  std::string_view text_;
  bool is_all_ = false;
  Step step_ = Step::begin;
  CsvField field_;            // the one in quotes that is being read
  std::size_t at_ = 0;        // up to here everything is counted and taken
  std::size_t scan_ = 0;      // up to here the step has looked already
  std::size_t line_end_ = 0;  // no line ends between at_ and here
  std::size_t line_;
  std::size_t column_ = 1;
  bool too_many_columns_ = false;
  bool in_quotes_ = false;
  std::size_t quote_line_ = 0;
  std::size_t quote_column_ = 0;
};

Error RecordParser::fault(std::size_t record_line) const {
  if (too_many_columns_)
    return {.message = fmt::format("this line has more than {} columns", base::grouped(kMostColumns)),
            .hint = "more are not read",
            .line = record_line};
  if (step_ != Step::quoted && step_ != Step::behind_quote && step_ != Step::behind_field)
    return line_too_long(record_line);
  Error error;
  error.line = quote_line_;
  error.column = quote_column_;
  if (style_.strict) {
    error.message = in_quotes_ ? "the quote that begins here is not closed on this line"
                               : "the quote that begins here is closed before the end of its field";
    error.hint = "a quote within a quoted field is doubled";
  } else if (in_quotes_ && lines_ == Lines::one) {
    error.message = "the quote that begins here is not closed on this line";
    error.hint = "after many quotes that nothing closes, fields are not looked for on further lines";
  } else if (in_quotes_) {
    error.message = "the quote that begins here is not closed";
    error.hint = "a field in quotes ends with a quote, and a quote within it is doubled";
  } else {
    error.message = "there is something behind the closing quote of this field";
    error.hint = "a quote within a field in quotes is doubled";
  }
  return error;
}

}  // namespace

Result<std::optional<std::string>> CsvReader::peek_line() {
  std::size_t searched = peeked_;
  while (true) {
    const std::string_view rest = text_.rest().substr(0, kLongestRecord + 1);
    const std::size_t end = std::min(rest.find('\n', searched), rest.size());
    if (end == rest.size()) {
      if (rest.size() > kLongestRecord || (text_.ended() && peeked_ == end))
        return std::optional<std::string>();
      searched = end;
      if (!text_.ended()) {
        if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
        continue;
      }
    }
    std::string line(rest.substr(peeked_, end - peeked_));
    if (line.ends_with('\r')) line.pop_back();
    peeked_ = std::min(end + 1, rest.size());
    return std::optional(std::move(line));
  }
}

void CsvReader::skip_lines(std::size_t count) {
  peeked_ = 0;
  for (; count > 0; --count) text_.take_line();
}

Result<std::optional<CsvRecord>> CsvReader::next(const CsvStyle& style) {
  peeked_ = 0;
  while (text_.may_become_mark())
    if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
  const std::uint64_t begin = text_.taken();
  // Bytes behind a quote that turns out to be open are read again, as further records. That may happen a few
  // times for each byte on average; beyond that, quotes must close on their line.
  const bool spent = wasted_ > kMostRereads * (begin + kLongestRecord);
  CsvRecord record;
  record.line = text_.line();
  RecordParser parser(record.line, style, spent ? RecordParser::Lines::one : RecordParser::Lines::several);
  RecordParser::Outcome outcome = RecordParser::Outcome::needs_more;
  while (true) {
    // What is cut off here cannot matter, however much of it happens to be there already.
    const std::string_view rest = text_.rest().substr(0, kLongestRecord + 1);
    if (rest.empty() && text_.ended()) return std::optional<CsvRecord>();
    outcome = parser.parse(rest, text_.ended() && rest.size() == text_.rest().size(), record);
    if (outcome != RecordParser::Outcome::needs_more || rest.size() > kLongestRecord) break;
    if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
  }
  if (outcome == RecordParser::Outcome::done) {
    text_.take(std::min(parser.length() + 1, text_.rest().size()));  // with its line end
  } else {
    record.error = parser.fault(record.line);
    const std::uint64_t looked_at = begin + parser.looked_at();
    while (!text_.take_line() && !text_.ended())
      if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
    if (looked_at > text_.taken()) wasted_ += looked_at - text_.taken();
  }
  record.end = text_.taken();
  return std::optional(std::move(record));
}

bool CsvReader::ready() {
  return text_.ended() || text_.rest().find('\n') != std::string_view::npos || input_.ready();
}

CsvRecord split_line(std::string_view line, const CsvStyle& style) {
  CsvRecord record;
  record.line = 1;
  RecordParser parser(1, style, RecordParser::Lines::several);
  if (parser.parse(line, true, record) != RecordParser::Outcome::done) record.error = parser.fault(1);
  return record;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace halfturn

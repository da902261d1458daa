#include "base/csv.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace halfturn {

namespace {

/// One attempt to read a record from the front of a text, of which more may come.
class RecordParser {
 public:
  enum class Outcome { done, failed, needs_more };

  RecordParser(std::string_view text, std::size_t line, bool is_all, const CsvStyle& style)
      : text_(text), line_(line), is_all_(is_all), style_(style) {}

  Outcome parse(CsvRecord& record) {
    while (true) {
      const Outcome outcome = parse_field(record);
      if (outcome != Outcome::done) return outcome;
      if (at_ < text_.size() && text_[at_] == style_.separator) {
        advance(1);
        continue;
      }
      return Outcome::done;
    }
  }

  std::size_t length() const { return at_; }  ///< of the record, its line's end not included
  bool in_quotes() const { return in_quotes_; }
  std::size_t quote_line() const { return quote_line_; }
  std::size_t quote_column() const { return quote_column_; }

 private:
  Outcome parse_field(CsvRecord& record) {
    const bool is_last = record.fields.size() + 1 >= style_.most_fields;
    const std::size_t begin = style_.strict ? at_ : std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (begin == text_.size() && !is_all_) return Outcome::needs_more;
    if (begin < text_.size() && text_[begin] == '"') {
      advance(begin - at_);
      return parse_quoted(record);
    }
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    // Within the line: a search beyond it would scan the whole text again for each line.
    if (!is_last) end = std::min(end, text_.substr(0, end).find(style_.separator, at_));
    if (end == text_.size() && !is_all_) return Outcome::needs_more;
    const bool ends_line = end == text_.size() || text_[end] == '\n';
    const bool has_return = !style_.strict && ends_line && end > at_ && text_[end - 1] == '\r';
    record.fields.push_back(
        {std::string(text_.substr(at_, end - at_ - (has_return ? 1 : 0))), line_, column_, false});
    advance(end - at_);
    return Outcome::done;
  }

  Outcome parse_quoted(CsvRecord& record) {
    quote_line_ = line_;
    quote_column_ = column_;
    in_quotes_ = true;
    advance(1);
    CsvField field{{}, line_, column_, true};
    while (true) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) return is_all_ ? Outcome::failed : Outcome::needs_more;
      field.text += text_.substr(at_, quote - at_);
      advance(quote + 1 - at_);
      if (at_ == text_.size() || text_[at_] != '"') break;
      field.text += '"';
      advance(1);
    }
    const std::size_t behind =
        style_.strict ? at_ : std::min(text_.find_first_not_of(" \r", at_), text_.size());
    if (behind == text_.size() && !is_all_) return Outcome::needs_more;
    in_quotes_ = false;
    advance(behind - at_);
    if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != style_.separator) return Outcome::failed;
    record.fields.push_back(std::move(field));
    return Outcome::done;
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

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_;
  std::size_t column_ = 1;
  bool is_all_;
  const CsvStyle& style_;
  bool in_quotes_ = false;
  std::size_t quote_line_ = 0;
  std::size_t quote_column_ = 0;
};

Error quote_error(const RecordParser& parser, const CsvStyle& style) {
  Error error;
  error.line = parser.quote_line();
  error.column = parser.quote_column();
  if (style.strict) {
    error.message = parser.in_quotes() ? "the quote that begins here is not closed on this line"
                                       : "the quote that begins here is closed before the end of its field";
    error.hint = "a quote within a quoted field is doubled";
  } else if (parser.in_quotes()) {
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
    const std::string_view rest = text_.rest();
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
  while (true) {
    const std::string_view rest = text_.rest();
    if (rest.empty() && text_.ended()) return std::optional<CsvRecord>();
    CsvRecord record;
    record.line = text_.line();
    RecordParser parser(rest, record.line, text_.ended(), style);
    const RecordParser::Outcome outcome = parser.parse(record);
    if (outcome == RecordParser::Outcome::needs_more && rest.size() <= kLongestRecord) {
      if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
      continue;
    }
    if (outcome == RecordParser::Outcome::done) {
      text_.take(std::min(parser.length() + 1, rest.size()));  // with its line end
    } else {
      if (outcome == RecordParser::Outcome::failed || parser.in_quotes())
        record.error = quote_error(parser, style);
      else
        record.error = Error{.message = fmt::format("this line is longer than {} bytes", kLongestRecord),
                             .hint = {},
                             .line = record.line};
      while (!text_.take_line() && !text_.ended())
        if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
    }
    record.end = text_.taken();
    return std::optional(std::move(record));
  }
}

bool CsvReader::ready() {
  return text_.ended() || text_.rest().find('\n') != std::string_view::npos || input_.ready();
}

CsvRecord split_line(std::string_view line, const CsvStyle& style) {
  CsvRecord record;
  record.line = 1;
  RecordParser parser(line, 1, true, style);
  if (parser.parse(record) != RecordParser::Outcome::done) record.error = quote_error(parser, style);
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

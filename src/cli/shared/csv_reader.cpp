#include "cli/shared/csv_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace halfturn::cli {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

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
    const std::size_t begin = std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (begin == text_.size() && !is_all_) return Outcome::needs_more;
    if (begin < text_.size() && text_[begin] == '"') {
      advance(begin - at_);
      return parse_quoted(record);
    }
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    // Within the line: a search beyond it would go through all of the text, for each line again.
    if (!is_last) end = std::min(end, text_.substr(0, end).find(style_.separator, at_));
    if (end == text_.size() && !is_all_) return Outcome::needs_more;
    const bool ends_line = end == text_.size() || text_[end] == '\n';
    const bool has_return = ends_line && end > at_ && text_[end - 1] == '\r';
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
    const std::size_t behind = std::min(text_.find_first_not_of(" \r", at_), text_.size());
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

Error quote_error(const RecordParser& parser) {
  Error error;
  error.line = parser.quote_line();
  error.column = parser.quote_column();
  if (parser.in_quotes()) {
    error.message = "the quote that begins here is not closed";
    error.hint = "a field in quotes ends with a quote, and a quote within it is doubled";
  } else {
    error.message = "there is something behind the closing quote of this field";
    error.hint = "a quote within a field in quotes is doubled";
  }
  return error;
}

}  // namespace

Result<bool> CsvReader::fill() {
  if (ended_) return false;
  buffer_.erase(0, at_);
  dropped_ += at_;
  at_ = 0;
  const Result<bool> more = append_from(input_, buffer_);
  if (more) ended_ = !*more;
  return more;
}

Result<void> CsvReader::start() {
  if (std::exchange(started_, true)) return {};
  while (buffer_.size() < kByteOrderMark.size()) {
    const Result<bool> more = fill();
    if (!more) return more.error();
    if (!*more) break;
  }
  if (buffer_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  return {};
}

Result<std::optional<std::string>> CsvReader::peek_line(std::size_t index) {
  if (const Result<void> begun = start(); !begun) return begun.error();
  // Lines are mostly asked for one after the other: go on from the one before.
  const bool goes_on = index >= peeked_.index;
  std::size_t begin = goes_on ? peeked_.begin : 0;
  std::size_t searched = begin;
  const std::size_t wanted = index;
  if (goes_on) index -= peeked_.index;
  while (true) {
    const std::size_t end = rest().find('\n', searched);
    if (end == std::string_view::npos) {
      if (rest().size() > kLongestRecord) return std::optional<std::string>();
      searched = rest().size();
      const Result<bool> more = fill();
      if (!more) return more.error();
      if (*more) continue;
      if (index > 0 || begin == rest().size()) return std::optional<std::string>();
    } else if (index > 0) {
      --index;
      begin = searched = end + 1;
      continue;
    }
    peeked_ = {wanted, begin};
    std::string line(rest().substr(begin, end == std::string_view::npos ? end : end - begin));
    if (line.ends_with('\r')) line.pop_back();
    return std::optional(std::move(line));
  }
}

void CsvReader::skip_lines(std::size_t count) {
  peeked_ = {};
  for (; count > 0; --count) {
    const std::size_t end = rest().find('\n');
    at_ = end == std::string_view::npos ? buffer_.size() : at_ + end + 1;
    ++line_;
  }
}

Result<void> CsvReader::drop_line() {
  while (true) {
    const std::size_t end = rest().find('\n');
    if (end != std::string_view::npos) {
      at_ += end + 1;
      ++line_;
      return {};
    }
    at_ = buffer_.size();
    const Result<bool> more = fill();
    if (!more) return more.error();
    if (!*more) return {};
  }
}

Result<std::optional<CsvRecord>> CsvReader::next(const CsvStyle& style) {
  peeked_ = {};
  if (const Result<void> begun = start(); !begun) return begun.error();
  while (true) {
    if (rest().empty() && ended_) return std::optional<CsvRecord>();
    CsvRecord record;
    record.line = line_;
    RecordParser parser(rest(), line_, ended_, style);
    const RecordParser::Outcome outcome = parser.parse(record);
    if (outcome == RecordParser::Outcome::done) {
      const bool has_end = parser.length() < rest().size();
      const std::string_view text = rest().substr(0, parser.length() + (has_end ? 1 : 0));
      line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
      at_ += text.size();
      record.end = dropped_ + at_;
      return std::optional(std::move(record));
    }
    if (outcome == RecordParser::Outcome::needs_more && rest().size() <= kLongestRecord) {
      const Result<bool> more = fill();
      if (!more) return more.error();
      continue;
    }
    if (outcome == RecordParser::Outcome::failed || parser.in_quotes())
      record.error = quote_error(parser);
    else
      record.error = Error{.message = fmt::format("this line is longer than {} bytes", kLongestRecord),
                           .hint = "give one scramble a line",
                           .line = line_};
    const Result<void> dropped = drop_line();
    if (!dropped) return dropped.error();
    record.end = dropped_ + at_;
    return std::optional(std::move(record));
  }
}

bool CsvReader::ready() {
  return ended_ || rest().find('\n') != std::string_view::npos || input_.ready();
}

std::optional<std::vector<std::string>> split_line(std::string_view line, const CsvStyle& style) {
  CsvRecord record;
  RecordParser parser(line, 1, true, style);
  if (parser.parse(record) != RecordParser::Outcome::done) return std::nullopt;
  std::vector<std::string> texts;
  for (CsvField& field : record.fields) texts.push_back(std::move(field.text));
  return texts;
}

}  // namespace halfturn::cli

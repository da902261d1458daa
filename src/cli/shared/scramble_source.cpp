#include "cli/shared/scramble_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace halfturn::cli {

namespace {

constexpr std::string_view kMultiBlind = "333mbf";
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kMostEventNames = 30;
/// In bytes. Each scramble of a record gets the record's id, so that a long one would be written many times.
constexpr std::size_t kLongestId = 1000;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

/// A piece of a field, with its place.
struct Piece {
  std::string_view text;
  std::size_t line;
  std::size_t column;
};

/// The scrambles of a field, without blank ones. `separators`: the characters between them; if a line end is
/// among them, so is the two-character \n that some programs write instead.
std::vector<Piece> pieces_of(const CsvField& field, std::string_view separators) {
  std::vector<Piece> pieces;
  const std::string_view text = field.text;
  const bool by_lines = separators.find('\n') != std::string_view::npos;
  std::size_t line = field.line;
  std::size_t column = field.column;
  std::optional<Piece> piece;
  std::size_t begin = 0;
  const auto close = [&](std::size_t end) {
    if (piece) piece->text = trimmed(text.substr(begin, end - begin));
    if (piece) pieces.push_back(*piece);
    piece.reset();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_written_out = by_lines && text[i] == '\\' && text.substr(i, 2) == "\\n";
    if (is_written_out || separators.find(text[i]) != std::string_view::npos) {
      close(i);
      if (is_written_out) {
        ++i;
        ++column;
      }
    } else if (!piece && kBlanks.find(text[i]) == std::string_view::npos) {
      piece = Piece{{}, line, column};
      begin = i;
    }
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++column;
    }
  }
  close(text.size());
  return pieces;
}

/// What separates the scrambles of one field.
std::string_view separators_for(const CsvRecord& record, const ScrambleLayout& layout) {
  if (!layout.event) return "|\n";  // which have no other meaning in a scramble
  return trimmed(record.fields[*layout.event].text) == kMultiBlind ? "|\n" : "";
}

/// Blank lines, and comments unless the input is a table.
bool is_passed_over(const CsvRecord& record, const ScrambleLayout& layout) {
  if (record.error) return false;
  const CsvField& first = record.fields.front();
  if (!layout.has_header && !first.quoted && trimmed(first.text).starts_with('#')) return true;
  return std::ranges::all_of(
      record.fields, [](const CsvField& field) { return !field.quoted && trimmed(field.text).empty(); });
}

}  // namespace

Result<Position> position_of(const Scramble& scramble) {
  if (scramble.error) return *scramble.error;
  Result<Position> position = parse_position(scramble.text, TextExtent::part);
  if (position) return position;
  Error error = position.error();
  if (error.line <= 1 && error.column > 0) error.column += scramble.column - 1;
  error.line = scramble.line + (error.line > 0 ? error.line - 1 : 0);
  return error;
}

Result<Cube> cube_of(const Scramble& scramble) {
  const Result<Position> position = position_of(scramble);
  if (!position) return position.error();
  return by_colour(*position);
}

Result<ScrambleSource> ScrambleSource::open(ByteInput& input, std::vector<std::string> events) {
  ScrambleSource source(input, std::move(events));
  const Result<ScrambleLayout> layout = recognise_layout(source.reader_);
  if (!layout) return layout.error();
  if (!source.events_.empty() && !layout->event)
    return Error{ErrorKind::bad_input, "--events needs an input that tells events apart",
                 "its header should name a column 'eventId' or 'event_id'"};
  source.layout_ = *layout;
  source.reader_.skip_lines(layout->lines_before);
  return source;
}

bool ScrambleSource::is_wanted(const CsvRecord& record) {
  if (!layout_.event || *layout_.event >= record.fields.size()) return true;
  const std::string_view event = trimmed(record.fields[*layout_.event].text);
  const bool wanted = events_.empty() ? std::ranges::find(kCubeEvents, event) != kCubeEvents.end()
                                      : std::ranges::find(events_, event) != events_.end();
  if (wanted) return true;
  const auto known = skipped_.find(std::string(event));
  if (known != skipped_.end())
    ++known->second;
  else
    ++skipped_[skipped_.size() < kMostEventNames ? std::string(event) : ""];
  return false;
}

std::string ScrambleSource::id_in(const CsvRecord& record) const {
  if (!layout_.id || *layout_.id >= record.fields.size()) return {};
  // A lone field may be the id or the scramble.
  if (!layout_.has_header && record.fields.size() < 2 && !record.error) return {};
  std::string id(trimmed(record.fields[*layout_.id].text));
  // A row of the output is one line.
  std::ranges::replace_if(
      id, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return id.find('\0') == std::string::npos && id.size() <= kLongestId ? id : "";
}

void ScrambleSource::take_bad(const CsvRecord& record, const Error& error) {
  Scramble scramble;
  scramble.id = id_in(record);
  if (scramble.id.empty()) scramble.id = std::to_string(count_ + 1);
  ++count_;
  scramble.line = record.line;
  scramble.end = record.end;
  scramble.error = error;
  waiting_.push_back(std::move(scramble));
}

void ScrambleSource::take(const CsvRecord& record) {
  const auto bad = [&](std::string message, std::string hint) {
    take_bad(record, {.message = std::move(message), .hint = std::move(hint), .line = record.line});
  };
  const std::size_t needed = std::max(layout_.scramble, layout_.event.value_or(0)) + 1;
  if (record.fields.size() < needed && !layout_.has_header)
    return bad(fmt::format("there is no id on this line, or no '{}' behind it",
                           layout_.style.separator == '\t' ? std::string("tab")
                                                           : std::string(1, layout_.style.separator)),
               "lines before it have an id and a scramble");
  if (record.fields.size() < needed)
    return bad(fmt::format("this row ends after {} of at least {} columns", record.fields.size(), needed),
               "each row has a field for each column of the header");
  for (const CsvField& field : record.fields)
    if (field.text.find('\0') != std::string::npos) return bad("there is a NUL byte on this line", {});
  if (layout_.id && *layout_.id < record.fields.size() &&
      trimmed(record.fields[*layout_.id].text).size() > kLongestId)
    return bad(fmt::format("the id is longer than {} bytes", kLongestId), "shorten it, or leave it out");
  const std::vector<Piece> pieces =
      pieces_of(record.fields[layout_.scramble], separators_for(record, layout_));
  if (pieces.empty()) return bad("there is no scramble on this line", {});
  const std::string id = id_in(record);
  for (const Piece& piece : pieces) {
    ++count_;
    Scramble scramble;
    scramble.id = id.empty()           ? std::to_string(count_)
                  : pieces.size() == 1 ? id
                                       : fmt::format("{}-{}", id, &piece - pieces.data() + 1);
    scramble.text = piece.text;
    scramble.line = piece.line;
    scramble.column = piece.column;
    scramble.end = record.end;
    waiting_.push_back(std::move(scramble));
  }
}

Result<std::optional<Scramble>> ScrambleSource::next() {
  while (waiting_.empty()) {
    const Result<std::optional<CsvRecord>> read = reader_.next(layout_.style);
    if (!read) return read.error();
    if (!*read) return std::optional<Scramble>();
    const CsvRecord& record = **read;
    if (is_passed_over(record, layout_) || !is_wanted(record)) continue;
    if (!record.error) {
      take(record);
      continue;
    }
    Error error = *record.error;
    if (error.hint.empty()) error.hint = "give one scramble a line";
    take_bad(record, error);
  }
  std::optional<Scramble> scramble = std::move(waiting_.front());
  waiting_.pop_front();
  return scramble;
}

}  // namespace halfturn::cli

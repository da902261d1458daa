#include "front/scramble_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "front/scramble_source_cstimer.h"

namespace halfturn {

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
  if (!layout.has_header && !first.quoted && !trimmed(first.text).empty() && is_blank_or_comment(first.text))
    return true;
  return std::ranges::all_of(
      record.fields, [](const CsvField& field) { return !field.quoted && trimmed(field.text).empty(); });
}

/// A row of the output is one line.
std::string on_one_line(std::string_view text) {
  std::string line(trimmed(text));
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

/// Where a lone field goes on behind an id: behind its first comma, unless that stands between brackets or in
/// a comment. 0 if there is no id.
std::size_t end_of_id(std::string_view text) {
  const std::string_view code = text.substr(0, text.find("//"));
  const CsvRecord record = split_line(code, {.most_fields = 2, .bracketed = 0});
  if (record.error || record.fields.size() < 2) return 0;
  return record.fields.front().quoted ? 0 : record.fields.front().text.size() + 1;
}

/// For inputs that are there already.
class NoInput : public ByteInput {
 public:
  Result<std::size_t> read(std::span<char> /*space*/) override { return std::size_t{0}; }
  bool ready() override { return true; }
};

Error no_events() {
  return {ErrorKind::bad_input, "--events needs an input that tells events apart",
          "its header should name a column 'eventId' or 'event_id'"};
}

Error no_such_column(const std::string& name, const std::string& hint) {
  return {ErrorKind::bad_input, fmt::format("--keep: the input has no column {}", base::quoted(name)), hint};
}

/// The column that is called so or, if there is none, the only one that begins so.
Result<std::size_t> column_called(const std::string& name, const std::vector<std::string>& columns) {
  const std::string wanted = plain_name(name);
  std::vector<std::string> shown;
  std::vector<std::size_t> beginning;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string plain = plain_name(columns[i]);
    if (plain == wanted && !wanted.empty()) return i;
    if (!wanted.empty() && plain.starts_with(wanted)) beginning.push_back(i);
    if (shown.size() < kMostEventNames) shown.push_back(base::quoted(columns[i]));
  }
  if (beginning.size() == 1) return beginning.front();
  if (columns.empty())
    return no_such_column(name, "it has no columns with names: those of a table with a header can be kept");
  return no_such_column(name, fmt::format("it has {}", fmt::join(shown, ", ")));
}

}  // namespace

Result<std::vector<std::string>> chosen_events(std::vector<std::string> events) {
  for (std::string& event : events) std::erase(event, ' ');
  for (const std::string& event : events)
    if (std::ranges::find(kCubeEvents, event) == kCubeEvents.end())
      return Error{ErrorKind::bad_input, fmt::format("--events: '{}' is not an event of the 3x3x3", event),
                   fmt::format("those are {}", fmt::join(kCubeEvents, ", "))};
  return events;
}

Result<Position> position_of(const Scramble& scramble) {
  if (scramble.error) return *scramble.error;
  Result<Position> position = read_position(scramble.text, scramble.input, TextExtent::part);
  if (position) return position;
  Error error = position.error();
  if (!scramble.where.empty()) {
    if (error.line == 1) error.line = 0;
    const std::string hint = std::exchange(error.hint, {});
    const bool has_place = error.line > 0 || error.column > 0;
    error.message = fmt::format("{}{} {}", scramble.where, has_place ? "," : ":", error.text());
    error.hint = hint;
    error.line = 0;
    error.column = 0;
    return error;
  }
  if (error.line <= 1 && error.column > 0) error.column += scramble.column - 1;
  error.line = scramble.line + (error.line > 0 ? error.line - 1 : 0);
  return error;
}

Result<Cube> cube_of(const Scramble& scramble) {
  const Result<Position> position = position_of(scramble);
  if (!position) return position.error();
  return by_colour(*position);
}

Scramble scramble_of_line(std::string_view line, std::size_t number, InputKind input) {
  Scramble scramble;
  scramble.id = std::to_string(number);
  scramble.line = number;
  scramble.input = input;
  if (is_blank_or_comment(line)) {
    scramble.error = Error{.message = "there is no position on this line", .line = number};
    return scramble;
  }
  const ScrambleLayout layout = layout_of_line(line, input);
  const CsvRecord record = split_line(line, layout.style);
  if (record.error) {
    scramble.error = *record.error;
    scramble.error->line = number;
    return scramble;
  }
  const CsvField& field = record.fields.back();
  if (record.fields.size() > 1 && !trimmed(record.fields.front().text).empty()) {
    scramble.id = on_one_line(record.fields.front().text);
    scramble.is_named = true;
  }
  const std::vector<Piece> pieces = pieces_of(field, "");
  if (pieces.empty()) {
    scramble.error = Error{.message = "there is no position on this line", .line = number};
    return scramble;
  }
  scramble.text = pieces.front().text;
  scramble.column = pieces.front().column;
  return scramble;
}

Scramble served_line(const TextLine& line, InputKind input) {
  Scramble scramble = scramble_of_line(line.text, line.number, input);
  if (line.too_long) scramble.error = line_too_long(line.number);
  return scramble;
}

Result<ScrambleSource> ScrambleSource::open(ByteInput& input, SourceOptions options) {
  ScrambleSource source(input, std::move(options));
  const Result<char> first = source.input_->first_byte();
  if (!first) return first.error();
  if (*first == '{') {
    if (const Result<void> read = source.read_sessions(); !read) return read.error();
    return source;
  }
  const Result<ScrambleLayout> layout = recognise_layout(*source.reader_, source.options_.input);
  if (!layout) return layout.error();
  if (!source.options_.events.empty() && !layout->event) return no_events();
  source.layout_ = *layout;
  if (const Result<void> found = source.find_kept(); !found) return found.error();
  source.reader_->skip_lines(layout->lines_before);
  return source;
}

Result<ScrambleSource> ScrambleSource::of_texts(const std::vector<std::string>& texts,
                                                const SourceOptions& options) {
  static NoInput nothing;  // has no state
  ScrambleSource source(nothing, options);
  if (!options.events.empty()) return no_events();
  if (const Result<void> found = source.find_kept(); !found) return found.error();
  for (const std::string& text : texts) {
    Scramble scramble;
    scramble.id = std::to_string(++source.count_);
    scramble.text = trimmed(text);
    scramble.where = fmt::format("argument {}", source.count_);
    scramble.input = options.input;
    source.waiting_.push_back(std::move(scramble));
  }
  return source;
}

Result<void> ScrambleSource::find_kept() {
  for (const std::string& name : options_.keep) {
    const std::size_t bar = name.find('|');
    Result<std::size_t> column = column_called(name.substr(0, bar), layout_.columns);
    if (!column && bar != std::string::npos) column = column_called(name.substr(bar + 1), layout_.columns);
    if (!column) return column.error();
    kept_.push_back(*column);
  }
  return {};
}

/// csTimer writes its sessions as one object, which is read whole.
Result<void> ScrambleSource::read_sessions() {
  std::string text;
  std::string piece(1 << 16, '\0');
  while (true) {
    const Result<std::size_t> got = input_->read(piece);
    if (!got) return got.error();
    if (*got == 0) break;
    text.append(piece, 0, *got);
    if (text.size() > kLongestExport)
      return Error{ErrorKind::bad_input,
                   fmt::format("the input is JSON of more than {} MiB", kLongestExport >> 20),
                   "give its sessions one by one"};
  }
  std::string_view json = text;
  if (json.starts_with(base::kByteOrderMark)) json.remove_prefix(base::kByteOrderMark.size());
  const Result<std::vector<TimedSolve>> solves = parse_sessions(json);
  if (!solves) return solves.error();
  layout_.columns.assign(kTimedColumns.begin(), kTimedColumns.end());
  if (const Result<void> found = find_kept(); !found) return found;
  for (const TimedSolve& solve : *solves) {
    const bool is_known = !options_.events.empty() || is_other_puzzle(solve.event);
    if (is_known && !is_wanted(solve.event)) continue;
    Scramble scramble;
    scramble.id = fmt::format("{}-{}", solve.session, solve.number);
    scramble.is_named = true;
    scramble.where = fmt::format("session {}, solve {}", solve.session, solve.number);
    scramble.text = trimmed(solve.scramble);
    scramble.end = text.size();
    scramble.input = options_.input;
    const auto bad = [&](const char* message) {
      scramble.text.clear();
      scramble.error = Error{ErrorKind::bad_input, fmt::format("{}: {}", scramble.where, message), {}};
    };
    if (scramble.text.empty()) bad("there is no scramble");
    if (scramble.text.find('\0') != std::string::npos) bad("there is a NUL byte in the scramble");
    for (const std::size_t column : kept_) {
      std::string kept = on_one_line(solve.columns[column]);
      if (kept.size() > kLongestId || kept.find('\0') != std::string::npos) {
        bad("a field to keep is too long, or has a NUL byte");
        kept.clear();
      }
      scramble.kept.push_back(std::move(kept));
    }
    waiting_.push_back(std::move(scramble));
  }
  return {};
}

bool ScrambleSource::is_wanted(std::string_view event) {
  const std::vector<std::string>& events = options_.events;
  const bool wanted = events.empty() ? std::ranges::find(kCubeEvents, event) != kCubeEvents.end()
                                     : std::ranges::find(events, event) != events.end();
  if (wanted) return true;
  const auto known = skipped_.find(std::string(event));
  if (known != skipped_.end())
    ++known->second;
  else
    ++skipped_[skipped_.size() < kMostEventNames ? std::string(event) : ""];
  return false;
}

bool ScrambleSource::is_wanted(const CsvRecord& record) {
  if (!layout_.event || *layout_.event >= record.fields.size()) return true;
  return is_wanted(trimmed(record.fields[*layout_.event].text));
}

std::string ScrambleSource::id_in(const CsvRecord& record) const {
  if (!layout_.id || *layout_.id >= record.fields.size()) return {};
  // A lone field may be the id or the scramble.
  if (!layout_.has_header && record.fields.size() < 2 && !record.error) return {};
  std::string id = on_one_line(record.fields[*layout_.id].text);
  return id.find('\0') == std::string::npos && id.size() <= kLongestId ? id : "";
}

/// Fills `kept`, with empty texts for what is not there. An Error if a field is too long.
std::optional<Error> ScrambleSource::keep_fields(const CsvRecord& record,
                                                 std::vector<std::string>& kept) const {
  std::optional<Error> error;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    std::string text = kept_[i] < record.fields.size() ? on_one_line(record.fields[kept_[i]].text) : "";
    const bool has_nul = text.find('\0') != std::string::npos;
    if (text.size() > kLongestId)
      error = {.message = fmt::format("the field to keep in the column {} is longer than {} bytes",
                                      base::quoted(layout_.columns[kept_[i]]), kLongestId),
               .hint = "shorten it, or do not keep the column",
               .line = record.line};
    if (text.size() > kLongestId || has_nul) text.clear();
    kept.push_back(std::move(text));
  }
  return error;
}

void ScrambleSource::take_bad(const CsvRecord& record, const Error& error) {
  Scramble scramble;
  scramble.id = id_in(record);
  scramble.is_named = !scramble.id.empty();
  if (scramble.id.empty()) scramble.id = std::to_string(count_ + 1);
  ++count_;
  keep_fields(record, scramble.kept);
  scramble.line = record.line;
  scramble.end = record.end;
  scramble.error = error;
  waiting_.push_back(std::move(scramble));
}

void ScrambleSource::take(CsvRecord& record) {
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
  // In a list of scrambles, single lines may have an id all the same.
  CsvField& field = record.fields[layout_.scramble];
  std::string id = id_in(record);
  std::size_t id_bytes =
      layout_.id && *layout_.id < record.fields.size() ? trimmed(record.fields[*layout_.id].text).size() : 0;
  if (!layout_.has_header && !layout_.id && !layout_.by_rows && !field.quoted) {
    if (const std::size_t end = end_of_id(field.text); end > 0) {
      const std::string_view before = std::string_view(field.text).substr(0, end);
      id = on_one_line(before.substr(0, end - 1));
      id_bytes = id.size();
      field.column += static_cast<std::size_t>(std::ranges::count_if(
          before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
      field.text.erase(0, end);
    }
  }
  if (id_bytes > kLongestId)
    return bad(fmt::format("the id is longer than {} bytes", kLongestId), "shorten it, or leave it out");
  std::vector<std::string> kept;
  if (const std::optional<Error> error = keep_fields(record, kept)) return take_bad(record, *error);
  const std::vector<Piece> pieces = pieces_of(field, layout_.by_rows ? "" : separators_for(record, layout_));
  if (pieces.empty()) {
    bad("there is no scramble on this line", {});
    if (!id.empty()) waiting_.back().id = id;
    waiting_.back().is_named = !id.empty();
    return;
  }
  for (const Piece& piece : pieces) {
    ++count_;
    Scramble scramble;
    scramble.id = id.empty()           ? std::to_string(count_)
                  : pieces.size() == 1 ? id
                                       : fmt::format("{}-{}", id, &piece - pieces.data() + 1);
    scramble.is_named = !id.empty();
    scramble.kept = kept;
    scramble.text = piece.text;
    scramble.line = piece.line;
    scramble.column = piece.column;
    scramble.end = record.end;
    scramble.input = options_.input;
    waiting_.push_back(std::move(scramble));
  }
}

Result<std::optional<Scramble>> ScrambleSource::next() {
  while (!range_ || taken_ < range_->end) {
    Result<std::optional<Scramble>> scramble = next_of_all();
    if (!scramble) return scramble;
    if (!*scramble && range_)
      return Error{ErrorKind::damaged,
                   fmt::format("the input ends after {} scrambles, but had {} or more when they were counted",
                               taken_, range_->end),
                   "see that nothing changes it"};
    if (!*scramble) return scramble;
    ++taken_;
    if (!range_ || taken_ > range_->first) return scramble;
  }
  return std::optional<Scramble>();
}

Result<std::optional<Scramble>> ScrambleSource::next_of_all() {
  constexpr std::size_t kRows = 6;
  std::optional<CsvRecord> cube;  // the rows so far of facelets by rows
  std::size_t rows = 0;
  while (waiting_.empty()) {
    Result<std::optional<CsvRecord>> read = reader_->next(layout_.style);
    if (!read) return read.error();
    if (!*read && !cube) return std::optional<Scramble>();
    const auto end_early = [&] {
      take_bad(*cube, {.message = fmt::format("the facelets that begin here end after {} of 6 rows", rows),
                       .hint = "a cube is six lines of nine letters",
                       .line = cube->line});
    };
    if (!*read) {
      end_early();
      break;
    }
    CsvRecord& record = **read;
    if (is_passed_over(record, layout_) || !is_wanted(record)) continue;
    if (record.error) {
      if (cube) end_early();
      Error error = *record.error;
      if (error.hint.empty()) error.hint = "give one scramble a line";
      take_bad(record, error);
    } else if (!layout_.by_rows) {
      take(record);
    } else {
      if (cube) {
        cube->fields.front().text += '\n' + record.fields.front().text;
        cube->end = record.end;
      } else {
        cube = std::move(record);
      }
      if (++rows == kRows) take(*cube);
    }
  }
  std::optional<Scramble> scramble = std::move(waiting_.front());
  waiting_.pop_front();
  return scramble;
}

}  // namespace halfturn

#include "front/scramble_source_layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "halfturn/position.h"

namespace halfturn {

namespace {

constexpr std::array<char, 3> kSeparators = {'\t', ',', ';'};
constexpr const char* kWhatIsRight =
    "lines of 'scramble' or 'id,scramble' are right, or a CSV or TSV table whose header names a column "
    "'scramble'";
/// An input is refused if none of this many first lines can be read; a shorter one may just have mistakes.
constexpr std::size_t kLinesToLookAt = 10;

std::optional<std::size_t> find_column(const std::vector<std::string>& names,
                                       std::initializer_list<std::string_view> wanted) {
  for (const std::string_view name : wanted) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> column_names(std::string_view line, char separator) {
  const CsvRecord record = split_line(line, {.separator = separator});
  if (record.error) return std::nullopt;
  std::vector<std::string> names;
  for (const CsvField& field : record.fields) names.push_back(field.text);
  return names;
}

std::vector<std::string> plain_names(std::vector<std::string> names) {
  for (std::string& name : names) name = plain_name(name);
  return names;
}

std::optional<ScrambleLayout> as_header(std::string_view line) {
  for (const char separator : kSeparators) {
    const auto written = column_names(line, separator);
    if (!written) continue;
    const std::vector<std::string> names = plain_names(*written);
    const std::optional<std::size_t> scramble = find_column(names, {"scramble", "scrambles"});
    if (!scramble) continue;
    ScrambleLayout layout;
    layout.style.separator = separator;
    if (names.size() == 1) layout.style.most_fields = 1;
    layout.style.bracketed = scramble;
    layout.scramble = *scramble;
    layout.id = find_column(names, {"scrambleid", "id", "number", "no"});
    layout.event = find_column(names, {"eventid", "event"});
    layout.columns = *written;
    layout.has_header = true;
    return layout;
  }
  return std::nullopt;
}

/// Whether the line is the header of another table, without scrambles.
bool is_other_header(std::string_view line) {
  return std::ranges::any_of(kSeparators, [&](char separator) {
    const auto names = column_names(line, separator);
    return names && names->size() > 1 &&
           find_column(plain_names(*names),
                       {"id", "scrambleid", "eventid", "event", "competitionid", "personid", "wcaid"});
  });
}

bool is_scramble(std::string_view text, InputKind input) {
  const std::string_view first = text.substr(0, text.find('|'));
  return first.find_first_not_of(" \t\r") != std::string_view::npos &&
         read_position(first, input, TextExtent::part).ok();
}

ScrambleLayout lines_of_scrambles() {
  ScrambleLayout layout;
  layout.style.most_fields = 1;
  return layout;
}

ScrambleLayout lines_with_ids(char separator) {
  ScrambleLayout layout;
  layout.style = {.separator = separator, .most_fields = 2, .bracketed = 0};
  layout.id = 0;
  layout.scramble = 1;
  return layout;
}

std::optional<ScrambleLayout> as_line(std::string_view line, InputKind input) {
  const auto with_id = [&](char separator) {
    const CsvRecord record = split_line(line, lines_with_ids(separator).style);
    return !record.error && record.fields.size() == 2 && is_scramble(record.fields[1].text, input);
  };
  // A tab is a blank in a scramble, so a line with an id may also be one whole scramble: "F2 <tab> R U".
  const std::size_t tab = line.find('\t');
  if (tab != std::string_view::npos && line.substr(0, tab).find(' ') == std::string_view::npos &&
      line.find('\t', tab + 1) == std::string_view::npos && with_id('\t'))
    return lines_with_ids('\t');
  const CsvRecord whole = split_line(line, {.most_fields = 1});
  if (!whole.error && is_scramble(whole.fields.front().text, input)) return lines_of_scrambles();
  for (const char separator : kSeparators)
    if (with_id(separator)) return lines_with_ids(separator);
  return std::nullopt;
}

/// The likely layout of a line that cannot be read.
ScrambleLayout guess(std::string_view line) {
  for (const char separator : kSeparators)
    if (const CsvRecord record = split_line(line, lines_with_ids(separator).style);
        record.error || record.fields.size() > 1)
      return lines_with_ids(separator);
  return lines_of_scrambles();
}

/// Whether six lines from this one on are the rows of a cube's facelets. Looks further only where a line is
/// of nine letters and nothing else.
Result<bool> are_rows(std::string_view line, CsvReader& reader) {
  constexpr std::size_t kRows = 6;
  constexpr std::size_t kRowLetters = 9;
  const auto is_row = [](std::string_view text) {
    constexpr std::string_view kSpace = " \t\r";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return false;
    text = text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
    return text.size() == kRowLetters &&
           text.find_first_not_of("URFDLBWGYOurfdlbwgyo?") == std::string_view::npos;
  };
  std::string all(line);
  if (!is_row(line)) return false;
  for (std::size_t rows = 1; rows < kRows;) {
    const Result<std::optional<std::string>> next = reader.peek_line();
    if (!next) return next.error();
    if (!*next) return false;
    if (is_blank_or_comment(**next)) continue;
    if (!is_row(**next)) return false;
    all += '\n' + **next;
    ++rows;
  }
  return recognise_position(all) == PositionKind::facelets;
}

/// What files of other programs begin with.
struct FileSign {
  std::string_view beginning;
  const char* message;
  const char* hint;
};

constexpr std::array<FileSign, 10> kFileSigns = {{
    {"\xFF\xFE", "the input is UTF-16", "save it as UTF-8"},
    {"\xFE\xFF", "the input is UTF-16", "save it as UTF-8"},
    {"\x1F\x8B", "the input is a gzip file", "unpack it first, with gunzip"},
    {"PK\x03\x04", "the input is a zip file, as those of spreadsheets and of the WCA's exports are",
     "unpack it first, or save the spreadsheet as CSV"},
    {"\xFD"
     "7zXZ",
     "the input is an xz file", "unpack it first, with unxz"},
    {"\x28\xB5\x2F\xFD", "the input is a zstd file", "unpack it first, with unzstd"},
    {"BZh", "the input is a bzip2 file", "unpack it first, with bunzip2"},
    {"SQLite format 3", "the input is an SQLite database", "export a table of it as CSV"},
    {"%PDF-", "the input is a PDF document", "copy the scrambles out of it as text"},
    {"\x89PNG", "the input is a picture", "give moves or facelets as text"},
}};

Error not_text(const char* message, const char* hint) {
  return {ErrorKind::bad_input, message, hint};
}

/// Why the first line shows that the input is no text of ours.
std::optional<Error> foreign_file(std::string_view line) {
  for (const FileSign& sign : kFileSigns)
    if (line.starts_with(sign.beginning)) return not_text(sign.message, sign.hint);
  // UTF-16 without a mark: every other byte of plain text is zero.
  if (line.size() > 1 && (line[0] == '\0') != (line[1] == '\0') &&
      (line.size() < 4 || ((line[2] == '\0') == (line[0] == '\0') && (line[3] == '\0') == (line[1] == '\0'))))
    return not_text("the input looks like UTF-16: every other byte is zero", "save it as UTF-8");
  return std::nullopt;
}

}  // namespace

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#' || line.substr(first).starts_with("//");
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z')
      plain += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      plain += c;
  }
  return plain;
}

ScrambleLayout layout_of_line(std::string_view line, InputKind input) {
  const std::optional<ScrambleLayout> layout = as_line(line, input);
  return layout ? *layout : guess(line);
}

Result<ScrambleLayout> recognise_layout(CsvReader& reader, InputKind input) {
  std::optional<std::string> first;
  std::size_t first_number = 0;
  std::size_t looked_at = 0;
  for (std::size_t index = 0; looked_at < kLinesToLookAt; ++index) {
    const Result<std::optional<std::string>> line = reader.peek_line();
    if (!line) return line.error();
    if (!*line) break;
    const std::string& text = **line;
    if (index == 0)
      if (const std::optional<Error> foreign = foreign_file(text)) return *foreign;
    if (text.find('\0') != std::string::npos)
      return not_text("the input is not text: it has NUL bytes", kWhatIsRight);
    if (is_blank_or_comment(text)) continue;
    ++looked_at;
    if (!first) {
      first = text;
      first_number = index + 1;
      if (std::optional<ScrambleLayout> layout = as_header(text)) {
        layout->lines_before = index + 1;
        return *layout;
      }
    }
    if (looked_at == 1 && input != InputKind::moves) {
      const Result<bool> rows = are_rows(text, reader);
      if (!rows) return rows.error();
      if (*rows) {
        ScrambleLayout layout = lines_of_scrambles();
        layout.by_rows = true;
        return layout;
      }
    }
    if (const std::optional<ScrambleLayout> layout = as_line(text, input)) return *layout;
    if (looked_at == 1 && is_other_header(text)) {
      Error error =
          not_text("this looks like the header of a table, but it names no column 'scramble'", kWhatIsRight);
      error.line = first_number;
      return error;
    }
  }
  if (!first) return lines_of_scrambles();
  if (looked_at < kLinesToLookAt) return guess(*first);
  Error error = not_text("neither this line nor those after it are scrambles", kWhatIsRight);
  error.line = first_number;
  return error;
}

}  // namespace halfturn

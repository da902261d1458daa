#include "cli/shared/scramble_source_layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

constexpr std::array<char, 3> kSeparators = {'\t', ',', ';'};
constexpr const char* kWhatIsRight =
    "lines of 'scramble' or 'id,scramble' are right, or a CSV or TSV table whose header names a column "
    "'scramble'";
/// An input is refused if none of this many first lines can be read; a shorter one may just have mistakes.
constexpr std::size_t kLinesToLookAt = 10;

bool is_passed_over(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

/// The letters and digits of a column's name in lower case: "Scramble_ID" is "scrambleid".
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
  for (const CsvField& field : record.fields) names.push_back(plain_name(field.text));
  return names;
}

std::optional<ScrambleLayout> as_header(std::string_view line) {
  for (const char separator : kSeparators) {
    const auto names = column_names(line, separator);
    if (!names) continue;
    const std::optional<std::size_t> scramble = find_column(*names, {"scramble", "scrambles"});
    if (!scramble) continue;
    ScrambleLayout layout;
    layout.style.separator = separator;
    if (names->size() == 1) layout.style.most_fields = 1;
    layout.scramble = *scramble;
    layout.id = find_column(*names, {"scrambleid", "id", "number", "no"});
    layout.event = find_column(*names, {"eventid", "event"});
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
           find_column(*names,
                       {"id", "scrambleid", "eventid", "event", "competitionid", "personid", "wcaid"});
  });
}

bool is_scramble(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('|'));
  return first.find_first_not_of(" \t\r") != std::string_view::npos &&
         parse_position(first, TextExtent::part).ok();
}

ScrambleLayout lines_of_scrambles() {
  ScrambleLayout layout;
  layout.style.most_fields = 1;
  return layout;
}

ScrambleLayout lines_with_ids(char separator) {
  ScrambleLayout layout;
  layout.style = {.separator = separator, .most_fields = 2};
  layout.id = 0;
  layout.scramble = 1;
  return layout;
}

std::optional<ScrambleLayout> as_line(std::string_view line) {
  const auto with_id = [&](char separator) {
    const CsvRecord record = split_line(line, {.separator = separator, .most_fields = 2});
    return !record.error && record.fields.size() == 2 && is_scramble(record.fields[1].text);
  };
  // A tab is a blank in a scramble, so a line with an id may also be one whole scramble: "F2 <tab> R U".
  const std::size_t tab = line.find('\t');
  if (tab != std::string_view::npos && line.substr(0, tab).find(' ') == std::string_view::npos &&
      line.find('\t', tab + 1) == std::string_view::npos && with_id('\t'))
    return lines_with_ids('\t');
  const CsvRecord whole = split_line(line, {.most_fields = 1});
  if (!whole.error && is_scramble(whole.fields.front().text)) return lines_of_scrambles();
  for (const char separator : kSeparators)
    if (with_id(separator)) return lines_with_ids(separator);
  return std::nullopt;
}

/// The likely layout of a line that cannot be read.
ScrambleLayout guess(std::string_view line) {
  for (const char separator : kSeparators)
    if (line.find(separator) != std::string_view::npos) return lines_with_ids(separator);
  return lines_of_scrambles();
}

Error not_text(const char* message, const char* hint) {
  return {ErrorKind::bad_input, message, hint};
}

}  // namespace

Result<ScrambleLayout> recognise_layout(CsvReader& reader) {
  std::optional<std::string> first;
  std::size_t first_number = 0;
  std::size_t looked_at = 0;
  for (std::size_t index = 0; looked_at < kLinesToLookAt; ++index) {
    const Result<std::optional<std::string>> line = reader.peek_line();
    if (!line) return line.error();
    if (!*line) break;
    const std::string& text = **line;
    if (index == 0 && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")))
      return not_text("the input is UTF-16", "save it as UTF-8");
    if (text.find('\0') != std::string::npos)
      return not_text("the input is not text: it has NUL bytes", kWhatIsRight);
    if (text.find('\r') != std::string::npos)
      return not_text("the lines of the input end with CR alone",
                      "save it with LF or CR LF, or use: tr '\\r' '\\n'");
    if (is_passed_over(text)) continue;
    ++looked_at;
    if (!first) {
      first = text;
      first_number = index + 1;
      if (std::optional<ScrambleLayout> layout = as_header(text)) {
        layout->lines_before = index + 1;
        return *layout;
      }
    }
    if (const std::optional<ScrambleLayout> layout = as_line(text)) return *layout;
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

}  // namespace halfturn::cli

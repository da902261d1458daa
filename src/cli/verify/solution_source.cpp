#include "cli/verify/solution_source.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

#include "base/open_input.h"
#include "front/scramble_source_layout.h"

namespace halfturn::cli {

namespace {

std::string_view without_blank_ends(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// Where a colon stands that no square brackets hold, as they hold that of a conjugate [R: U].
std::size_t colon_outside_brackets(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && depth > 0) --depth;
    if (text[i] == ':' && depth == 0) return i;
  }
  return std::string_view::npos;
}

Error was_not_solved(std::size_t line) {
  return {.message = "it says that the position could not be read", .hint = {}, .line = line};
}

}  // namespace

/// Whether the line is the header of a table with moves; if so, its columns are known afterwards.
bool SolutionSource::recognise_header(const std::string& line) {
  for (const char separator : std::array{'\t', ',', ';'}) {
    const CsvRecord header = split_line(line, {.separator = separator});
    std::optional<std::size_t> id;
    std::optional<std::size_t> errors;
    for (std::size_t i = 0; i < header.fields.size(); ++i) {
      const std::string column = plain_name(header.fields[i].text);
      if (column == "moves" || column == "solution") moves_ = i;
      if (column == "id" || column == "scrambleid") id = i;
      if (column == "error") errors = i;
    }
    if (!moves_) continue;
    id_ = id;
    errors_ = errors;
    style_ = {.separator = separator, .bracketed = moves_};
    return true;
  }
  return false;
}

Result<std::unique_ptr<SolutionSource>> SolutionSource::open(const std::string& name,
                                                             const std::stop_token& stop) {
  std::unique_ptr<SolutionSource> source(new SolutionSource);
  if (name != "-") {
    Result<FileDescriptor> file = open_input(name);
    if (!file) return file.error();
    source->file_ = std::move(*file);
  }
  source->input_ = std::make_unique<FileInput>(source->file_.valid() ? source->file_.get() : STDIN_FILENO,
                                               name == "-" ? "stdin" : name, stop);
  source->text_ = std::make_unique<LineEnds>(*source->input_);
  source->reader_ = std::make_unique<CsvReader>(*source->text_);
  for (std::size_t lines = 1;; ++lines) {
    const Result<std::optional<std::string>> line = source->reader_->peek_line();
    if (!line) return line.error();
    if (!*line) break;
    if (is_blank_or_comment(**line)) continue;
    if (source->recognise_header(**line)) source->reader_->skip_lines(lines);
    break;
  }
  return source;
}

GivenSolution SolutionSource::from_line(const CsvRecord& record) {
  GivenSolution solution;
  std::string_view text = without_blank_ends(record.fields.front().text);
  constexpr std::string_view kError = "error:";
  if (!text.starts_with(kError)) {
    const std::string_view code = text.substr(0, text.find("//"));
    if (const std::size_t colon = colon_outside_brackets(code); colon != std::string_view::npos) {
      solution.id = without_blank_ends(text.substr(0, colon));
      text = without_blank_ends(text.substr(colon + 1));
    }
  }
  if (text.starts_with(kError)) solution.error = was_not_solved(record.line);
  solution.text = text;
  return solution;
}

GivenSolution SolutionSource::from_row(const CsvRecord& record) const {
  const auto field = [&](const std::optional<std::size_t>& column) {
    const bool is_there = column && *column < record.fields.size();
    return is_there ? std::string(without_blank_ends(record.fields[*column].text)) : std::string();
  };
  GivenSolution solution;
  solution.id = field(id_);
  solution.text = field(moves_);
  if (*moves_ >= record.fields.size())
    solution.error = Error{.message = "this row ends before its moves", .hint = {}, .line = record.line};
  if (!field(errors_).empty()) solution.error = was_not_solved(record.line);
  return solution;
}

Result<std::optional<GivenSolution>> SolutionSource::next() {
  while (true) {
    const Result<std::optional<CsvRecord>> read = reader_->next(style_);
    if (!read) return read.error();
    if (!*read) return std::optional<GivenSolution>();
    const CsvRecord& record = **read;
    GivenSolution solution;
    if (record.error) {
      solution.error = record.error;
    } else {
      if (record.fields.size() == 1 && is_blank_or_comment(record.fields.front().text)) continue;
      solution = moves_ ? from_row(record) : from_line(record);
    }
    solution.line = record.line;
    return std::optional(std::move(solution));
  }
}

}  // namespace halfturn::cli

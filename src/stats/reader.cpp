#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "halfturn/stats.h"
#include "stats/csv_fields.h"

namespace halfturn::stats {

namespace {

/// Longer lines than this are no rows of numbers; memory stays bounded whatever comes.
constexpr std::size_t kLongestLine = 1 << 20;

/// What a column can be besides a cell.
constexpr std::uint16_t kIdColumn = 0xFFFF;
constexpr std::uint16_t kErrorColumn = 0xFFFE;
constexpr std::size_t kMostStageColumns = 1000;

/// The names of a stage's columns.
std::vector<std::string> columns_of(std::string_view stage) {
  std::vector<std::string> names;
  for (const View view : kAllViews) names.push_back(fmt::format("{}_{}", stage, suffix_of(view)));
  return names;
}

std::string header_hint() {
  return fmt::format("the CSV of an analysis has a column id, then six columns a stage, such as {}",
                     fmt::join(columns_of("cross"), " "));
}

Error wrong_header(std::size_t line, std::string message, std::string hint = header_hint()) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint), line};
}

/// The stage and the view that a column's name stands for.
struct StageColumn {
  std::string_view stage;
  std::size_t view;
};

std::optional<StageColumn> stage_column(std::string_view name) {
  const std::size_t end = name.rfind('_');
  if (end == 0 || end == std::string_view::npos) return std::nullopt;
  const auto view = std::ranges::find(kAllViews, name.substr(end + 1), suffix_of);
  if (view == kAllViews.end()) return std::nullopt;
  return StageColumn{canonical_stage(name.substr(0, end)), index_of(*view)};
}

/// Whether a name can be shown as it is: no tabs, escapes or the like.
bool printable(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return (c >= 0 && c < ' ') || c == 127; });
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

Result<void> Reader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const bool whole = end != std::string_view::npos;
    const std::string_view piece = bytes.substr(0, whole ? end : bytes.size());
    bytes.remove_prefix(whole ? end + 1 : bytes.size());
    if (!overlong_ && pending_.size() + piece.size() > kLongestLine) {
      overlong_ = true;
      pending_.clear();
      const Error error{ErrorKind::bad_input, "the line is longer than a megabyte", header_hint(), line_ + 1};
      if (!have_header_) return error;
      ++statistics_.bad_rows;
      bad_row_(error);
    }
    if (overlong_) {
      line_ += whole ? 1 : 0;
      overlong_ = !whole;
    } else if (!whole) {
      pending_ += piece;
    } else if (pending_.empty()) {
      if (Result<void> taken = take_line(piece); !taken) return taken;
    } else {
      pending_ += piece;
      Result<void> taken = take_line(pending_);
      pending_.clear();
      if (!taken) return taken;
    }
  }
  return {};
}

Result<void> Reader::finish() {
  if (!pending_.empty()) {
    const std::string line = std::exchange(pending_, {});
    if (Result<void> taken = take_line(line); !taken) return taken;
  }
  if (!have_header_) return wrong_header(0, "there is nothing in it");
  return {};
}

Result<void> Reader::take_line(std::string_view line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (++line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return {};
  if (!have_header_) return read_header(line);
  read_row(line);
  return {};
}

Result<void> Reader::read_header(std::string_view line) {
  const Result<std::vector<CsvField>> fields = split_csv(line);
  if (!fields) return wrong_header(line_, fields.error().message);
  std::vector<std::string> stages;
  for (const CsvField& field : *fields) {
    const std::string& name = field.text;
    const std::string shown = base::quoted(name);
    if (std::ranges::find(names_, name) != names_.end())
      return wrong_header(line_, fmt::format("there are two columns {}", shown), "");
    std::uint16_t target = kIdColumn;
    if (names_.empty()) {
      if (name != "id") return wrong_header(line_, fmt::format("the first column is {}, not 'id'", shown));
    } else if (name == "error") {
      target = kErrorColumn;
    } else if (const std::optional<StageColumn> column = stage_column(name); column && printable(name)) {
      const auto found = std::ranges::find(stages, column->stage);
      const auto stage = static_cast<std::size_t>(found - stages.begin());
      if (stage == kMostStageColumns)
        return wrong_header(line_, fmt::format("there are more than {} stages", kMostStageColumns));
      if (found == stages.end()) stages.emplace_back(column->stage);
      target = static_cast<std::uint16_t>(stage * kViewCount + column->view);
      if (std::ranges::find(targets_, target) != targets_.end())
        return wrong_header(line_,
                            fmt::format("{} is a second name for a column that is there already", shown), "");
    } else {
      return wrong_header(line_, fmt::format("the column {} is no stage", shown));
    }
    names_.push_back(name);
    targets_.push_back(target);
  }
  if (stages.empty()) return wrong_header(line_, "there is no stage");
  for (std::size_t cell = 0; cell < stages.size() * kViewCount; ++cell) {
    if (std::ranges::find(targets_, cell) != targets_.end()) continue;
    return wrong_header(
        line_,
        fmt::format("the stage {} has no column that ends in {}", base::quoted(stages[cell / kViewCount]),
                    columns_of("")[cell % kViewCount]),
        fmt::format("a stage has six: {}", fmt::join(columns_of(""), " ")));
  }

  cells_.resize(stages.size() * kViewCount);
  values_.resize(stages.size());
  for (const std::string& name : stages) stages_.push_back(&statistics_.stage(name));
  for (std::size_t from = 0; from < stages.size(); ++from)
    for (std::size_t to = 0; to < stages.size(); ++to)
      if (IncrementStatistics* increment = statistics_.increment(stages[from], stages[to]))
        steps_.push_back({from, to, increment});
  have_header_ = true;
  return {};
}

void Reader::read_row(std::string_view line) {
  if (read_plain_row(line)) return count_row();
  const Result<bool> row = read_any_row(line);
  if (row) {
    statistics_.error_rows += *row ? 1u : 0u;
    return count_row();
  }
  ++statistics_.bad_rows;
  Error error = row.error();
  error.line = line_;
  bad_row_(error);
}

/// The usual row: nothing quoted, numbers of one or two digits, no error. False for any other, good or bad.
bool Reader::read_plain_row(std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  bool first = true;
  for (const std::uint16_t target : targets_) {
    if (!std::exchange(first, false)) {
      if (at == end || *at != ',') return false;
      ++at;
    }
    if (target == kIdColumn) {
      if (at != end && *at == '"') return false;
      const void* comma = std::memchr(at, ',', static_cast<std::size_t>(end - at));
      if (comma == nullptr) return false;
      at = static_cast<const char*>(comma);
    } else if (target != kErrorColumn) {
      std::uint8_t value = kEmpty;
      if (at != end && is_digit(*at)) {
        value = static_cast<std::uint8_t>(*at++ - '0');
        if (at != end && is_digit(*at)) value = static_cast<std::uint8_t>(10 * value + (*at++ - '0'));
        if (value > kMostMoves) return false;
      }
      cells_[target] = value;
    }
  }
  return at == end;
}

/// Any row: what is wrong with it is said here.
Result<bool> Reader::read_any_row(std::string_view line) {
  const Result<std::vector<CsvField>> fields = split_csv(line);
  if (!fields) return fields.error();
  if (fields->size() != targets_.size())
    return Error{ErrorKind::bad_input,
                 fmt::format("this row has {} {}, the header has {}", fields->size(),
                             fields->size() == 1 ? "field" : "fields", targets_.size()),
                 {}};
  bool has_error = false;
  for (std::size_t i = 0; i < fields->size(); ++i) {
    const auto& [text, column] = (*fields)[i];
    if (targets_[i] == kErrorColumn) has_error = !text.empty();
    if (targets_[i] == kErrorColumn || targets_[i] == kIdColumn) continue;
    int value = kEmpty;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool read = text.empty() || (error == std::errc() && stop == text.data() + text.size());
    if (!read || value < 0 || (value > kMostMoves && !text.empty()))
      return Error{ErrorKind::bad_input,
                   fmt::format("{} is no number of moves, in the column {}", base::quoted(text),
                               base::quoted(names_[i])),
                   fmt::format("a number from 0 to {}, or nothing", kMostMoves), 0, column};
    cells_[targets_[i]] = static_cast<std::uint8_t>(value);
  }
  return has_error;
}

void Reader::count_row() {
  ++statistics_.rows;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    Cells cells;
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(i * kViewCount), kViewCount, cells.begin());
    values_[i] = values_of(cells);
    stages_[i]->add(values_[i]);
  }
  for (const Step& step : steps_) step.increment->add(values_[step.from], values_[step.to]);
}

}  // namespace halfturn::stats

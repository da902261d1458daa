#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/csv.h"
#include "base/text.h"
#include "halfturn/stats.h"

namespace halfturn::stats {

namespace {

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

/// The stage and the view that a column holds.
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

/// Reads the rows of one file into a data set.
class Reader::Rows {
 public:
  Rows(Statistics& statistics, std::function<void(const Error&)> bad_row)
      : statistics_(statistics), bad_row_(std::move(bad_row)) {}

  TextBuffer& text() { return text_; }
  Result<void> take_lines();  ///< all complete lines so far
  bool have_header() const { return !stages_.empty(); }

 private:
  Result<void> read_header(std::string_view line);
  void read_row(std::string_view line);
  bool read_plain_row(std::string_view line);
  Result<bool> read_any_row(std::string_view line);  // true if it has an error text
  void count_row();
  void leave_out(Error error);

  struct Step {
    std::size_t from;  // index in stages_
    std::size_t to;
    IncrementStatistics* increment;
  };

  Statistics& statistics_;
  std::function<void(const Error&)> bad_row_;
  TextBuffer text_;
  std::size_t line_ = 0;                  // number of the current line
  std::vector<std::string> names_;        // of the columns
  std::vector<std::uint16_t> targets_;    // by column: index in cells_, kIdColumn or kErrorColumn
  std::vector<StageStatistics*> stages_;  // of this file
  std::vector<Step> steps_;
  std::vector<std::uint8_t> cells_;   // of the current row, six for each stage
  std::vector<SubsetValues> values_;  // of the current row, by stage
};

Reader::Reader(Statistics& statistics, std::function<void(const Error&)> bad_row)
    : rows_(std::make_unique<Rows>(statistics, std::move(bad_row))) {}
Reader::~Reader() = default;

Result<void> Reader::feed(std::string_view bytes) {
  rows_->text().add(bytes);
  return rows_->take_lines();
}

Result<void> Reader::finish() {
  rows_->text().end();
  if (Result<void> taken = rows_->take_lines(); !taken) return taken;
  if (!rows_->have_header()) return wrong_header(0, "there is nothing in it");
  return {};
}

Result<void> Reader::Rows::take_lines() {
  while (const std::optional<TextLine> line = text_.next_line()) {
    line_ = line->number;
    if (line->too_long) {
      const Error error = line_too_long(line_);
      if (!have_header()) return error;
      leave_out(error);
    } else if (!line->text.empty() && have_header()) {
      read_row(line->text);
    } else if (!line->text.empty()) {
      if (Result<void> header = read_header(line->text); !header) return header;
    }
  }
  return {};
}

void Reader::Rows::leave_out(Error error) {
  ++statistics_.bad_rows;
  error.line = line_;
  bad_row_(error);
}

Result<void> Reader::Rows::read_header(std::string_view line) {
  const CsvRecord record = split_line(line, {.strict = true});
  if (record.error) return wrong_header(line_, record.error->message);
  std::vector<std::string> stages;
  // A header may name thousands of columns, so nothing is looked for among those before it one by one.
  std::unordered_set<std::string_view> known;
  std::unordered_map<std::string_view, std::size_t> number_of_stage;
  std::vector<bool> is_target;  // by cell
  for (const CsvField& field : record.fields) {
    const std::string& name = field.text;
    const std::string shown = base::quoted(name);
    if (!known.insert(name).second)
      return wrong_header(line_, fmt::format("there are two columns {}", shown), "");
    std::uint16_t target = kIdColumn;
    if (names_.empty()) {
      if (name != "id") return wrong_header(line_, fmt::format("the first column is {}, not 'id'", shown));
    } else if (name == "error") {
      target = kErrorColumn;
    } else if (const std::optional<StageColumn> column = stage_column(name); column && printable(name)) {
      const auto [found, is_new] = number_of_stage.try_emplace(column->stage, stages.size());
      const std::size_t stage = found->second;
      if (stage == kMostStageColumns)
        return wrong_header(line_, fmt::format("there are more than {} stages", kMostStageColumns));
      if (is_new) {
        stages.emplace_back(column->stage);
        is_target.resize(stages.size() * kViewCount);
      }
      target = static_cast<std::uint16_t>(stage * kViewCount + column->view);
      if (is_target[target])
        return wrong_header(line_,
                            fmt::format("{} is a second name for a column that is there already", shown), "");
      is_target[target] = true;
    } else {
      return wrong_header(line_, fmt::format("the column {} is no stage", shown));
    }
    names_.push_back(name);
    targets_.push_back(target);
  }
  if (stages.empty()) return wrong_header(line_, "there is no stage");
  for (std::size_t cell = 0; cell < is_target.size(); ++cell) {
    if (is_target[cell]) continue;
    return wrong_header(
        line_,
        fmt::format("the stage {} has no column that ends in {}", base::quoted(stages[cell / kViewCount]),
                    columns_of("")[cell % kViewCount]),
        fmt::format("a stage has six: {}", fmt::join(columns_of(""), " ")));
  }

  cells_.resize(stages.size() * kViewCount);
  values_.resize(stages.size());
  for (const std::string& name : stages) stages_.push_back(&statistics_.stage(name));
  // Only stages of the catalogue, which are few, have steps between them.
  std::vector<std::size_t> in_catalogue;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stage_of_name(stages[i])) in_catalogue.push_back(i);
  for (const std::size_t from : in_catalogue)
    for (const std::size_t to : in_catalogue)
      if (IncrementStatistics* increment = statistics_.increment(stages[from], stages[to]))
        steps_.push_back({from, to, increment});
  return {};
}

void Reader::Rows::read_row(std::string_view line) {
  if (read_plain_row(line)) return count_row();
  const Result<bool> row = read_any_row(line);
  if (row) {
    statistics_.error_rows += *row ? 1u : 0u;
    return count_row();
  }
  leave_out(row.error());
}

/// The usual row: nothing quoted, numbers of one or two digits, no error. False for any other, good or bad.
bool Reader::Rows::read_plain_row(std::string_view line) {
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

/// Reads any row; an Error says what is wrong with it.
Result<bool> Reader::Rows::read_any_row(std::string_view line) {
  const CsvRecord record = split_line(line, {.strict = true});
  if (record.error) return *record.error;
  if (record.fields.size() != targets_.size())
    return Error{ErrorKind::bad_input,
                 fmt::format("this row has {} {}, the header has {}", record.fields.size(),
                             record.fields.size() == 1 ? "field" : "fields", targets_.size()),
                 {}};
  bool has_error = false;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const std::string& text = record.fields[i].text;
    if (targets_[i] == kErrorColumn) has_error = !text.empty();
    if (targets_[i] == kErrorColumn || targets_[i] == kIdColumn) continue;
    int value = kEmpty;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool read = text.empty() || (error == std::errc() && stop == text.data() + text.size());
    if (!read || value < 0 || (value > kMostMoves && !text.empty()))
      return Error{ErrorKind::bad_input,
                   fmt::format("{} is no number of moves, in the column {}", base::quoted(text),
                               base::quoted(names_[i])),
                   fmt::format("a number from 0 to {}, or nothing", kMostMoves), 0,
                   record.fields[i].column - (record.fields[i].quoted ? 1 : 0)};
    cells_[targets_[i]] = static_cast<std::uint8_t>(value);
  }
  return has_error;
}

void Reader::Rows::count_row() {
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

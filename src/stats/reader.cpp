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
constexpr std::uint16_t kTextColumn = 0xFFFD;
constexpr std::uint16_t kGroupColumn = 0xFFFC;
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

bool is_header(std::string_view line) {
  const std::string_view first = line.substr(0, line.find(','));
  return first == "id" || first == "\"id\"";
}

/// Whether these may be the fields of a row: an id, perhaps texts, and the cells of a stage.
bool is_like_row(const std::vector<CsvField>& fields) {
  return fields.size() > kViewCount &&
         std::all_of(fields.end() - static_cast<std::ptrdiff_t>(kViewCount), fields.end(),
                     [](const CsvField& field) { return std::ranges::all_of(field.text, is_digit); });
}

}  // namespace

bool is_later_shard(std::string_view beginning) {
  if (beginning.starts_with(base::kByteOrderMark)) beginning.remove_prefix(base::kByteOrderMark.size());
  beginning.remove_prefix(std::min(beginning.find_first_not_of("\r\n"), beginning.size()));
  const std::string_view line = beginning.substr(0, beginning.find_first_of("\r\n"));
  return line.empty() || (!is_header(line) && is_like_row(split_line(line, {.strict = true}).fields));
}

/// Reads the rows of files into a data set.
class Reader::Rows {
 public:
  Rows(Statistics* statistics, Groups* groups, std::function<void(const Error&)> bad_row)
      : all_(statistics), groups_(groups), bad_row_(std::move(bad_row)) {}

  TextBuffer& text() { return text_; }
  Result<void> take_lines();  ///< all complete lines so far
  bool have_header() const { return !stage_names_.empty(); }
  void begin_next_file();

 private:
  bool goes_on_with(std::string_view line) const;  // the first line of a file
  Result<void> read_header(std::string_view line);
  void read_row(std::string_view line);
  bool read_plain_row(std::string_view line);
  Result<bool> read_any_row(std::string_view line);  // true if it has an error text
  Result<void> choose_group();
  void count_row(bool has_error);
  void leave_out(Error error);

  struct Step {
    std::size_t from;  // index in stages_
    std::size_t to;
    IncrementStatistics* increment;
  };
  /// A data set, and where the stages of this file are in it.
  struct Target {
    Statistics* statistics = nullptr;
    std::vector<StageStatistics*> stages;
    std::vector<Step> steps;
  };
  Target target_in(Statistics& statistics) const;

  Statistics* all_;  // one data set, or
  Groups* groups_;   // several
  std::unordered_map<std::string, Target> targets_of_groups_;
  Target target_;             // of the current row
  std::string target_group_;  // its group
  std::string group_;         // of the current row
  std::function<void(const Error&)> bad_row_;
  TextBuffer text_;
  std::size_t line_ = 0;                  // number of the current line
  bool at_begin_ = true;                  // of a file: no line so far had anything in it
  std::vector<std::string> names_;        // of the columns
  std::vector<std::uint16_t> targets_;    // by column: index in cells_, kIdColumn or kErrorColumn
  std::vector<std::string> stage_names_;  // of this file
  std::vector<std::uint8_t> cells_;       // of the current row, six for each stage
  std::vector<SubsetValues> values_;      // of the current row, by stage
};

Reader::Reader(Statistics& statistics, std::function<void(const Error&)> bad_row)
    : rows_(std::make_unique<Rows>(&statistics, nullptr, std::move(bad_row))) {}
Reader::Reader(Groups& groups, std::function<void(const Error&)> bad_row)
    : rows_(std::make_unique<Rows>(nullptr, &groups, std::move(bad_row))) {}
Reader::~Reader() = default;

Result<void> Reader::feed(std::string_view bytes) {
  rows_->text().add(bytes);
  return rows_->take_lines();
}

Result<void> Reader::finish() {
  rows_->text().end();
  if (Result<void> taken = rows_->take_lines(); !taken) return taken;
  if (!rows_->have_header()) return wrong_header(0, "there is nothing in it");
  rows_->begin_next_file();
  return {};
}

void Reader::Rows::begin_next_file() {
  text_ = TextBuffer();
  at_begin_ = true;
}

/// Whether a file that begins so has the columns of the file before, and no header.
bool Reader::Rows::goes_on_with(std::string_view line) const {
  return have_header() && !is_header(line) &&
         split_line(line, {.strict = true}).fields.size() == targets_.size();
}

Result<void> Reader::Rows::take_lines() {
  while (const std::optional<TextLine> line = text_.next_line()) {
    line_ = line->number;
    if (!line->too_long && line->text.empty()) continue;
    const bool is_first = std::exchange(at_begin_, false);
    if (line->too_long) {
      const Error error = line_too_long(line_);
      if (is_first) return error;
      leave_out(error);
    } else if (!is_first || goes_on_with(line->text)) {
      read_row(line->text);
    } else {
      if (Result<void> header = read_header(line->text); !header) return header;
    }
  }
  return {};
}

void Reader::Rows::leave_out(Error error) {
  ++(groups_ != nullptr ? groups_->bad_rows : all_->bad_rows);
  error.line = line_;
  bad_row_(error);
}

Result<void> Reader::Rows::read_header(std::string_view line) {
  const CsvRecord record = split_line(line, {.strict = true});
  if (record.error) return wrong_header(line_, record.error->message);
  if (!is_header(line) && is_like_row(record.fields))
    return wrong_header(
        line_, "there is no header",
        have_header()
            ? "it looks like a later shard of another analysis: its columns are not those before"
            : "it looks like a later shard of an analysis: shard 0 has the header, and comes first");
  names_.clear();
  targets_.clear();
  targets_of_groups_.clear();
  target_ = {};
  std::vector<std::string> stages;
  // A header may name thousands of columns, so nothing is looked for among those before it one by one.
  std::unordered_set<std::string_view> known;
  std::unordered_map<std::string_view, std::size_t> number_of_stage;
  std::vector<bool> is_target;     // by cell
  std::vector<std::string> texts;  // names of columns of text
  bool has_group = false;
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
    } else if (stages.empty() && !name.empty() && printable(name)) {
      const bool is_group = groups_ != nullptr && groups_->by == name;
      target = is_group ? kGroupColumn : kTextColumn;
      has_group = has_group || is_group;
      texts.push_back(shown);
    } else {
      return wrong_header(line_, fmt::format("the column {} is no stage", shown));
    }
    names_.push_back(name);
    targets_.push_back(target);
  }
  if (stages.empty() && !texts.empty())
    return wrong_header(line_, fmt::format("the column {} is no stage", texts.front()));
  if (stages.empty()) return wrong_header(line_, "there is no stage");
  if (groups_ != nullptr && !has_group) {
    constexpr std::size_t kShownTexts = 20;
    texts.resize(std::min(texts.size(), kShownTexts));
    return wrong_header(line_, fmt::format("there is no column {} to group by", base::quoted(groups_->by)),
                        texts.empty() ? "columns of text stand between 'id' and the stages"
                                      : fmt::format("there are {}", fmt::join(texts, ", ")));
  }
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
  stage_names_ = std::move(stages);
  if (all_ != nullptr) target_ = target_in(*all_);
  return {};
}

Reader::Rows::Target Reader::Rows::target_in(Statistics& statistics) const {
  Target target{&statistics, {}, {}};
  for (const std::string& name : stage_names_) target.stages.push_back(&statistics.stage(name));
  // Only stages of the catalogue, which are few, have steps between them.
  std::vector<std::size_t> in_catalogue;
  for (std::size_t i = 0; i < stage_names_.size(); ++i)
    if (stage_of_name(stage_names_[i])) in_catalogue.push_back(i);
  for (const std::size_t from : in_catalogue)
    for (const std::size_t to : in_catalogue)
      if (IncrementStatistics* increment = statistics.increment(stage_names_[from], stage_names_[to]))
        target.steps.push_back({from, to, increment});
  return target;
}

/// Makes the data set of the current row's group the target.
Result<void> Reader::Rows::choose_group() {
  if (groups_ == nullptr || (target_.statistics != nullptr && target_group_ == group_)) return {};
  auto found = targets_of_groups_.find(group_);
  if (found == targets_of_groups_.end()) {
    if (!groups_->groups.contains(group_) && groups_->groups.size() == kMostGroups)
      return Error{ErrorKind::bad_input, fmt::format("there are more than {} groups", kMostGroups),
                   "group by a column with fewer different texts"};
    found = targets_of_groups_.emplace(group_, target_in(groups_->groups[group_])).first;
  }
  target_ = found->second;
  target_group_ = group_;
  return {};
}

void Reader::Rows::read_row(std::string_view line) {
  bool has_error = false;
  if (!read_plain_row(line)) {
    const Result<bool> row = read_any_row(line);
    if (!row) return leave_out(row.error());
    has_error = *row;
  }
  if (const Result<void> chosen = choose_group(); !chosen) return leave_out(chosen.error());
  count_row(has_error);
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
    if (target == kIdColumn || target == kTextColumn || target == kGroupColumn) {
      if (at != end && *at == '"') return false;
      const void* comma = std::memchr(at, ',', static_cast<std::size_t>(end - at));
      if (comma == nullptr) return false;
      if (target == kGroupColumn) group_.assign(at, static_cast<const char*>(comma));
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
    if (targets_[i] == kGroupColumn) group_ = text;
    if (targets_[i] >= kGroupColumn) continue;  // no cell
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

void Reader::Rows::count_row(bool has_error) {
  ++target_.statistics->rows;
  target_.statistics->error_rows += has_error ? 1u : 0u;
  for (std::size_t i = 0; i < target_.stages.size(); ++i) {
    Cells cells;
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(i * kViewCount), kViewCount, cells.begin());
    values_[i] = values_of(cells);
    target_.stages[i]->add(values_[i]);
  }
  for (const Step& step : target_.steps) step.increment->add(values_[step.from], values_[step.to]);
}

}  // namespace halfturn::stats

#include "front/analyze_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/csv.h"
#include "front/json.h"

namespace halfturn {

namespace {

constexpr std::size_t kIdWidth = 14;    // of a table
constexpr std::size_t kCellWidth = 3;   // of a table
constexpr std::size_t kMostDigits = 2;  // of a number of moves

/// How many digits a text begins with.
std::size_t digits_at(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

}  // namespace

RowFormat::RowFormat(RowKind kind, const std::vector<std::string>& stages, ViewSet views, ForeignText foreign,
                     std::vector<std::string> keep)
    : kind_(kind),
      foreign_(foreign),
      stage_count_(stages.size()),
      views_(views),
      keep_(std::move(keep)),
      columns_(kAllViews.begin(), kAllViews.end()) {
  if (kind == RowKind::table) columns_.assign(views.begin(), views.end());
  switch (kind) {
    case RowKind::csv:
      lay_out_csv(stages);
      break;
    case RowKind::json:
      lay_out_json(stages);
      break;
    case RowKind::table:
      lay_out_table(stages);
      break;
  }
}

void RowFormat::lay_out_csv(const std::vector<std::string>& stages) {
  header_ = "id";
  for (const std::string& name : keep_) header_ += "," + csv_field(shown(name, foreign_));
  for (const std::string& stage : stages)
    for (const View view : columns_) {
      header_ += fmt::format(",{}_{}", stage, suffix_of(view));
      after_cell_.emplace_back(",");
    }
  header_ += '\n';
  after_cell_.back() = "\n";
}

void RowFormat::lay_out_json(const std::vector<std::string>& stages) {
  // Each cell follows its key, so the first key comes before all cells.
  std::vector<std::string> keys;
  for (const std::string& stage : stages)
    for (const View view : columns_) {
      const bool is_first = view == columns_.front();
      const std::string object =
          !is_first ? "," : fmt::format("{}\"{}\":{{", keys.empty() ? "{" : "},", stage);
      keys.push_back(fmt::format("{}\"{}\":", object, colour_of(view)));
    }
  first_key_ = keys.front();
  after_cell_.assign(keys.begin() + 1, keys.end());
  after_cell_.emplace_back("}},\"error\":null}\n");
}

void RowFormat::lay_out_table(const std::vector<std::string>& stages) {
  header_ = fmt::format("{:<{}} |", "", kIdWidth);
  std::string colours = fmt::format("{:<{}} |", "id", kIdWidth);
  for (const std::string& stage : stages) {
    // A stage is as wide as its cells or its name, whichever is wider.
    const std::size_t cells = kCellWidth * columns_.size();
    const std::size_t width = std::max(cells, stage.size() + 1);
    header_ += fmt::format(" {:<{}} |", stage, width - 1);
    for (const View view : columns_) {
      colours += fmt::format("{:>{}}", colour_of(view), kCellWidth);
      after_cell_.emplace_back();
    }
    after_cell_.back() = std::string(width - cells, ' ') + " |";
    colours += after_cell_.back();
  }
  header_ += '\n' + colours + '\n';
  after_cell_.back() += '\n';
}

std::string RowFormat::id_of(const Scramble& scramble) const {
  return shown(scramble.id, foreign_);
}

/// Ids and scrambles may hold any bytes. JSON has its own way to write out what a terminal would obey.
std::string RowFormat::json_string(const std::string& text) const {
  return json_text(nlohmann::json(text), -1, foreign_ == ForeignText::for_terminal);
}

/// The id and what is kept. A scramble that was not read with these columns has none of them.
std::string RowFormat::csv_label(const Scramble& scramble) const {
  std::string text = csv_field(id_of(scramble));
  for (std::size_t i = 0; i < keep_.size(); ++i)
    text += "," + (i < scramble.kept.size() ? csv_field(shown(scramble.kept[i], foreign_)) : "");
  return text;
}

/// The same in JSON, and the scramble.
std::string RowFormat::json_label(const Scramble& scramble) const {
  std::string text = "\"id\":" + json_string(scramble.id);
  for (std::size_t i = 0; i < keep_.size(); ++i)
    text += fmt::format("{}{}:{}", i == 0 ? ",\"kept\":{" : ",", json_string(keep_[i]),
                        json_string(i < scramble.kept.size() ? scramble.kept[i] : ""));
  if (!keep_.empty()) text += '}';
  return text + ",\"scramble\":" + json_string(scramble.text);
}

std::string RowFormat::before_cells(const Scramble& scramble) const {
  switch (kind_) {
    case RowKind::csv:
      return csv_label(scramble) + ",";
    case RowKind::json:
      return fmt::format("{{{},\"stages\":{}", json_label(scramble), first_key_);
    case RowKind::table:
      break;
  }
  return fmt::format("{:<{}} |", base::printable(scramble.id), kIdWidth);
}

std::string RowFormat::cell(std::uint8_t value) const {
  const bool is_there = value != kNotComputed;
  switch (kind_) {
    case RowKind::csv:
      return is_there ? std::to_string(value) : "";
    case RowKind::json:
      return is_there ? std::to_string(value) : "null";
    case RowKind::table:
      break;
  }
  return fmt::format("{:>{}}", is_there ? std::to_string(value) : "-", kCellWidth);
}

std::string RowFormat::row(const Scramble& scramble, std::span<const StageRow> rows) const {
  std::string text = before_cells(scramble);
  std::size_t at = 0;
  for (const StageRow& row : rows)
    for (const View view : columns_) {
      text += cell(row[view]);
      text += after_cell_[at++];
    }
  return text;
}

std::string RowFormat::error_row(const Scramble& scramble, const Error& error) const {
  switch (kind_) {
    case RowKind::csv:
      return csv_label(scramble) + std::string(after_cell_.size(), ',') + '\n';
    case RowKind::json:
      return fmt::format("{{{},\"stages\":null,\"error\":{}}}\n", json_label(scramble),
                         json_string(error.text()));
    case RowKind::table:
      break;
  }
  return before_cells(scramble) + " error: " + base::printable(error.text()) + '\n';
}

bool RowFormat::is_complete(std::span<const StageRow> rows) const {
  return rows.size() == stage_count_ && std::ranges::all_of(rows, [this](const StageRow& row) {
           return std::ranges::all_of(views_, [&](View view) { return row[view] != kNotComputed; });
         });
}

MatchedRow RowFormat::match(std::string_view text, const Scramble& scramble,
                            const std::optional<Error>& error) const {
  std::size_t at = 0;
  // Skips a fixed text, unless the text differs or ends first.
  const auto pass = [&](std::string_view fixed) {
    const std::string_view here = text.substr(at, fixed.size());
    if (!fixed.starts_with(here)) return Match::different;
    if (here.size() < fixed.size()) return Match::cut_short;
    at += fixed.size();
    return Match::whole;
  };
  Match match = pass(error ? error_row(scramble, *error) : before_cells(scramble));
  for (std::size_t i = 0; !error && i < after_cell_.size() && match == Match::whole; ++i) {
    if (views_.has(columns_[i % columns_.size()])) {
      const std::size_t digits = digits_at(text.substr(at));
      if (digits > kMostDigits) return {};
      at += digits;
      if (at == text.size()) return {Match::cut_short, 0};
      if (digits == 0) return {};
    } else {
      match = pass(cell(kNotComputed));
    }
    if (match == Match::whole) match = pass(after_cell_[i]);
  }
  return {match, match == Match::whole ? at : 0};
}

ExpectedRows RowFormat::expected() const {
  return {header_, [this](std::string_view text, const Scramble& scramble, const Result<Position>& position) {
            return match(text, scramble, position ? std::nullopt : std::optional(position.error()));
          }};
}

}  // namespace halfturn

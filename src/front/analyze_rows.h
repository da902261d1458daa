#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/foreign_text.h"
#include "front/row_match.h"
#include "front/scramble_source.h"
#include "halfturn/analyzer.h"
#include "halfturn/result.h"

namespace halfturn {

enum class RowKind {
  csv,    ///< a header; rows of an id and a cell for each stage and view
  json,   ///< one object per line
  table,  ///< for people: aligned columns
};

/// The format of the rows of a batch. A row is fixed text with cells in between, which is how match()
/// recognises the rows that an interrupted run has left.
class RowFormat {
 public:
  /// `stages`: names, in the order of the columns, at least one. In CSV and JSON, cells of views that are not
  /// in `views` are empty or null; a table leaves their columns out.
  /// `foreign`: how ids, scrambles and messages are written. `keep`: names for Scramble::kept, which CSV and
  /// JSON carry behind the id.
  RowFormat(RowKind kind, const std::vector<std::string>& stages, ViewSet views,
            ForeignText foreign = ForeignText::exact, std::vector<std::string> keep = {});

  /// The text before the first row; empty for JSON.
  const std::string& header() const { return header_; }

  /// A row with its line end. `rows`: one for each stage.
  std::string row(const Scramble& scramble, std::span<const StageRow> rows) const;
  std::string error_row(const Scramble& scramble, const Error& error) const;

  /// Whether there is a row for each stage and a number in every cell of `views`.
  bool is_complete(std::span<const StageRow> rows) const;

  using Match = RowMatch;
  /// Whether the text begins with the row of this scramble, with any numbers, or is the beginning of such a
  /// row. `error`: why the scramble cannot be read, if it cannot. Not for tables.
  MatchedRow match(std::string_view text, const Scramble& scramble, const std::optional<Error>& error) const;
  /// The header and match(), for as long as this lives.
  ExpectedRows expected() const;

 private:
  void lay_out_csv(const std::vector<std::string>& stages);
  void lay_out_json(const std::vector<std::string>& stages);
  void lay_out_table(const std::vector<std::string>& stages);
  std::string id_of(const Scramble& scramble) const;
  std::string json_string(const std::string& text) const;
  std::string before_cells(const Scramble& scramble) const;
  std::string csv_label(const Scramble& scramble) const;
  std::string json_label(const Scramble& scramble) const;
  std::string cell(std::uint8_t value) const;

  RowKind kind_;
  ForeignText foreign_;
  std::size_t stage_count_;
  ViewSet views_;
  std::vector<std::string> keep_;
  std::vector<View> columns_;  // the same for each stage
  std::string header_;
  std::string first_key_;                // JSON only
  std::vector<std::string> after_cell_;  // the fixed text after each cell of a row
};

}  // namespace halfturn

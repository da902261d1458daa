#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/scramble_source.h"
#include "halfturn/analyzer.h"
#include "halfturn/result.h"

namespace halfturn::cli {

enum class RowKind {
  csv,    ///< a header, then id and a cell for each stage and view
  json,   ///< an object a line
  table,  ///< for people: columns as wide as they need to be
};

/// What the rows of a batch look like. A row is fixed text with cells between; so is what an interrupted run
/// has left behind, which is how match() knows it again.
class RowFormat {
 public:
  /// `stages`: names, in the order of the columns, at least one. Cells of views that are not in `views` stay
  /// empty.
  RowFormat(RowKind kind, const std::vector<std::string>& stages, ViewSet views);

  /// What comes before the first row; empty for JSON.
  const std::string& header() const { return header_; }

  /// A row, its line's end included. `rows`: a StageRow for each stage.
  std::string row(const Scramble& scramble, std::span<const StageRow> rows) const;
  std::string error_row(const Scramble& scramble, const Error& error) const;

  /// Whether every cell that should have a number has one.
  bool is_complete(std::span<const StageRow> rows) const;

  enum class Match { whole, cut_short, different };
  struct Matched {
    Match match = Match::different;
    std::size_t length = 0;  ///< of the row, where it is whole
  };
  /// Whether a text begins with the row of this scramble, whatever its numbers, or could if it went on.
  /// `error`: that of a scramble that cannot be read. Not for tables.
  Matched match(std::string_view text, const Scramble& scramble, const std::optional<Error>& error) const;

 private:
  void lay_out_csv(const std::vector<std::string>& stages);
  void lay_out_json(const std::vector<std::string>& stages);
  void lay_out_table(const std::vector<std::string>& stages);
  std::string before_cells(const Scramble& scramble) const;
  std::string cell(std::uint8_t value) const;

  RowKind kind_;
  std::size_t stage_count_;
  ViewSet views_;
  std::vector<View> columns_;  // of each stage
  std::string header_;
  std::string first_key_;                // of JSON
  std::vector<std::string> after_cell_;  // one for each cell of a row
};

}  // namespace halfturn::cli

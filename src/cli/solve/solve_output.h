#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared/terminal.h"
#include "halfturn/comfort.h"
#include "halfturn/metric.h"
#include "halfturn/notation.h"
#include "halfturn/result.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

enum class OutputFormat { text, json, csv };

/// How solutions are written.
struct SolutionStyle {
  OutputFormat format = OutputFormat::text;
  Notation notation = Notation::wca;
  Metric metric = Metric::half;              ///< in which lengths are counted
  bool inverse = false;                      ///< write the scramble instead of the solution
  std::optional<FaceSet> prefer;             ///< sort solutions of equal length by comfort, for these faces
  std::optional<int> max_moves;              ///< the target; text rows say if they missed it
  ForeignText foreign = ForeignText::exact;  ///< how ids and messages are written
  std::vector<std::string> keep;             ///< names of the columns that rows of CSV and JSON carry
};

/// Which position a row is about.
struct RowLabel {
  std::string id;                 ///< may be empty
  std::vector<std::string> kept;  ///< one for each of SolutionStyle::keep, or none
};

/// Formats the results of cubes as rows.
class SolutionWriter {
 public:
  explicit SolutionWriter(SolutionStyle style) : style_(std::move(style)) {}

  /// The first line of a CSV file.
  std::string csv_header() const;

  /// A row for each solution; in JSON one row with all of them.
  std::string row(const RowLabel& label, const SolveResult& result) const;
  std::string error_row(const RowLabel& label, const Error& error) const;
  /// One solution, without a line end: "R U F (3)", or "R U2 F (4q)" in the quarter metric.
  std::string moves_and_count(const Moves& moves) const;

  // Parts of rows.
  std::string written(const Moves& moves) const;       ///< in the notation, turned round if so
  std::string csv_label(const RowLabel& label) const;  ///< the id and what is kept, no comma behind them
  nlohmann::ordered_json json_row(const RowLabel& label) const;  ///< all members, those of a result empty
  nlohmann::ordered_json json_row(const RowLabel& label, const Error& error) const;

 private:
  Moves turned(const Moves& moves) const;  // as they are written
  std::vector<Moves> in_order(const SolveResult& result) const;
  std::string json_line(const nlohmann::ordered_json& row) const;

  int length_of(const Moves& moves) const { return length(moves, style_.metric); }

  SolutionStyle style_;
};

/// How many cubes took how many moves, a line for each length.
std::string text_of_lengths(const std::map<int, std::uint64_t>& lengths, Metric metric);

/// The totals of a batch.
struct SolveSummary {
  Metric metric = Metric::half;
  std::uint64_t cubes = 0;
  std::uint64_t missed = 0;
  std::uint64_t total_length = 0;
  std::uint64_t probes = 0;
  std::map<int, std::uint64_t> lengths;

  void add(const SolveResult& result);
  /// Several lines for people; `errors`: how many positions could not be read.
  std::string text(double seconds, std::uint64_t errors) const;
};

}  // namespace halfturn::cli

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared/terminal.h"
#include "halfturn/comfort.h"
#include "halfturn/notation.h"
#include "halfturn/result.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

enum class OutputFormat { text, json, csv };

/// How solutions are written.
struct SolutionStyle {
  OutputFormat format = OutputFormat::text;
  Notation notation = Notation::wca;
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
  /// One solution, without a line end: "R U F (3)".
  std::string moves_and_count(const Moves& moves) const;

 private:
  Moves turned(const Moves& moves) const;  // as they are written
  std::string written(const Moves& moves) const;
  std::vector<Moves> in_order(const SolveResult& result) const;
  std::string json_row(const RowLabel& label, const SolveResult* result, const Error* error) const;
  std::string csv_label(const RowLabel& label) const;

  SolutionStyle style_;
};

/// The totals of a batch.
struct SolveSummary {
  std::uint64_t cubes = 0;
  std::uint64_t errors = 0;
  std::uint64_t missed = 0;
  std::uint64_t moves = 0;
  std::uint64_t probes = 0;
  std::map<std::size_t, std::uint64_t> lengths;

  void add(const SolveResult& result);
  /// Several lines for people.
  std::string text(double seconds) const;
};

}  // namespace halfturn::cli

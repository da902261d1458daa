#pragma once

#include <span>
#include <string>

#include "cli/analyze/analyze_job.h"
#include "front/analyze_rows.h"
#include "front/scramble_source.h"
#include "halfturn/analyzer.h"

namespace halfturn::cli {

/// The answers of --solutions and --chain: more than the lengths. In JSON they are one more member of the
/// row; in CSV rows of their own, one for each solution or step; for people, text below the lengths.
class AnalyzeDetails {
 public:
  /// The job must ask for details, and outlive this. `bold`: the least lengths of a table.
  AnalyzeDetails(const AnalyzeJob& job, const RowFormat& format, ForeignText foreign, bool bold)
      : job_(job), format_(format), foreign_(foreign), bold_(bold) {}

  /// The text before the first row.
  std::string header() const;
  /// All that is said about one scramble of many. `held`: how it leaves the cube. An Error also after a stop.
  Result<std::string> row(const Analyzer& analyzer, const Scramble& scramble, const Cube& cube, Symmetry held,
                          std::span<const StageRow> rows, const Run& run) const;
  std::string error_row(const Scramble& scramble, const Error& error) const;

  /// The same for a scramble that is alone; after a stop, what was found until then.
  Result<std::string> only_row(const Analyzer& analyzer, const Scramble& scramble, const Cube& cube,
                               Symmetry held, std::span<const StageRow> rows, const Run& run) const;

 private:
  const AnalyzeJob& job_;
  const RowFormat& format_;
  ForeignText foreign_;
  bool bold_;
};

}  // namespace halfturn::cli

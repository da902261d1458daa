#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "cli/analyze/analyze_output.h"
#include "cli/analyze/analyze_rows.h"
#include "cli/shared/scramble_source.h"
#include "halfturn/analyzer.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

namespace halfturn::cli {

/// Counts of a batch, of this run alone.
struct BatchTotals {
  std::uint64_t rows = 0;         ///< appended to the output
  std::uint64_t bad = 0;          ///< rows for scrambles that cannot be read
  std::uint64_t input_bytes = 0;  ///< up to the end of the last row's record
};

/// How a batch is worked on. The analysis is a function, so that tests can run a batch without tables.
struct BatchWork {
  using Done = std::function<void(std::size_t index, std::span<const StageRow> rows)>;

  /// Called before each lot, even an empty one. `cubes` counts all cubes so far, including this lot. The
  /// first call must begin the output. May be empty.
  std::function<Result<void>(std::uint64_t cubes)> prepare;
  /// Like Analyzer::analyze_all.
  std::function<Result<std::size_t>(std::span<const Cube> cubes, const std::stop_token& stop,
                                    const Done& done)>
      analyze;
  /// Makes the text of a scramble's row, of a scramble that cannot be read and of one that can, if that is
  /// not what the format says. `held`: how the scramble leaves the cube. Called in the order of the rows,
  /// never two at once. May be empty.
  std::function<std::string(const Scramble& scramble, const Error& error)> error_row;
  std::function<Result<std::string>(const Scramble& scramble, const Cube& cube, Symmetry held,
                                    std::span<const StageRow> rows, const std::stop_token& stop)>
      row;
  /// Called for each scramble that cannot be read, just before its row is written. May be empty.
  std::function<void(const Error& error)> on_bad;
  /// Called after each row. May be empty.
  std::function<void(const BatchTotals& totals)> on_row;
};

/// Writes a row for each scramble left in the source, in order, as soon as it is done. Reads in lots: what
/// the source has without waiting (at least one scramble), up to about five seconds of work. `totals` is set
/// on errors too. Errors: stopped; machine if input or output failed; those of `prepare` and `analyze`.
Result<void> run_batch(ScrambleSource& source, const RowFormat& format, RowOutput& output,
                       const BatchWork& work, const std::stop_token& stop, BatchTotals& totals);

}  // namespace halfturn::cli

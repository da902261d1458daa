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

namespace halfturn::cli {

/// What a batch came to.
struct BatchTotals {
  std::uint64_t rows = 0;         ///< that were written
  std::uint64_t bad = 0;          ///< of these, for scrambles that cannot be read
  std::uint64_t input_bytes = 0;  ///< read for them
};

/// How a batch is worked on. The engine is a function, so that everything around it can do without.
struct BatchWork {
  using Done = std::function<void(std::size_t index, std::span<const StageRow> rows)>;

  /// Called before each lot, also an empty one; `cubes` is how many there were so far, with those of this
  /// lot. The output must have begun after the first. May be empty.
  std::function<Result<void>(std::uint64_t cubes)> prepare;
  /// As Analyzer::analyze_all.
  std::function<Result<std::size_t>(std::span<const Cube> cubes, const std::stop_token& stop,
                                    const Done& done)>
      analyze;
  /// Told of each scramble that cannot be read, when its row is written. May be empty.
  std::function<void(const Error& error)> on_bad;
  /// Told after each row. May be empty.
  std::function<void(const BatchTotals& totals)> on_row;
};

/// Writes a row for each scramble that is left in the source, in order, and as they are done. Takes scrambles
/// in lots: what is there at once, at most so many that a lot takes some seconds. Totals are right whatever
/// the end. Errors: stopped; machine, where input or output failed; and those of `prepare` and `analyze`.
Result<void> run_batch(ScrambleSource& source, const RowFormat& format, RowOutput& output,
                       const BatchWork& work, const std::stop_token& stop, BatchTotals& totals);

}  // namespace halfturn::cli

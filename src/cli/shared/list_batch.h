#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/shared/row_output.h"
#include "front/scramble_source.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Counts of a batch, of this run alone.
struct BatchTotals {
  std::uint64_t rows = 0;         ///< appended to the output
  std::uint64_t bad = 0;          ///< rows for scrambles that cannot be read
  std::uint64_t input_bytes = 0;  ///< up to the end of the last row's record
};

/// Scrambles that are worked on together, in the order of the input.
struct Lot {
  struct Entry {
    Scramble scramble;
    std::optional<Error> error;
  };
  std::vector<Entry> entries;
  std::vector<std::size_t> readable;  ///< the entries without an error
  std::vector<Position> positions;    ///< of those
  bool is_last = false;               ///< nothing follows
  std::optional<Error> trouble;       ///< reading the input, after the last entry

  /// Of the position with this index.
  const Scramble& scramble(std::size_t index) const { return entries[readable[index]].scramble; }
};

/// How a batch is worked on: what the rows are about and how they look is up to these functions.
struct BatchWork {
  /// Takes the next row, or why there is none, which ends the batch; after a stop, an Error of that kind.
  using Done = std::function<void(const Result<std::string>& row)>;

  /// Lots begin with the smallest size and grow to about five seconds of work.
  std::size_t smallest_lot = 256;
  std::size_t largest_lot = 32'768;

  /// Called before each lot, even an empty one. `positions` counts all so far, including this lot. The first
  /// call must begin the output. May be empty.
  std::function<Result<void>(const Lot& lot, std::uint64_t positions)> prepare;
  /// Calls `done` for each of the lot's positions in order, from any thread, never twice at once. After a
  /// stop, calls may be missing.
  std::function<Result<void>(const Lot& lot, const std::stop_token& stop, const Done& done)> rows;
  /// The row of a scramble that cannot be read.
  std::function<std::string(const Scramble& scramble, const Error& error)> error_row;
  /// Called for each scramble that cannot be read, just before its row is written. May be empty.
  std::function<void(const Error& error)> on_bad;
  /// Called after each row. May be empty.
  std::function<void(const BatchTotals& totals)> on_row;
};

/// Writes a row for each scramble left in the source, in order, as soon as it is done. Reads in lots: what
/// the source has without waiting, at least one scramble. `totals` is set on errors too. Errors: stopped;
/// machine if input or output failed; those of `prepare` and `rows`.
Result<void> run_batch(ScrambleSource& source, RowOutput& output, const BatchWork& work,
                       const std::stop_token& stop, BatchTotals& totals);

}  // namespace halfturn::cli

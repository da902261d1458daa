#include "cli/analyze/analyze_batch.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/stopwatch.h"

namespace halfturn::cli {

namespace {

constexpr std::size_t kSmallestLot = 256;
constexpr std::size_t kLargestLot = 32'768;
constexpr std::size_t kMostBytes = std::size_t{32} << 20;  // limit for long lines
constexpr double kSecondsForLot = 5;

/// Scrambles that are analyzed together.
struct Lot {
  struct Entry {
    Scramble scramble;
    std::optional<Error> error;
  };
  std::vector<Entry> entries;
  std::vector<Cube> cubes;     // of those without an error
  std::vector<Symmetry> held;  // how these scrambles leave the cube
  bool is_last = false;
  std::optional<Error> trouble;  // reading the input, after the last entry
};

Lot read_lot(ScrambleSource& source, std::size_t size) {
  Lot lot;
  std::size_t bytes = 0;
  while (lot.entries.size() < size && bytes < kMostBytes && (lot.entries.empty() || source.ready())) {
    Result<std::optional<Scramble>> scramble = source.next();
    if (!scramble) {
      lot.trouble = scramble.error();
      break;
    }
    if (!*scramble) {
      lot.is_last = true;
      break;
    }
    bytes += (*scramble)->text.size();
    const Result<Position> position = position_of(**scramble);
    if (position) {
      lot.cubes.push_back(by_colour(*position));
      lot.held.push_back(position->orientation);
    }
    lot.entries.push_back({*std::move(*scramble), position ? std::nullopt : std::optional(position.error())});
  }
  return lot;
}

/// Writes the rows of a lot in order, including those of bad scrambles.
class LotWriter {
 public:
  LotWriter(const Lot& lot, const RowFormat& format, RowOutput& output, const BatchWork& work,
            BatchTotals& totals)
      : lot_(lot), format_(format), output_(output), work_(work), totals_(totals) {}

  /// `index`: of the cube. Returns false if the row was not written: a write failed, a stop left the row
  /// incomplete, or it could not be made.
  bool write(std::size_t index, std::span<const StageRow> rows, const std::stop_token& stop) {
    if (!format_.is_complete(rows)) return good_ = false;
    const Scramble& scramble = lot_.entries[next_].scramble;
    const Result<std::string> row = work_.row
                                        ? work_.row(scramble, lot_.cubes[index], lot_.held[index], rows, stop)
                                        : format_.row(scramble, rows);
    if (!row) {
      error_ = row.error();
      return good_ = false;
    }
    put(*row);
    write_bad();
    return good_;
  }

  void write_bad() {
    while (good_ && next_ < lot_.entries.size() && lot_.entries[next_].error) {
      const Lot::Entry& entry = lot_.entries[next_];
      ++totals_.bad;
      if (work_.on_bad) work_.on_bad(*entry.error);
      put(work_.error_row ? work_.error_row(entry.scramble, *entry.error)
                          : format_.error_row(entry.scramble, *entry.error));
    }
  }

  bool good() const { return good_; }
  /// Why a row could not be made.
  const std::optional<Error>& error() const { return error_; }
  bool is_done() const { return next_ == lot_.entries.size(); }

 private:
  void put(const std::string& row) {
    good_ = output_.append(row);
    if (!good_) return;
    ++totals_.rows;
    totals_.input_bytes = lot_.entries[next_].scramble.end;
    ++next_;
    if (work_.on_row) work_.on_row(totals_);
  }

  const Lot& lot_;
  const RowFormat& format_;
  RowOutput& output_;
  const BatchWork& work_;
  BatchTotals& totals_;
  std::size_t next_ = 0;
  bool good_ = true;
  std::optional<Error> error_;
};

}  // namespace

Result<void> run_batch(ScrambleSource& source, const RowFormat& format, RowOutput& output,
                       const BatchWork& work, const std::stop_token& stop, BatchTotals& totals) {
  // Stops the analysis on `stop`, and also when rows can no longer be written.
  std::stop_source end;
  const std::stop_callback pass_on(stop, [&end] { end.request_stop(); });
  const Error stopped{ErrorKind::stopped, "stopped", {}};
  std::size_t size = kSmallestLot;
  std::uint64_t cubes = 0;
  while (true) {
    const Lot lot = read_lot(source, size);
    if (stop.stop_requested()) return stopped;
    cubes += lot.cubes.size();
    if (work.prepare)
      if (const Result<void> ready = work.prepare(cubes); !ready) return ready.error();
    const base::Stopwatch watch;
    LotWriter writer(lot, format, output, work, totals);
    writer.write_bad();
    if (writer.good() && !lot.cubes.empty()) {
      const Result<std::size_t> analyzed =
          work.analyze(lot.cubes, end.get_token(), [&](std::size_t index, std::span<const StageRow> rows) {
            if (writer.good() && !writer.write(index, rows, end.get_token())) end.request_stop();
          });
      if (!analyzed) return analyzed.error();
    }
    if (const std::optional<Error> error = output.error()) return *error;
    if (writer.error()) return *writer.error();
    if (!writer.is_done()) return stopped;
    if (lot.trouble) return *lot.trouble;
    if (lot.is_last) return {};
    const double seconds = watch.seconds();
    const double fitting = kSecondsForLot * static_cast<double>(lot.entries.size()) / std::max(seconds, 1e-3);
    size = std::clamp(static_cast<std::size_t>(std::min(fitting, 1e9)), kSmallestLot, kLargestLot);
  }
}

}  // namespace halfturn::cli

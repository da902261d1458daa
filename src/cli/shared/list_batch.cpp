#include "cli/shared/list_batch.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/stopwatch.h"

namespace halfturn::cli {

namespace {

constexpr std::size_t kMostBytes = std::size_t{32} << 20;  // limit for long lines
constexpr double kSecondsForLot = 5;

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
      lot.readable.push_back(lot.entries.size());
      lot.positions.push_back(*position);
    }
    lot.entries.push_back({*std::move(*scramble), position ? std::nullopt : std::optional(position.error())});
  }
  return lot;
}

/// Writes the rows of a lot in order, including those of bad scrambles.
class LotWriter {
 public:
  LotWriter(const Lot& lot, RowOutput& output, const BatchWork& work, BatchTotals& totals)
      : lot_(lot), output_(output), work_(work), totals_(totals) {}

  /// Returns false if the row was not written: there is none, or a write failed.
  bool write(const Result<std::string>& row) {
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
      put(work_.error_row(entry.scramble, *entry.error));
    }
  }

  bool good() const { return good_; }
  /// Why there is no row.
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
  RowOutput& output_;
  const BatchWork& work_;
  BatchTotals& totals_;
  std::size_t next_ = 0;
  bool good_ = true;
  std::optional<Error> error_;
};

}  // namespace

Result<void> run_batch(ScrambleSource& source, RowOutput& output, const BatchWork& work,
                       const std::stop_token& stop, BatchTotals& totals) {
  // Stops the work on `stop`, and also when rows can no longer be written.
  std::stop_source end;
  const std::stop_callback pass_on(stop, [&end] { end.request_stop(); });
  const Error stopped{ErrorKind::stopped, "stopped", {}};
  std::size_t size = work.smallest_lot;
  std::uint64_t positions = 0;
  while (true) {
    const Lot lot = read_lot(source, size);
    if (stop.stop_requested()) return stopped;
    positions += lot.positions.size();
    if (work.prepare)
      if (const Result<void> ready = work.prepare(lot, positions); !ready) return ready.error();
    const base::Stopwatch watch;
    LotWriter writer(lot, output, work, totals);
    writer.write_bad();
    if (writer.good() && !lot.positions.empty()) {
      const Result<void> worked = work.rows(lot, end.get_token(), [&](const Result<std::string>& row) {
        if (writer.good() && !writer.write(row)) end.request_stop();
      });
      if (!worked) return worked.error();
    }
    output.flush();
    if (const std::optional<Error> error = output.error()) return *error;
    if (writer.error()) return *writer.error();
    if (!writer.is_done()) return stopped;
    if (lot.trouble) return *lot.trouble;
    if (lot.is_last) return {};
    const double seconds = watch.seconds();
    const double fitting = kSecondsForLot * static_cast<double>(lot.entries.size()) / std::max(seconds, 1e-3);
    size = std::clamp(static_cast<std::size_t>(std::min(fitting, 1e9)), work.smallest_lot, work.largest_lot);
  }
}

}  // namespace halfturn::cli

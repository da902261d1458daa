#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace halfturn::cli {

/// How far a batch is.
struct BatchProgress {
  std::uint64_t rows = 0;          ///< done in all
  std::uint64_t rows_before = 0;   ///< of these, by an earlier run
  double seconds = 0;              ///< of this run
  std::optional<double> fraction;  ///< of the input, where its length is known
  double fraction_before = 0;      ///< of this, by an earlier run
};

/// "[=====     ]  50 % 1,234 rows, 56.7/s, 22 s left"; without a known length, "1,234 rows, 56.7/s".
std::string progress_text(const BatchProgress& progress);

/// A line on the terminal that says how far a batch is; nothing where stderr is no terminal.
class BatchStatus {
 public:
  /// `wanted` false: draws nothing, because rows come out on the same terminal.
  explicit BatchStatus(bool wanted);
  ~BatchStatus() { clear(); }
  BatchStatus(const BatchStatus&) = delete;
  BatchStatus& operator=(const BatchStatus&) = delete;

  bool is_due() const;  ///< whether the line has stood long enough to be drawn anew
  void show(const BatchProgress& progress);
  void clear();  ///< before anything else is printed

 private:
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace halfturn::cli

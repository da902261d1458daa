#pragma once

#include <chrono>
#include <string>

#include "halfturn/run.h"

namespace halfturn::cli {

/// What the person who waits is told on stderr: on a terminal a line that is redrawn in place, elsewhere, as
/// in a log, a line of its own now and then.
class StatusLine {
 public:
  using Duration = std::chrono::milliseconds;

  /// `wanted` false: tells nothing, because rows are printed on the same terminal. `first_line`: how long a
  /// log waits for its first line; each of the following takes twice as long as the one before, ten minutes
  /// at most.
  explicit StatusLine(Duration every, bool wanted = true, Duration first_line = std::chrono::seconds(15));
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_terminal() const { return kind_ == Kind::terminal; }
  bool is_due() const;  ///< whether it is time for show()
  void show(const std::string& text);
  void clear();  ///< call before anything else is printed

  /// "[=====     ]  50 % "; in a log "50 % ".
  std::string bar(double fraction) const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Kind { none, terminal, log };

  Kind kind_;
  Duration every_;
  Clock::time_point next_;
  bool drawn_ = false;
};

/// Shows the progress of a task, with an estimate of the time that is left.
class ProgressBar {
 public:
  ProgressBar() = default;
  explicit ProgressBar(StatusLine::Duration first_line) : line_(kEvery, true, first_line) {}

  /// Draws at most every 60 ms, except when another task begins.
  void show(const Progress& progress);
  void clear() { line_.clear(); }

 private:
  static constexpr StatusLine::Duration kEvery{60};

  StatusLine line_{kEvery};
  std::string task_;
  std::chrono::steady_clock::time_point begin_;  // of the task
  double at_begin_ = 0;                          // what was done of it then
  double fraction_ = 0;                          // the last one
};

}  // namespace halfturn::cli

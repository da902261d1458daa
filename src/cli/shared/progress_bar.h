#pragma once

#include <chrono>
#include <string>

#include "halfturn/run.h"

namespace halfturn::cli {

/// "[=====     ]  50 % "
std::string bar_text(double fraction);

/// A line on the terminal that is redrawn in place; nothing if stderr is not a terminal.
class StatusLine {
 public:
  /// `wanted` false: draws nothing, because rows are printed on the same terminal.
  explicit StatusLine(std::chrono::milliseconds every, bool wanted = true);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_shown() const { return shown_; }
  bool is_due() const;  ///< whether the line is shown and was last drawn `every` or longer ago
  void show(const std::string& text);
  void clear();  ///< call before anything else is printed

 private:
  std::chrono::milliseconds every_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// Shows the progress of a task on a terminal.
class ProgressBar {
 public:
  /// Draws at most every 60 ms, except when another task begins.
  void show(const Progress& progress);
  void clear() { line_.clear(); }

 private:
  StatusLine line_{std::chrono::milliseconds(60)};
  std::string task_;
};

}  // namespace halfturn::cli

#pragma once

#include <chrono>
#include <string>

#include "halfturn/run.h"

namespace halfturn::cli {

/// "[=====     ]  50 % "
std::string bar_text(double fraction);

/// A line on the terminal that is written over again and again; nothing where stderr is no terminal.
class StatusLine {
 public:
  /// `wanted` false: draws nothing, because rows come out on the same terminal.
  explicit StatusLine(std::chrono::milliseconds every, bool wanted = true);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_shown() const { return shown_; }
  bool is_due() const;  ///< whether the line has stood long enough to be drawn anew
  void show(const std::string& text);
  void clear();  ///< before anything else is printed

 private:
  std::chrono::milliseconds every_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// Shows on a terminal how far a task is.
class ProgressBar {
 public:
  /// Draws at most every few hundredths of a second, except where another task begins.
  void show(const Progress& progress);
  void clear() { line_.clear(); }

 private:
  StatusLine line_{std::chrono::milliseconds(60)};
  std::string task_;
};

}  // namespace halfturn::cli

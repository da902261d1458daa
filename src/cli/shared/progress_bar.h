#pragma once

#include <chrono>
#include <string>

#include "halfturn/table_store.h"

namespace halfturn::cli {

/// Shows on stderr what is being built: a line when a table is begun, and on a terminal a bar that moves.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws at most every few hundredths of a second, except where another table is begun.
  void show(const Progress& progress);
  void clear();

 private:
  bool on_terminal_;
  bool drawn_ = false;
  std::string table_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace halfturn::cli

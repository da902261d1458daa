#pragma once

#include <functional>
#include <mutex>

#include "base/stopwatch.h"
#include "cli/shared/progress_bar.h"
#include "halfturn/metric.h"
#include "halfturn/run.h"

namespace halfturn::cli {

/// Tells the person who waits for the shortest solution of one cube how far the search is: on a terminal what
/// is excluded and the best so far, a line each, and below them a bar for the depth that is being searched;
/// in a log the bar's line now and then. May be called from several threads.
class OptimalWatch {
 public:
  explicit OptimalWatch(Metric metric);

  void exclude(int moves);   ///< it is proved: no solution has so few moves
  void improve(int length);  ///< the best so far has this length
  void show(const Progress& progress);
  void print(const std::function<void()>& rows);  ///< calls a function that prints rows to stdout
  void clear();                                   ///< call before anything else is printed

 private:
  void tell(const std::string& text);

  const Metric metric_;
  const bool is_terminal_;
  const base::Stopwatch since_;
  std::mutex mutex_;
  ProgressBar bar_;
};

}  // namespace halfturn::cli

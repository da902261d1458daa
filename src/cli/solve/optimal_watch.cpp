#include "cli/solve/optimal_watch.h"

#include <unistd.h>

#include <string>

#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "cli/solve/optimal_output.h"
#include "front/wording.h"

namespace halfturn::cli {

namespace {

/// The first depths take no time; nobody wants to read of them.
constexpr double kWorthALine = 0.1;

}  // namespace

OptimalWatch::OptimalWatch(Metric metric) : metric_(metric), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

void OptimalWatch::tell(const std::string& text) {
  const double seconds = since_.seconds();
  if (!is_terminal_ || seconds < kWorthALine) return;
  bar_.clear();
  say("{} ({})\n", text, duration(seconds));
}

void OptimalWatch::exclude(int moves) {
  const std::lock_guard lock(mutex_);
  tell(none_within(moves, metric_));
}

void OptimalWatch::improve(int length) {
  const std::lock_guard lock(mutex_);
  tell("best so far: " + counted_moves(length, metric_));
}

void OptimalWatch::show(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  bar_.show(progress);
}

void OptimalWatch::print(const std::function<void()>& rows) {
  const std::lock_guard lock(mutex_);
  bar_.clear();
  rows();
  flush_output();
}

void OptimalWatch::clear() {
  const std::lock_guard lock(mutex_);
  bar_.clear();
}

}  // namespace halfturn::cli

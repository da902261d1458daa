#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

/// How to run and watch long work: the same for every engine and every table.
namespace halfturn {

/// How far some work has got.
struct Progress {
  std::string_view task;  ///< what is running: a table's name, "depth 12", "levels"
  std::string_view step;  ///< what it is doing now: "distances", "writing", "search"
  double fraction = 0;    ///< 0 .. 1, of the step unless the engine knows the whole task
};

/// How to run long work. Once `stop` is requested it ends early, as each engine describes.
struct Run {
  int threads = 0;  ///< 0: one for each processor that the process may use
  std::stop_token stop;
  std::function<void(const Progress&)> progress;  ///< called only from the caller's thread

  void report(std::string_view task, std::string_view step, double fraction) const {
    if (progress) progress({task, step, fraction});
  }
};

}  // namespace halfturn

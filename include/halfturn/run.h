#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

/// How long work is done and watched: the same for every engine and every table.
namespace halfturn {

/// How far a piece of work has come.
struct Progress {
  std::string_view task;  ///< what is at work: a table's name, "coset", "levels"
  std::string_view step;  ///< what is being done now: "distances", "writing", "waiting for another process"
  double fraction = 0;    ///< 0 .. 1 of the task
};

/// How to do long work. Ends early, as each engine describes, once `stop` is requested.
struct Run {
  int threads = 0;  ///< 0: one for each processor
  std::stop_token stop;
  std::function<void(const Progress&)> progress;  ///< called only from the thread that asked for the work

  void report(std::string_view task, std::string_view step, double fraction) const {
    if (progress) progress({task, step, fraction});
  }
};

}  // namespace halfturn

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "errors.h"
#include "halfturn/run.h"

/// Work that takes a while: without the GIL, with progress, and stopped by Ctrl-C.
namespace halfturn::python {

/// Between the threads that work and the Python thread that called, which waits for them.
///
/// Python code (callbacks, signal handlers) runs on the calling thread alone. An exception from it stops the
/// work. Of progress, callbacks see the latest report every twentieth of a second, and the last one.
class Watch {
 public:
  /// `progress`: None, or a function of (task, step, fraction). Raises RuntimeError when the interpreter is
  /// about to end.
  explicit Watch(py::object progress);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  /// How the work is to run. Valid as long as the watch.
  Run run(int threads);
  std::stop_token stop_token() const { return stop_.get_token(); }

  /// Work that knows how many of its items are done, from any thread.
  void begin_count(std::string task, std::size_t total);
  void count(std::size_t done) { done_.store(done, std::memory_order_relaxed); }

  /// Makes `event` run on the calling thread, with the GIL; from any thread, without the GIL.
  void post(std::function<void()> event);
  /// Say so before the work begins if events will be posted.
  void expect_events() { has_events_ = true; }

  /// Runs `work` and waits for it. An exception of Python code that ran meanwhile is interruption() after.
  void wait_for(const std::function<void()>& work);
  const std::optional<py::error_already_set>& interruption() const { return interruption_; }

  /// If there was an interruption, raises it with what was done until then.
  void raise_if_interrupted(const std::function<py::object()>& partial) const {
    if (interruption_) raise_with_partial(interruption_->value(), partial());
  }
  void raise_if_interrupted() const {
    raise_if_interrupted([] { return py::none(); });
  }

 private:
  struct Report {
    std::string task;
    std::string step;
    double fraction = 0;
  };

  bool needs_watching() const;
  void deliver();
  void tell(const Report& report) const;

  py::object progress_;
  bool has_events_ = false;
  std::stop_source stop_;
  std::optional<py::error_already_set> interruption_;

  std::string count_task_;
  std::size_t total_ = 0;
  std::atomic<std::size_t> done_{0};
  std::size_t told_ = 0;

  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  bool finished_ = false;
  std::optional<Report> latest_;
  std::vector<std::function<void()>> events_;
};

/// Stops all work that is under way and waits a while for it. To be called when the interpreter is about to
/// end, with the GIL: a thread that came back to Python after that would be torn down in the middle of C++.
void end_all_work();

/// Runs `work()` under the watch and returns its result. Exceptions of `work` itself are rethrown; after an
/// interruption they are dropped, and there is no result.
template <class Work>
auto watched(Watch& watch, const Work& work) -> std::optional<decltype(work())> {
  std::optional<decltype(work())> result;
  watch.wait_for([&] { result.emplace(work()); });
  return result;
}

}  // namespace halfturn::python

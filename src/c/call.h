#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

#include "halfturn/halfturn.h"
#include "halfturn/run.h"

/// A wish to stop that a signal handler may utter. std::stop_source takes locks and runs callbacks, so the
/// handler only sets a flag and posts a semaphore, and a thread that waits for it does the rest.
struct halfturn_stop {  // NOLINT(readability-identifier-naming): a name in C
 public:
  halfturn_stop();
  ~halfturn_stop();
  halfturn_stop(const halfturn_stop&) = delete;
  halfturn_stop& operator=(const halfturn_stop&) = delete;

  void request() noexcept;  ///< may be called from a signal handler
  bool requested() const { return requested_.load(); }
  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch();

  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<bool> requested_{false};
  std::atomic<bool> ended_{false};
  sem_t wake_{};
  std::stop_source source_;
  std::thread watcher_;
};

namespace halfturn::c {

/// One call of the interface: turns a halfturn_run into a Run, and knows whether it was stopped.
class Call {
 public:
  explicit Call(const halfturn_run* given);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() = default;

  const Run& run() const { return run_; }
  bool stopped() const { return source_.stop_requested(); }
  void stop() { source_.request_stop(); }

  /// For work whose items are handed out on any thread: reports if this is the caller's.
  void report_from_any_thread(std::string_view task, std::size_t done, std::size_t count) const;

 private:
  std::stop_source source_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
  std::thread::id caller_ = std::this_thread::get_id();
  Run run_;
};

}  // namespace halfturn::c

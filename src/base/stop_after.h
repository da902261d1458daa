#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace halfturn {

/// Waits, unless a stop is requested meanwhile. Returns whether it waited to the end.
inline bool wait_for(std::chrono::nanoseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any nobody;
  std::unique_lock lock(mutex);
  nobody.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

/// A stop that is requested after some time, if there is a limit, or when another one is.
class StopAfter {
 public:
  StopAfter(std::optional<std::chrono::nanoseconds> time, const std::stop_token& other)
      : on_other_(other, Request{source_}) {
    if (time)
      timer_ = std::jthread([this, time = *time](const std::stop_token& stop) {
        if (wait_for(time, stop)) source_.request_stop();
      });
  }

  std::stop_token token() const { return source_.get_token(); }

 private:
  struct Request {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<Request> on_other_;
  std::jthread timer_;  // last, so that it ends before what it uses
};

}  // namespace halfturn

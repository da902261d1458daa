#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace halfturn::serve {

/// Threads for the work behind requests, and a bounded line of work that waits for them.
///
/// Two of these serve all clients: one for answers that take a millisecond, one for searches of seconds and
/// minutes, so that the short ones never wait behind the long ones. The second has more threads than there
/// are processors, and the system shares the processors fairly among them; `niceness` keeps both behind the
/// thread of the connections.
class WorkQueue {
 public:
  struct Options {
    int threads = 1;
    std::size_t most_waiting = 64;
    int niceness = 0;
  };
  explicit WorkQueue(const Options& options);
  ~WorkQueue();  ///< forgets what waits, and waits for what is running
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// False if the line is full or the queue is closed: the work will not be done.
  bool submit(std::function<void()> work);
  void close();  ///< takes no more work, and forgets what waits
  std::size_t waiting() const;
  std::size_t running() const;

 private:
  void run(int niceness);

  std::size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> line_;
  std::size_t running_ = 0;
  bool closed_ = false;
  std::vector<std::jthread> threads_;  // last, so that they end before what they use
};

}  // namespace halfturn::serve

#include "serve/work_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace halfturn::serve {

WorkQueue::WorkQueue(const Options& options) : most_waiting_(options.most_waiting) {
  for (int i = 0; i < options.threads; ++i)
    threads_.emplace_back([this, niceness = options.niceness] { run(niceness); });
}

WorkQueue::~WorkQueue() {
  close();
}

bool WorkQueue::submit(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    // What waits for a thread that is free already has not to stand in the line.
    const std::size_t idle = threads_.size() - running_;
    if (closed_ || line_.size() >= most_waiting_ + idle) return false;
    line_.push_back(std::move(work));
  }
  more_.notify_one();
  return true;
}

void WorkQueue::close() {
  std::deque<std::function<void()>> forgotten;  // destroyed without the lock
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    forgotten.swap(line_);
  }
  more_.notify_all();
}

std::size_t WorkQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return line_.size();
}

std::size_t WorkQueue::running() const {
  const std::lock_guard lock(mutex_);
  return running_;
}

void WorkQueue::run(int niceness) {
  // Linux has a niceness for each thread.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return closed_ || !line_.empty(); });
    if (closed_) return;
    std::function<void()> work = std::move(line_.front());
    line_.pop_front();
    ++running_;
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
    --running_;
  }
}

}  // namespace halfturn::serve

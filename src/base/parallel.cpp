#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace halfturn::base {

int default_threads() {
#if defined(__EMSCRIPTEN__)
  return 1;  // whatever the machine has
#else
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#endif
}

bool parallel_for(int threads, std::size_t count, const std::stop_token& stop,
                  const std::function<void(int worker, std::size_t index)>& work) {
  if (threads <= 0) threads = default_threads();
  threads = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(threads), std::max<std::size_t>(count, 1)));

  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> finished{0};
  std::atomic<bool> failed{false};
  std::mutex failure_mutex;
  std::exception_ptr failure;
  const auto run = [&](int worker) {
    try {
      while (!stop.stop_requested() && !failed.load(std::memory_order_relaxed)) {
        const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
        if (index >= count) return;
        work(worker, index);
        finished.fetch_add(1, std::memory_order_relaxed);
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      failed = true;
    }
  };

  {
    std::vector<std::jthread> others;
    for (int worker = 1; worker < threads; ++worker) {
      try {
        others.emplace_back(run, worker);
      } catch (const std::system_error&) {
        break;  // no more threads available: those running share the work
      }
    }
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
  return finished.load() == count;
}

}  // namespace halfturn::base

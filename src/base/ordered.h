#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

#include "base/parallel.h"

namespace halfturn::base {

/// Calls `work(index)` for each index in 0 .. count - 1, spread over `threads` threads (0: as many as there
/// are processors), and passes each result to `done(index, result)` in the order of the indices, from any of
/// the threads, never two at once. Nothing is passed on once `stop` is requested, since `work` may then
/// return unfinished results. Returns how many were passed on. Rethrows an exception of either;
/// `done` is not called again after it has thrown.
template <class Work, class Done>
std::size_t deliver_in_order(int threads, std::size_t count, const std::stop_token& stop, const Work& work,
                             const Done& done) {
  std::mutex mutex;
  std::map<std::size_t, decltype(work(std::size_t{0}))> waiting;  // finished before their turn
  std::size_t delivered = 0;
  parallel_for(threads, count, stop, [&](int, std::size_t index) {
    auto result = work(index);
    const std::lock_guard lock(mutex);
    waiting.emplace(index, std::move(result));
    for (auto next = waiting.find(delivered); next != waiting.end() && !stop.stop_requested();
         next = waiting.find(delivered)) {
      // Out of the map first: if `done` throws, no thread finds it again, and later results stay waiting.
      const auto turn = waiting.extract(next);
      done(turn.key(), turn.mapped());
      ++delivered;
    }
  });
  return delivered;
}

}  // namespace halfturn::base

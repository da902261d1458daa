#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace halfturn::base {

/// How many threads to use where the caller does not say: the processors that this process may run on.
int default_threads();

/// Calls `work(worker, index)` once for each index in 0 .. count - 1, spread over `threads` threads (0: as
/// many as there are processors); the caller's thread is worker 0. Each index runs on one worker; which one
/// is not fixed, so results must not depend on it. No new index is begun once `stop` is requested. Returns
/// whether all of them ran. Where `work` throws, no new index is begun and the first exception
/// comes out of this call.
bool parallel_for(int threads, std::size_t count, const std::stop_token& stop,
                  const std::function<void(int worker, std::size_t index)>& work);

}  // namespace halfturn::base

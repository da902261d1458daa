#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace halfturn::base {

/// How many threads to use by default: the number of processors that this process may run on.
int default_threads();

/// Calls `work(worker, index)` once for each index in 0 .. count - 1, spread over `threads` threads (0:
/// default_threads()); the caller's thread is worker 0. Which worker takes an index is not fixed, so results
/// must not depend on it. No new index is begun once `stop` is requested or `work` has thrown; the first
/// exception is rethrown. Returns whether all indices ran.
bool parallel_for(int threads, std::size_t count, const std::stop_token& stop,
                  const std::function<void(int worker, std::size_t index)>& work);

}  // namespace halfturn::base

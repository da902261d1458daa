#include "cli/solve/solve_single.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace halfturn::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Only a search that takes longer than this is worth a copy of the tables.
constexpr auto kShortSearch = std::chrono::milliseconds(150);

/// Waits, unless a stop is requested meanwhile. Returns whether it waited to the end.
bool wait_for(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any nobody;
  std::unique_lock lock(mutex);
  nobody.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

/// Copies the tables in a thread of its own, beginning after kShortSearch. Ends without one where the copy
/// fails, as for lack of memory: then the search goes on with what it has.
class Copying {
 public:
  Copying(TableStore store, InstructionSet set, std::stop_source when_ready)
      : thread_([this, store = std::move(store), set,
                 when_ready = std::move(when_ready)](const std::stop_token& stop) mutable {
          if (!wait_for(kShortSearch, stop)) return;
          Result<Solver> opened = Solver::open(store, {.residency = Residency::resident, .set = set},
                                               {.threads = 0, .stop = stop, .progress = {}});
          if (!opened) return;
          solver_ = std::move(*opened);
          when_ready.request_stop();
        }) {}

  /// The solver with the copies, if there is one. Ends the copying.
  const std::optional<Solver>& take() {
    thread_.request_stop();
    thread_.join();
    return solver_;
  }

 private:
  std::optional<Solver> solver_;
  std::jthread thread_;
};

}  // namespace

bool is_complete(const SolveResult& result, const SolveOptions& options) {
  return result.exhausted || (options.max_moves && result.target_met) ||
         (options.probes && result.probes >= *options.probes);
}

Result<SolveResult> solve_at_once(Session& session, const Cube& cube, const SolveOptions& options) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return set.error();
  const bool from_files = store->status(Phase1Table::kind()).state == TableState::ready;
  const Result<Solver> mapped = session.open_solver(Residency::mapped);
  if (!mapped) return mapped.error();
  Run run = session.run();
  // A table that has just been built is in memory already.
  if (!from_files) return mapped->solve(cube, options, run);

  const Clock::time_point begin = Clock::now();
  SolveOptions left = options;
  std::size_t shortest = ~std::size_t{0};
  if (options.on_improvement)
    left.on_improvement = [&](const Moves& moves) {  // not again what the first search has reported
      if (moves.size() >= shortest) return;
      shortest = moves.size();
      options.on_improvement(moves);
    };
  const auto time_left = [&]() -> std::optional<std::chrono::nanoseconds> {
    if (!options.time) return std::nullopt;
    return std::max(std::chrono::nanoseconds(0), *options.time - (Clock::now() - begin));
  };

  std::stop_source ready;
  const std::stop_callback interrupted(session.stop_token(), [&] { ready.request_stop(); });
  Copying copying(*store, *set, ready);
  left.time = time_left();
  SolveResult first = mapped->solve(cube, left, {run.threads, ready.get_token(), {}});
  const std::optional<Solver>& copied = copying.take();
  left.time = time_left();
  const bool time_is_up = left.time && left.time->count() == 0;
  if (!copied || session.stop_token().stop_requested() || time_is_up || is_complete(first, options))
    return first;
  SolveResult second = copied->solve(cube, left, run);
  // Stopped early, the second search may not have come as far as the first.
  const bool better = second.exhausted || second.best().size() <= first.best().size();
  return better ? std::move(second) : std::move(first);
}

}  // namespace halfturn::cli

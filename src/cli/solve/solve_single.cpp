#include "cli/solve/solve_single.h"

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "base/stop_after.h"

namespace halfturn::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Only a search that takes longer than this is worth a copy of the tables.
constexpr auto kShortSearch = std::chrono::milliseconds(150);

/// Copies the tables in a thread of its own, beginning after kShortSearch. Ends without one where the copy
/// fails, as for lack of memory: then the search goes on with what it has.
class Copying {
 public:
  Copying(TableStore store, const SolverOptions& options, std::stop_source when_ready)
      : thread_([this, store = std::move(store), options,
                 when_ready = std::move(when_ready)](const std::stop_token& stop) mutable {
          if (!wait_for(kShortSearch, stop)) return;
          Result<Solver> opened = Solver::open(store, options, {.threads = 0, .stop = stop, .progress = {}});
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

/// Tells the person who waits for one solution how long it has been, and the best so far, in a thread of its
/// own, beginning after two seconds.
class SolveWatch {
 public:
  SolveWatch(const SolveOptions& options, Metric metric)
      : time_(options.time), metric_(metric), thread_([this](const std::stop_token& stop) {
          constexpr auto kFirst = std::chrono::milliseconds(2000);
          constexpr auto kNext = std::chrono::milliseconds(200);
          for (bool waited = wait_for(kFirst, stop); waited; waited = wait_for(kNext, stop)) tell();
        }) {}

  /// A shorter solution: `print` may print it.
  void improve(const Moves& moves, const std::function<void(const Moves&)>& print) {
    const std::lock_guard lock(mutex_);
    best_ = length(moves, metric_);
    line_.clear();
    if (print) print(moves);
  }

 private:
  void tell() {
    const std::lock_guard lock(mutex_);
    if (!line_.is_due()) return;
    const std::chrono::duration<double> passed = Clock::now() - begin_;
    std::string text = "solving: " + duration(passed.count());
    if (time_) text += " of " + duration(std::chrono::duration<double>(*time_).count());
    if (best_)
      text += fmt::format(", best so far {}", counted(static_cast<std::uint64_t>(*best_),
                                                      metric_ == Metric::half ? "move" : "quarter turn"));
    line_.show(text);
  }

  const Clock::time_point begin_ = Clock::now();
  const std::optional<std::chrono::nanoseconds> time_;
  const Metric metric_;
  std::mutex mutex_;
  StatusLine line_{std::chrono::milliseconds(200)};
  std::optional<int> best_;
  std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace

bool is_complete(const SolveResult& result, const SolveOptions& options) {
  return result.exhausted || (options.max_moves && result.target_met) ||
         (options.probes && result.probes >= *options.probes);
}

Result<SolveResult> solve_at_once(Session& session, const Cube& cube, const SolveOptions& options,
                                  Metric metric) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return set.error();
  // Compact tables are copied at once: that takes milliseconds.
  const bool compact = session.solver_tables() == SolverTables::compact;
  const bool from_files = !compact && store->status(Phase1Table::kind(metric)).state == TableState::ready;
  const Result<Solver> mapped =
      session.open_solver(compact ? Residency::resident : Residency::mapped, metric);
  if (!mapped) return mapped.error();
  Run run = session.run();
  // A table that has just been built is in memory already.
  const Clock::time_point begin = Clock::now();
  SolveWatch watch(options, metric);
  SolveOptions left = options;
  int shortest = std::numeric_limits<int>::max();
  left.on_improvement = [&](const Moves& moves) {  // not again what the first search has reported
    if (length(moves, metric) >= shortest) return;
    shortest = length(moves, metric);
    watch.improve(moves, options.on_improvement);
  };
  if (!from_files) return mapped->solve(cube, left, run);

  const auto time_left = [&]() -> std::optional<std::chrono::nanoseconds> {
    if (!options.time) return std::nullopt;
    return std::max(std::chrono::nanoseconds(0), *options.time - (Clock::now() - begin));
  };

  std::stop_source ready;
  const std::stop_callback interrupted(session.stop_token(), [&] { ready.request_stop(); });
  Copying copying(*store, {.residency = Residency::resident, .set = *set, .metric = metric}, ready);
  left.time = time_left();
  SolveResult first = mapped->solve(cube, left, {run.threads, ready.get_token(), {}});
  const std::optional<Solver>& copied = copying.take();
  left.time = time_left();
  const bool time_is_up = left.time && left.time->count() == 0;
  if (!copied || session.stop_token().stop_requested() || time_is_up || is_complete(first, options))
    return first;
  SolveResult second = copied->solve(cube, left, run);
  // Stopped early, the second search may not have come as far as the first.
  const bool better = second.exhausted || length(second.best(), metric) <= length(first.best(), metric);
  return better ? std::move(second) : std::move(first);
}

}  // namespace halfturn::cli

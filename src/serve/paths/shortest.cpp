#include <chrono>
#include <mutex>

#include "api/paths/paths.h"
#include "api/paths/solve_wish.h"
#include "base/stop_after.h"
#include "serve/paths/paths.h"

namespace halfturn::serve {

using Json = nlohmann::ordered_json;

void find_shortest(Job& job, ServerEngines& engines, int threads, const SolveWish& wish) {
  const std::shared_ptr<const OptimalSolver> solver = engines.optimal(wish.metric);
  OptimalOptions options;
  options.max_moves = wish.max_moves;
  // The engine reports from several threads, one at a time; so does the progress, from another. One lock
  // keeps events whole.
  std::mutex mutex;
  options.on_improvement = [&](const Moves& moves) {
    Json event = moves_json(moves, wish.metric);
    event["seconds"] = job.seconds();
    const std::lock_guard lock(mutex);
    job.send("improvement", event);
  };
  options.on_excluded = [&](int moves) {
    const std::lock_guard lock(mutex);
    job.send("excluded", {{"moves", moves}, {"seconds", job.seconds()}});
  };
  const StopAfter limit(wish.time ? *wish.time : std::chrono::seconds(kMostSolveSeconds), job.stop());
  Run run = job.run(threads);
  run.stop = limit.token();
  run.progress = [&, progress = run.progress](const Progress& at) {
    const std::lock_guard lock(mutex);
    progress(at);
  };
  const OptimalResult result = solver->solve(wish.cube, options, run);
  job.done({{"solutions", whole_solutions_json(result.solutions, wish)},
            {"metric", metric_name(wish.metric)},
            {"target_met",
             !result.solutions.empty() &&
                 (!wish.max_moves || length(result.solutions.front(), wish.metric) <= *wish.max_moves)},
            {"proved_shortest", result.is_optimal(wish.metric)},
            {"lower_bound", result.lower_bound},
            {"complete", result.complete},
            {"probes", result.work.probes},
            {"seconds", job.seconds()}});
}

}  // namespace halfturn::serve

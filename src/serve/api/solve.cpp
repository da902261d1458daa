#include <algorithm>
#include <chrono>

#include "base/stop_after.h"
#include "halfturn/comfort.h"
#include "halfturn/notation.h"
#include "serve/api/api.h"
#include "serve/fields.h"

namespace halfturn::serve {

using Json = nlohmann::ordered_json;

namespace {

/// What one request asks for.
struct SolveWish {
  Cube cube;
  Metric metric = Metric::half;
  std::optional<int> max_moves;
  std::optional<std::chrono::milliseconds> time;
  int solutions = 1;
  std::optional<FaceSet> prefer;
  bool optimal = false;

  /// Whether it is a matter of a millisecond.
  bool is_quick() const {
    return !optimal && !time && metric == Metric::half && solutions <= 3 &&
           max_moves.value_or(0) >= diameter(Metric::half);
  }
};

SolveWish wish_of(const Request& request) {
  const Fields fields(
      request, {"position", "input", "metric", "max_moves", "time_ms", "solutions", "prefer", "optimal"});
  SolveWish wish;
  wish.cube = fields.position().cube;
  wish.metric = fields.metric();
  if (const auto most = fields.whole_if_there("max_moves", 0, 30)) wish.max_moves = static_cast<int>(*most);
  if (const auto time = fields.whole_if_there("time_ms", 1, kMostSolveSeconds * 1000))
    wish.time = std::chrono::milliseconds(*time);
  wish.solutions = static_cast<int>(fields.whole("solutions", 1, kMostWholeSolutions, 1));
  if (fields.has("prefer")) wish.prefer = fields.faces();
  wish.optimal = fields.flag("optimal");
  if (wish.optimal && wish.solutions > 1)
    throw Refusal{400,
                  {ErrorKind::bad_input, "one shortest solution is found, not several",
                   "leave out \"solutions\" or \"optimal\""},
                  {},
                  {{"member", "solutions"}}};
  // Without any limit: as many moves as every cube takes.
  if (!wish.max_moves && !wish.time && !wish.optimal) wish.max_moves = diameter(wish.metric);
  return wish;
}

Json moves_json(const Moves& moves, Metric metric) {
  return {{"moves", format_moves(moves)}, {"length", length(moves, metric)}};
}

Json whole_solutions_json(std::vector<Moves> solutions, const SolveWish& wish) {
  if (wish.prefer) std::ranges::stable_sort(solutions, ComfortOrder(*wish.prefer, wish.metric));
  Json list = Json::array();
  for (const Moves& moves : solutions) list.push_back(moves_json(moves, wish.metric));
  return list;
}

const char* metric_name(Metric metric) {
  return metric == Metric::half ? "half" : "quarter";
}

Json result_json(const SolveResult& result, const SolveWish& wish, double seconds) {
  return {{"solutions", whole_solutions_json(result.solutions, wish)},
          {"metric", metric_name(wish.metric)},
          {"target_met", result.target_met},
          {"proved_shortest", result.exhausted},
          {"lower_bound", nullptr},
          {"complete", result.exhausted || (wish.max_moves && result.target_met)},
          {"probes", result.probes},
          {"seconds", seconds}};
}

SolveOptions solve_options(const SolveWish& wish) {
  SolveOptions options;
  options.max_moves = wish.max_moves;
  options.solutions = wish.solutions;
  options.time = wish.time ? *wish.time : std::chrono::seconds(kMostSolveSeconds);
  return options;
}

void improve(Job& job, Desk& desk, const SolveWish& wish) {
  const std::shared_ptr<const Solver> solver = desk.engines.solver(wish.metric);
  SolveOptions options = solve_options(wish);
  options.on_improvement = [&](const Moves& moves) {
    Json event = moves_json(moves, wish.metric);
    event["seconds"] = job.seconds();
    job.send("improvement", event);
  };
  const SolveResult result =
      solver->solve(wish.cube, options, {.threads = desk.threads(), .stop = job.stop(), .progress = {}});
  job.done(result_json(result, wish, job.seconds()));
}

void find_shortest(Job& job, Desk& desk, const SolveWish& wish) {
  const std::shared_ptr<const OptimalSolver> solver = desk.engines.optimal(wish.metric);
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
  Run run = job.run(desk.threads());
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

}  // namespace

std::optional<LongWork> solve(Desk& desk, Exchange& exchange) {
  const SolveWish wish = wish_of(exchange.request());
  if (!wish.is_quick() || exchange.request().wants_events())
    return
        [&desk, wish](Job& job) { wish.optimal ? find_shortest(job, desk, wish) : improve(job, desk, wish); };
  const auto begin = std::chrono::steady_clock::now();
  const std::shared_ptr<const Solver> solver = desk.engines.solver(wish.metric);
  const SolveResult result =
      solver->solve(wish.cube, solve_options(wish), {.threads = 1, .stop = exchange.gone(), .progress = {}});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  exchange.reply(json_response(result_json(result, wish, seconds)));
  return std::nullopt;
}

}  // namespace halfturn::serve

#include <algorithm>
#include <chrono>

#include "api/fields.h"
#include "api/paths/paths.h"
#include "api/paths/solve_wish.h"
#include "halfturn/comfort.h"
#include "halfturn/notation.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

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

namespace {

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

}  // namespace

std::optional<LongWork> solve(Desk& desk, Exchange& exchange) {
  const SolveWish wish = wish_of(exchange.request());
  if (wish.optimal && !desk.shortest)
    throw Refusal{501,
                  {ErrorKind::machine, "shortest solutions, proved, cannot be found here",
                   "the native program can: halfturn solve --optimal"},
                  "unavailable",
                  {{"member", "optimal"}}};
  if (!wish.is_quick() || exchange.request().wants_events())
    return [&desk, wish](Job& job) { wish.optimal ? desk.shortest(job, wish) : improve(job, desk, wish); };
  const auto begin = std::chrono::steady_clock::now();
  const std::shared_ptr<const Solver> solver = desk.engines.solver(wish.metric);
  const SolveResult result =
      solver->solve(wish.cube, solve_options(wish), {.threads = 1, .stop = exchange.gone(), .progress = {}});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  exchange.reply(json_response(result_json(result, wish, seconds)));
  return std::nullopt;
}

}  // namespace halfturn::api

#include "halfturn/coset.h"

#include "api/fields.h"
#include "front/json.h"
#include "serve/paths/paths.h"

namespace halfturn::serve {

using Json = nlohmann::ordered_json;

namespace {

struct CosetWish {
  Cube cube;
  std::optional<int> prove;
  int search_depth = 0;
  int depth = 0;
};

/// Deeper searches take minutes and hours.
constexpr int kDeepestSearch = 16;
constexpr int kUsualSearch = 15;

Json coset_level_json(const CosetLevel& level) {
  return {{"depth", level.depth},          {"new", or_null(level.fresh)},
          {"total", or_null(level.total)}, {"probes", level.probes},
          {"exact", level.exact},          {"seconds", level.search_seconds + level.prepass_seconds}};
}

void solve_coset(Job& job, Desk& desk, std::mutex& one_coset, const CosetWish& wish) {
  std::unique_lock turn(one_coset, std::try_to_lock);
  if (!turn.owns_lock())
    throw try_again("busy", "another coset is being solved", "one at a time: each takes 6 GB of memory", 5);
  const auto solver = desk.engines.solver(Metric::half);
  job.send("progress", {{"task", "memory"}, {"step", "taking 5 GB"}, {"fraction", 0}, {"seconds", 0}});
  std::optional<CosetSolver> coset(*solver);
  ExploreOptions options;
  options.search_depth = wish.search_depth;
  options.depth = wish.depth;
  options.on_level = [&](const CosetLevel& level) { job.send("level", coset_level_json(level)); };
  const Run run = job.run(desk.threads());
  const CosetOptions& reports = options;
  Result<CosetResult> found = wish.prove ? coset->prove(wish.cube, {reports, *wish.prove}, run)
                                         : coset->explore(wish.cube, options, run);
  if (!found && found.error().kind == ErrorKind::stopped)
    found = CosetResult{.remaining = kCosetPositions, .stopped = true};  // before anything was reached
  const CosetResult result = value_or_refuse(std::move(found));
  // Its memory first, so that whoever asks after the answer finds it free.
  coset.reset();
  turn.unlock();
  Json levels = Json::array();
  for (const CosetLevel& level : result.levels) levels.push_back(coset_level_json(level));
  job.done({{"positions", kCosetPositions},
            {"levels", levels},
            {"proved", or_null(result.proved)},
            {"remaining", result.remaining},
            {"solved_singly", result.solved_singly},
            {"stopped", result.stopped},
            {"seconds", result.seconds}});
}

}  // namespace

std::optional<LongWork> coset(Desk& desk, std::mutex& one_coset, Exchange& exchange) {
  const Fields fields(exchange.request(), {"position", "input", "prove", "search_depth", "depth"});
  CosetWish wish;
  wish.cube = fields.position().cube;
  if (const auto bound = fields.whole_if_there("prove", 1, kDeepestCosetLevel))
    wish.prove = static_cast<int>(*bound);
  wish.depth = static_cast<int>(fields.whole("depth", 0, kDeepestCosetLevel,
                                             fields.whole("search_depth", 0, kDeepestSearch, kUsualSearch)));
  wish.search_depth =
      static_cast<int>(fields.whole("search_depth", 0, kDeepestSearch, std::min(wish.depth, kUsualSearch)));
  if (wish.search_depth > wish.depth)
    throw Refusal{400, {ErrorKind::bad_input, "the search goes deeper than the depth", "make them equal"}};
  return [&desk, &one_coset, wish](Job& job) { solve_coset(job, desk, one_coset, wish); };
}

}  // namespace halfturn::serve

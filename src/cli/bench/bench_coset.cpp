#include <fmt/core.h>

#include <string>

#include "cli/bench/bench.h"
#include "cli/coset/coset.h"
#include "halfturn/coset.h"
#include "halfturn/notation.h"

namespace halfturn::cli {

namespace {

constexpr const char* kFar = "R' U' B' F L' B2 D U R";
constexpr const char* kNear = "L' F2 R D' U B' U' F2 U'";

class CosetBench {
 public:
  CosetBench(Session& session, CosetSolver& solver, BenchReport& report)
      : session_(session), solver_(solver), report_(report) {}

  /// Searches to level 14, then does five levels by prepasses alone.
  void prepasses() {
    ExploreOptions options;
    options.search_depth = 14;
    options.depth = 19;
    const std::optional<CosetResult> result = explore(options);
    if (!result) return;
    double seconds = 0;
    int passes = 0;
    for (const CosetLevel& level : result->levels) {
      seconds += level.prepass_seconds;
      passes += level.prepass_seconds > 0 ? 1 : 0;
    }
    report_.add(fmt::format("one prepass, mean of {}", passes), seconds / passes, "s",
                result->levels.back().total);
  }

  void search() {
    ExploreOptions options;
    options.engine = CosetEngine::search;
    const std::optional<CosetResult> result = explore(options);
    if (!result) return;
    const CosetLevel& level = result->levels.back();
    report_.add("search of level 15 alone", level.search_seconds, "s", level.probes);
  }

  /// Two runs: all levels to 13 by search alone; search to 12, then 13 and 14 by prepasses.
  void levels() {
    for (const bool prepass : {false, true}) {
      ExploreOptions options;
      options.engine = prepass ? CosetEngine::fast : CosetEngine::search;
      options.search_depth = prepass ? 12 : 13;
      options.depth = prepass ? 14 : 13;
      const std::optional<CosetResult> result = explore(options);
      if (!result) return;
      for (const CosetLevel& level : result->levels) {
        const std::string name =
            fmt::format("level {}, {}", level.depth, prepass ? "with prepasses" : "search alone");
        report_.add(name + ", probes", level.search_seconds, "s", level.probes);
        report_.add(name + ", positions", level.prepass_seconds, "s", level.total);
      }
    }
  }

  void proof(const char* sequence) {
    const std::optional<CosetResult> result =
        finished([&](const Run& run) { return solver_.prove(position(sequence), {}, run); });
    if (!result) return;
    report_.add(fmt::format("proof of 20, {}", sequence), result->seconds, "s", result->solved_singly);
  }

 private:
  static Cube position(const char* sequence) { return parse_moves(sequence)->position(); }

  std::optional<CosetResult> explore(const ExploreOptions& options) {
    return finished([&](const Run& run) { return solver_.explore(position(kFar), options, run); });
  }

  template <class Work>
  std::optional<CosetResult> finished(const Work& work) {
    if (session_.stop_token().stop_requested()) return std::nullopt;
    Result<CosetResult> result = work(Run{session_.threads(), session_.stop_token(), {}});
    if (!result) session_.fail(result.error());
    if (!result || result->stopped) return std::nullopt;
    return std::move(*result);
  }

  Session& session_;
  CosetSolver& solver_;
  BenchReport& report_;
};

}  // namespace

void bench_coset(Session& session, bool quick) {
  Result<CosetSolver> solver = open_coset_solver(session);
  if (!solver) return session.fail(solver.error());
  {
    BenchReport report(session, quick);
    CosetBench bench(session, *solver, report);
    if (quick) {
      bench.levels();
    } else {
      bench.prepasses();
      bench.search();
      bench.proof(kFar);
      bench.proof(kNear);
    }
  }
  if (session.stop_token().stop_requested()) session.fail({ErrorKind::stopped, "stopped", {}});
}

}  // namespace halfturn::cli

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/bench/bench.h"
#include "halfturn/optimal.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kOptimalSeed = 2026;

std::vector<Cube> random_positions(std::size_t count) {
  RandomCubes random(kOptimalSeed);
  std::vector<Cube> cubes;
  for (std::size_t i = 0; i < count; ++i) cubes.push_back(random.next());
  return cubes;
}

/// Cubes that are so close to solved that they take little time with the smallest table.
std::vector<Cube> near_positions() {
  RandomCubes random(kOptimalSeed);
  std::vector<Cube> cubes;
  for (const int turns : {15, 16, 16})
    cubes.push_back(Cube().after(random_moves(random, turns, Metric::half)));
  return cubes;
}

/// Each cube alone, on one thread. Nothing is reported after a stop.
void bench_table(const OptimalSolver& solver, const Session& session, const std::vector<Cube>& cubes,
                 BenchReport& report) {
  std::vector<double> seconds;
  OptimalWork work;
  std::uint64_t moves = 0;
  for (const Cube& cube : cubes) {
    const Stopwatch watch;
    const OptimalResult result =
        solver.solve(cube, {}, {.threads = 1, .stop = session.stop_token(), .progress = {}});
    if (!result.complete) return;
    seconds.push_back(watch.seconds());
    work.reads += result.work.reads;
    work.nodes += result.work.nodes;
    work.probes += result.work.probes;
    moves += static_cast<std::uint64_t>(result.lower_bound);
  }
  const auto count = static_cast<double>(cubes.size());
  double all = 0;
  for (const double one : seconds) all += one;
  std::ranges::sort(seconds);
  const double median = (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2;
  report.add(fmt::format("{}, {} cubes, 1 thread", solver.table(), cubes.size()), all / count, "s",
             work.reads);
  report.add("    median", median, "s");
  report.add("    worst", seconds.back(), "s");
  report.add("    time a read, nodes", 1e9 * all / static_cast<double>(work.reads), "ns", work.nodes);
  report.add("    probes a cube", static_cast<double>(work.probes) / count, "", work.probes);
  report.add("    mean length", static_cast<double>(moves) / count, "", moves);
}

}  // namespace

void bench_optimal(Session& session, std::size_t cubes, bool quick) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  BenchReport report(session, quick);
  bool any = false;
  for (const Metric metric : kAllMetrics)
    for (const TableKind& table : optimal_tables(metric)) {
      const bool is_smallest = !any && metric == Metric::half;
      if (quick ? !is_smallest : store->status(table).state != TableState::ready) continue;
      any = true;
      const Result<OptimalSolver> solver =
          session.open_optimal_solver({.metric = metric, .table = table.name});
      if (!solver) return session.fail(solver.error());
      bench_table(*solver, session, quick ? near_positions() : random_positions(cubes), report);
      if (session.stop_token().stop_requested()) return session.fail({ErrorKind::stopped, "stopped", {}});
    }
  if (!any)
    session.fail({ErrorKind::missing, "there is no table for shortest solutions",
                  "build one with: halfturn tables build optimal"});
}

}  // namespace halfturn::cli

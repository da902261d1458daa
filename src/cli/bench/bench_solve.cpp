#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "cli/bench/bench.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kSolveSeed = 2026;

std::vector<Cube> random_cubes(std::size_t count) {
  RandomCubes random(kSolveSeed);
  std::vector<Cube> cubes;
  for (std::size_t i = 0; i < count; ++i) cubes.push_back(random.next());
  return cubes;
}

Run with_threads(const Session& session, int threads) {
  return {.threads = threads, .stop = session.stop_token(), .progress = {}};
}

struct Totals {
  std::uint64_t probes = 0;
  std::uint64_t moves = 0;
  std::size_t cubes = 0;
  std::size_t longest = 0;
  double mean_length() const { return static_cast<double>(moves) / static_cast<double>(cubes); }
};

/// Solves cube after cube, each with all the threads of the run.
Totals solve_each(const Solver& solver, const std::vector<Cube>& cubes, const SolveOptions& options,
                  const Run& run) {
  Totals totals;
  for (const Cube& cube : cubes) {
    if (run.stop.stop_requested()) break;
    const SolveResult result = solver.solve(cube, options, run);
    totals.probes += result.probes;
    totals.moves += result.best().size();
    totals.longest = std::max(totals.longest, result.best().size());
    ++totals.cubes;
  }
  return totals;
}

void bench_target(const Solver& solver, Session& session, int target, std::size_t count,
                  BenchReport& report) {
  SolveOptions options;
  options.max_moves = target;
  const std::vector<Cube> cubes = random_cubes(count);
  const Stopwatch watch;
  const Totals totals = solve_each(solver, cubes, options, with_threads(session, 1));
  if (totals.cubes < count) return;  // stopped: no figure
  report.add(fmt::format("to at most {} moves, {} cubes, 1 thread", target, count),
             1000 * watch.seconds() / static_cast<double>(count), "ms", totals.probes);
  report.add(fmt::format("    mean length"), totals.mean_length(), "", totals.moves);
}

void bench_time(const Solver& solver, Session& session, int milliseconds, int threads, std::size_t count,
                BenchReport& report) {
  SolveOptions options;
  options.max_moves.reset();
  options.time = std::chrono::milliseconds(milliseconds);
  const Totals totals = solve_each(solver, random_cubes(count), options, with_threads(session, threads));
  if (totals.cubes < count) return;
  report.add(fmt::format("best within {} ms, {} cubes, {} thread{}", milliseconds, count, threads,
                         threads > 1 ? "s" : ""),
             totals.mean_length(), "");
  report.add("    longest", static_cast<double>(totals.longest), "");
}

void bench_batch(const Solver& solver, Session& session, int threads, std::size_t count,
                 BenchReport& report) {
  const std::vector<Cube> cubes = random_cubes(count);
  std::uint64_t moves = 0;
  const Stopwatch watch;
  const std::size_t done =
      solver.solve_all(cubes, {}, with_threads(session, threads),
                       [&](std::size_t, const SolveResult& result) { moves += result.best().size(); });
  if (done < count) return;
  report.add(
      fmt::format("batch to at most 20, {} cubes, {} thread{}", count, threads, threads > 1 ? "s" : ""),
      static_cast<double>(done) / watch.seconds() / 1000, "k/s", moves);
}

}  // namespace

void bench_solve(Session& session, bool quick) {
  const Result<Solver> opened = session.open_solver(Residency::resident);
  if (!opened) return session.fail(opened.error());
  BenchReport report(session, quick);
  const Solver& solver = *opened;
  if (quick) {
    bench_target(solver, session, 20, 500, report);
    bench_target(solver, session, 19, 10, report);
    bench_batch(solver, session, 1, 500, report);
    bench_batch(solver, session, 2, 500, report);
    if (session.stop_token().stop_requested()) session.fail({ErrorKind::stopped, "stopped", {}});
    return;
  }
  solve_each(solver, random_cubes(1000), {},
             with_threads(session, 1));  // the tables have just been copied; let the caches settle
  const std::array<std::function<void()>, 7> parts = {
      [&] { bench_target(solver, session, 20, 10'000, report); },
      [&] { bench_target(solver, session, 19, 500, report); },
      [&] { bench_time(solver, session, 1, 1, 1'000, report); },
      [&] { bench_time(solver, session, 10, 1, 1'000, report); },
      [&] { bench_time(solver, session, 10, 2, 1'000, report); },
      [&] { bench_batch(solver, session, 1, 20'000, report); },
      [&] { bench_batch(solver, session, 2, 20'000, report); },
  };
  for (const auto& part : parts)
    if (!session.stop_token().stop_requested()) part();
  if (session.stop_token().stop_requested()) session.fail({ErrorKind::stopped, "stopped", {}});
}

}  // namespace halfturn::cli

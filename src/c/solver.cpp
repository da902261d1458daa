#include "halfturn/solve.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <utility>

#include "c/solutions.h"
#include "c/text.h"
#include "c/values.h"

// NOLINTBEGIN(readability-identifier-naming): names in C
struct halfturn_solver {
  halfturn::Solver solver;
};

using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

namespace {

constexpr int kMostMoves = 40;
constexpr int kMostSolutions = 1000;
constexpr uint64_t kMostMicroseconds = 1'000'000'000'000'000;  // thirty years

SolveOptions solve_options_from_c(const halfturn_solve_options* given, Metric metric) {
  const auto options = options_from_c(given, "halfturn_solve_options");
  SolveOptions result;
  if (options.max_moves == HALFTURN_NO_TARGET)
    result.max_moves.reset();
  else
    result.max_moves = number_from_c(options.max_moves, 1, kMostMoves, diameter(metric), "max_moves");
  result.solutions = number_from_c(options.solutions, 1, kMostSolutions, 1, "the number of solutions");
  if (options.time_us > kMostMicroseconds)
    throw bad_argument(fmt::format("time_us is {}", options.time_us),
                       fmt::format("at most {}, which is thirty years", kMostMicroseconds));
  if (options.time_us > 0)
    result.time = std::chrono::microseconds(static_cast<std::int64_t>(options.time_us));
  if (options.probes > 0) result.probes = options.probes;
  return result;
}

std::unique_ptr<halfturn_solutions> solutions_to_c(const SolveResult& result, Metric metric) {
  auto solutions = std::make_unique<halfturn_solutions>();
  for (const Moves& moves : result.solutions) solutions->add(moves);
  solutions->complete = result.exhausted;
  solutions->target_met = result.target_met;
  solutions->lower_bound = result.exhausted ? length(result.best(), metric) : 0;
  solutions->probes = result.probes;
  return solutions;
}

}  // namespace

halfturn_status halfturn_default_folder(char* folder, size_t size, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(folder, "folder");
    text_to_c(value_or_fail(default_table_folder()).string(), folder, size);
  });
}

halfturn_status halfturn_solver_open(const char* folder, const halfturn_solver_options* options,
                                     const halfturn_run* run, halfturn_solver** solver,
                                     halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(solver, "solver") = nullptr;
    const auto given = options_from_c(options, "halfturn_solver_options");
    refuse_reserved(given.reserved == 0, "halfturn_solver_options");
    const SolverOptions wanted{.residency = residency_from_c(given.residency),
                               .metric = metric_from_c(given.metric),
                               .tables = given.compact != 0 ? SolverTables::compact : SolverTables::full};
    const Call call(run);
    Solver opened = value_or_fail(Solver::open(store_from_c(folder), wanted, call.run()));
    *solver = new halfturn_solver{std::move(opened)};
  });
}

void halfturn_solver_free(halfturn_solver* solver) {
  delete solver;
}

halfturn_status halfturn_solve(const halfturn_solver* solver, const halfturn_cube* cube,
                               const halfturn_solve_options* options, const halfturn_run* run,
                               halfturn_solutions** solutions, halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(solutions, "solutions") = nullptr;
    const Solver& engine = not_null(solver, "solver")->solver;
    const Cube scrambled = cube_from_c(cube, "cube");
    const SolveOptions wanted = solve_options_from_c(options, engine.metric());
    const Call call(run);
    const SolveResult result = engine.solve(scrambled, wanted, call.run());
    *solutions = solutions_to_c(result, engine.metric()).release();
    const bool reached = result.exhausted || (wanted.max_moves && result.target_met);
    if (call.stopped() && !reached) fail_as_stopped("stopped before the search came to its end");
  });
}

halfturn_status halfturn_solve_many(const halfturn_solver* solver, const halfturn_cube* cubes, size_t count,
                                    const halfturn_solve_options* options, const halfturn_run* run,
                                    halfturn_solved solved, void* user, size_t* done, halfturn_error* error) {
  return guarded(error, [&] {
    if (done != nullptr) *done = 0;
    const Solver& engine = not_null(solver, "solver")->solver;
    not_null(solved, "solved");
    const std::vector<Cube> scrambled = cubes_from_c(cubes, count);
    const SolveOptions wanted = solve_options_from_c(options, engine.metric());
    Call call(run);
    ManySolved many(call, count, solved, user, done);
    engine.solve_all(scrambled, wanted, call.run(), [&](std::size_t index, const SolveResult& result) {
      many.take(index, *solutions_to_c(result, engine.metric()));
    });
    many.finish();
  });
}
// NOLINTEND(readability-identifier-naming)

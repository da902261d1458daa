#include "halfturn/optimal.h"

#include <memory>
#include <utility>

#include "c/solutions.h"
#include "c/values.h"

// NOLINTBEGIN(readability-identifier-naming): names in C
struct halfturn_optimal {
  halfturn::OptimalSolver solver;
};

using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

namespace {

constexpr int kMostBound = 40;

OptimalOptions search_from_c(const halfturn_optimal_search* search) {
  const auto given = options_from_c(search, "halfturn_optimal_search");
  OptimalOptions options;
  if (given.max_moves != 0) options.max_moves = number_from_c(given.max_moves, 1, kMostBound, 0, "max_moves");
  options.lower_bound = number_from_c(given.lower_bound, 1, kMostBound, 0, "lower_bound");
  const int beyond = number_from_c(given.beyond, 1, kMostBound, 0, "beyond");
  if (beyond != 0 && given.all == 0)
    throw bad_argument("beyond is given, but not all", "set all to 1, or beyond to 0");
  if (given.all != 0) options.all_within = beyond;
  return options;
}

/// After a stop there may be a solution that is longer than was asked for.
bool is_target_met(const OptimalResult& result, const OptimalOptions& options, Metric metric) {
  if (result.solutions.empty() || (options.all_within && !result.complete)) return false;
  return !options.max_moves || length(result.solutions.front(), metric) <= *options.max_moves;
}

std::unique_ptr<halfturn_solutions> optimal_to_c(const OptimalResult& result, const OptimalOptions& options,
                                                 Metric metric) {
  auto solutions = std::make_unique<halfturn_solutions>();
  for (const Moves& moves : result.solutions) solutions->add(moves);
  solutions->complete = result.complete;
  solutions->target_met = is_target_met(result, options, metric);
  solutions->lower_bound = result.lower_bound;
  solutions->probes = result.work.probes;
  return solutions;
}

}  // namespace

halfturn_status halfturn_optimal_open(const char* folder, const halfturn_optimal_options* options,
                                      const halfturn_run* run, halfturn_optimal** optimal,
                                      halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(optimal, "optimal") = nullptr;
    const auto given = options_from_c(options, "halfturn_optimal_options");
    refuse_reserved(given.reserved == 0, "halfturn_optimal_options");
    const OptimalSolverOptions how{.metric = metric_from_c(given.metric),
                                   .table = given.table == nullptr ? "" : given.table};
    const Call call(run);
    OptimalSolver opened = value_or_fail(OptimalSolver::open(store_from_c(folder), how, call.run()));
    *optimal = new halfturn_optimal{std::move(opened)};
  });
}

void halfturn_optimal_free(halfturn_optimal* optimal) {
  delete optimal;
}

const char* halfturn_optimal_table(const halfturn_optimal* optimal) {
  return optimal == nullptr ? nullptr : optimal->solver.table().c_str();
}

halfturn_status halfturn_optimal_solve(const halfturn_optimal* optimal, const halfturn_cube* cube,
                                       const halfturn_optimal_search* search, const halfturn_run* run,
                                       halfturn_solutions** solutions, halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(solutions, "solutions") = nullptr;
    not_null(optimal, "optimal");
    const Cube scrambled = cube_from_c(cube, "cube");
    const OptimalOptions options = search_from_c(search);
    const Call call(run);
    const OptimalResult result = optimal->solver.solve(scrambled, options, call.run());
    *solutions = optimal_to_c(result, options, optimal->solver.metric()).release();
    if (!result.complete) fail_as_stopped("stopped before the answer was proved");
  });
}

halfturn_status halfturn_optimal_solve_many(const halfturn_optimal* optimal, const halfturn_cube* cubes,
                                            size_t count, const halfturn_optimal_search* search,
                                            const halfturn_run* run, halfturn_solved solved, void* user,
                                            size_t* done, halfturn_error* error) {
  return guarded(error, [&] {
    if (done != nullptr) *done = 0;
    not_null(optimal, "optimal");
    not_null(solved, "solved");
    const std::vector<Cube> scrambled = cubes_from_c(cubes, count);
    const OptimalOptions options = search_from_c(search);
    Call call(run);
    ManySolved many(call, count, solved, user, done);
    optimal->solver.solve_all(scrambled, options, call.run(),
                              [&](std::size_t index, const OptimalResult& result) {
                                many.take(index, *optimal_to_c(result, options, optimal->solver.metric()));
                              });
    many.finish();
  });
}
// NOLINTEND(readability-identifier-naming)

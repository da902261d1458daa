#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/shared/list_run.h"
#include "cli/shared/session.h"
#include "cli/solve/solve_output.h"
#include "halfturn/optimal.h"

namespace halfturn::cli {

/// What `solve` was asked for about shortest solutions.
struct OptimalArguments {
  bool optimal = false;
  std::optional<int> lower_bound;
  bool all = false;
  std::optional<int> all_within;
  bool all_orders = false;
  std::string table;

  /// Whether shortest solutions are wanted at all.
  bool wanted() const { return optimal || all || all_within; }
};

/// What does not go together among these; nothing if all does.
std::optional<Error> contradiction_in(const OptimalArguments& arguments);

/// All that the modes of the command need.
struct OptimalJob {
  Session& session;
  OptimalOptions options;
  OptimalSolverOptions solver;                   ///< its instruction set is the session's
  std::optional<std::chrono::nanoseconds> time;  ///< a cube; not for lists
  SolutionStyle style;
  bool all_orders = false;
};

/// One cube, with all threads.
void solve_one_optimally(const OptimalJob& job, const std::string& text);

/// Each position of a list, in order. One that cannot be read gives an error row.
void solve_list_optimally(const OptimalJob& job, const ListRequest& request);

/// Answers each line as it comes, until the input ends.
void serve_optimally(const OptimalJob& job);

}  // namespace halfturn::cli

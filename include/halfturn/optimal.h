#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/run.h"
#include "halfturn/solve.h"
#include "halfturn/table_store.h"

/// Shortest solutions of whole cubes, proved to be shortest.
namespace halfturn {

/// What to search for.
struct OptimalOptions {
  /// Nothing shorter exists, says the caller; trusted without proof.
  int lower_bound = 0;
  /// Asks only whether there is a solution of at most this length.
  std::optional<int> max_moves;
  /// Every solution of at most the shortest length plus this, instead of one shortest. Two solutions count as
  /// one if they differ only in the order of turns of opposite faces that follow each other; the one named
  /// has U before D, R before L, F before B.
  std::optional<int> all_within;
  /// Whether to look for solutions by the two-phase algorithm as well, which spares the last and longest part
  /// of the search for most cubes. Only which of several shortest solutions is named depends on it.
  bool two_phase = true;

  // Called while the search runs, from any thread, never two at once.
  std::function<void(const Moves& solution)> on_improvement;  ///< a shorter solution than any before
  std::function<void(int moves)>
      on_excluded;  ///< it is proved: there is no solution of at most so many moves
  std::function<void(const Moves& solution)> on_solution;  ///< each of all_within, as it is found
};

/// How much work was done. With one thread always the same for the same cube, options and table.
struct OptimalWork {
  std::uint64_t reads = 0;    ///< table entries read
  std::uint64_t nodes = 0;    ///< positions whose moves were tried with the help of the table
  std::uint64_t endings = 0;  ///< positions whose last moves were tried by the corners alone
  std::uint64_t probes = 0;   ///< phase-1 solutions tried by the two-phase solver
};

struct OptimalResult {
  /// Shortest first; each has been replayed on the cube. Without `all_within`, at most one: the best found.
  std::vector<Moves> solutions;
  /// No solution is shorter: proved, or as given.
  int lower_bound = 0;
  /// The answer is complete. If there is a solution, the first is shortest, and with `all_within` none is
  /// missing; if there is none, none of at most `max_moves` exists. False only after a stop.
  bool complete = false;
  OptimalWork work;

  bool is_optimal(Metric metric) const {
    return !solutions.empty() && length(solutions.front(), metric) == lower_bound;
  }
};

/// How to open a solver.
struct OptimalSolverOptions {
  Metric metric = Metric::half;
  /// The name of the table to use; empty: the largest at hand that fits into memory, or the smallest, which
  /// is then built.
  std::string table;
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
};

/// The solver. Any number of threads may call it at once. It keeps its tables open; copies share them.
///
/// The answer is a function of the cube and the options alone, whatever the table, the number of threads and
/// the instruction set, unless a stop ended the search.
class OptimalSolver {
 public:
  /// Opens the tables in the store; builds those that are missing or outdated.
  static Result<OptimalSolver> open(const TableStore& store, const OptimalSolverOptions& options,
                                    const Run& run);

  Metric metric() const;
  const std::string& table() const;  ///< the name of the table in use

  /// All of the run's threads work on this cube. Reports as progress the part of a depth that is done.
  OptimalResult solve(const Cube& cube, const OptimalOptions& options, const Run& run) const;

  /// Solves many cubes, each on one thread. Calls `done(index, result)` in the order of the cubes, from any
  /// thread, never two at once; calls none of the options' functions. Returns how many cubes were done: all,
  /// unless a stop was requested.
  std::size_t solve_all(std::span<const Cube> cubes, const OptimalOptions& options, const Run& run,
                        const std::function<void(std::size_t index, const OptimalResult&)>& done) const;

 private:
  struct Engine;
  explicit OptimalSolver(std::shared_ptr<const Engine> engine) : engine_(std::move(engine)) {}
  std::shared_ptr<const Engine> engine_;
};

/// The tables among which a solver chooses, smallest first.
std::vector<TableKind> optimal_tables(Metric metric);

/// The small tables that a solver needs besides the one it chooses.
std::vector<TableKind> optimal_helper_tables(Metric metric);

}  // namespace halfturn

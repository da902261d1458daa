#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/result.h"
#include "halfturn/run.h"
#include "halfturn/table_store.h"

/// Short solutions of whole cubes, by Kociemba's two-phase algorithm.
namespace halfturn {

/// The six positions from which a cube can be approached, as bits: with U-D, R-L and F-B as the axis of H,
/// then the same three for the inverse of the position.
using StartMask = unsigned;
inline constexpr StartMask kAllStarts = 63;
inline constexpr StartMask kStartAsGiven = 1;  ///< U-D, the position itself

/// What to search for and when to stop. The first limit that is reached ends the search. Without any, it runs
/// until it is stopped or has proved that nothing shorter exists.
struct SolveOptions {
  /// Stop once enough solutions are this short, in the solver's metric. Give diameter(Metric::quarter), 26,
  /// or less for quarter turns: few cubes have solutions of 20.
  std::optional<int> max_moves = diameter(Metric::half);
  std::optional<std::chrono::nanoseconds> time;  ///< answer with the best found by then
  std::optional<std::uint64_t> probes;           ///< stop after trying this many phase-1 solutions
  StartMask starts = kAllStarts;                 ///< which starts to use; 0: all
  int solutions = 1;                             ///< how many different solutions to collect
  std::function<void(const Moves& solution)>
      on_improvement;  ///< each shorter solution; from any thread, never two calls at once
};

struct SolveResult {
  /// Different solutions, shortest first; at least one, whatever the limits. Each has been replayed on the
  /// cube.
  std::vector<Moves> solutions;
  std::uint64_t probes = 0;  ///< phase-1 solutions tried
  bool target_met = false;   ///< all solutions asked for, each of at most max_moves; true without max_moves
  bool exhausted = false;    ///< the search is complete: nothing shorter exists

  const Moves& best() const { return solutions.front(); }
};

/// Which tables a solver reads.
enum class SolverTables {
  full,  ///< 740 MB, built in seconds: for every use where there is room
  /// 37 MB, built in about a second: for web pages, small computers, and a first answer soon. Short solutions
  /// take several times as long. Close cubes get a shortest solution as with full tables, but for others the
  /// search seldom says that nothing shorter exists.
  compact,
};

/// How to open a solver.
struct SolverOptions {
  Residency residency = Residency::mapped;         ///< choose resident for more than a few cubes
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
  Metric metric = Metric::half;                    ///< in which it looks for short solutions
  SolverTables tables = SolverTables::full;
};

/// The solver, for one metric: all lengths are counted in it. Any number of threads may call it at once. It
/// keeps its tables open; copies share them.
///
/// The result is a function of the cube and the options alone, whatever the number of threads, unless a time
/// limit or a stop ended the search.
class Solver {
 public:
  /// Opens the tables in the store; builds those that are missing or outdated.
  static Result<Solver> open(const TableStore& store, const SolverOptions& options, const Run& run);

  /// For callers that have opened the tables, both of one metric. The processor must support `set`.
  Solver(std::shared_ptr<const Phase1Table> phase1, std::shared_ptr<const Phase2Table> phase2,
         InstructionSet set = fastest_instruction_set());

  /// What it was made with, for engines built on it. The table is null if those in use are compact.
  const std::shared_ptr<const Phase1Table>& phase1() const;
  InstructionSet instruction_set() const;
  Metric metric() const;

  /// All of the run's threads work on this cube. A stop ends the search as a time limit does.
  SolveResult solve(const Cube& cube, const SolveOptions& options, const Run& run) const;

  /// Solves many cubes, each on one thread. Calls `done(index, result)` in the order of the cubes, from any
  /// thread, never two at once; never calls `options.on_improvement`. Returns how many cubes were done: all,
  /// unless a stop was requested.
  std::size_t solve_all(std::span<const Cube> cubes, const SolveOptions& options, const Run& run,
                        const std::function<void(std::size_t index, const SolveResult&)>& done) const;

 private:
  struct Tables;
  explicit Solver(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}
  std::shared_ptr<const Tables> tables_;
};

/// The tables that a solver needs.
std::vector<TableKind> solver_tables(SolverTables tables, Metric metric);

}  // namespace halfturn

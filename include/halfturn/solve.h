#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
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

/// When to stop. Several limits may be given; the first that is reached ends the search. Without any, it goes
/// on until it is stopped from outside or has proved that nothing shorter exists.
struct SolveOptions {
  std::optional<int> max_moves = 20;             ///< stop at the first solution of at most so many moves
  std::optional<std::chrono::nanoseconds> time;  ///< answer with the best that was found by then
  std::optional<std::uint64_t> probes;           ///< end after so many phase-1 solutions were looked at
  StartMask starts = kAllStarts;                 ///< which starts to use; none: all
  int solutions = 1;                             ///< how many different solutions to collect
  std::function<void(const Moves& solution)>
      on_improvement;  ///< each better solution; never two calls at once
};

struct SolveResult {
  /// Different solutions, shortest first; at least one, whatever the limits were. Each has been replayed on
  /// the cube.
  std::vector<Moves> solutions;
  std::uint64_t probes = 0;  ///< phase-1 solutions that were looked at
  bool target_met =
      false;  ///< as many solutions as wanted, each of at most max_moves; true where there is no target
  bool exhausted = false;  ///< the search went through everything: nothing shorter exists

  const Moves& best() const { return solutions.front(); }
};

/// How to open a solver.
struct SolverOptions {
  Residency residency = Residency::mapped;         ///< resident for more than a few cubes
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
};

/// The solver. Made once, then any number of threads may call solve() at once. It keeps its tables as long as
/// it lives; copies share them.
///
/// The result is a function of the cube and the options alone, whatever the number of threads, unless a time
/// limit or a stop ended the search.
class Solver {
 public:
  /// Opens the tables in the store; builds those that are missing.
  static Result<Solver> open(const TableStore& store, const SolverOptions& options, const Run& run);

  /// For callers that have the tables. The processor must support `set`.
  Solver(std::shared_ptr<const Phase1Table> phase1, std::shared_ptr<const Phase2Table> phase2,
         InstructionSet set = fastest_instruction_set());

  /// What it was made with, for engines that build on it.
  const std::shared_ptr<const Phase1Table>& phase1() const;
  InstructionSet instruction_set() const;

  /// All of the run's threads search for the one cube; a stop ends the search as a time limit does.
  SolveResult solve(const Cube& cube, const SolveOptions& options, const Run& run) const;

  /// Solves many cubes, one thread a cube at a time. `done(index, result)` is called in the order of the
  /// cubes, from the calling thread or another, never from two at once; `options.on_improvement` is not.
  /// Returns how many cubes were done: fewer than all only where a stop was requested.
  std::size_t solve_all(std::span<const Cube> cubes, const SolveOptions& options, const Run& run,
                        const std::function<void(std::size_t index, const SolveResult&)>& done) const;

 private:
  struct Tables;
  std::shared_ptr<const Tables> tables_;
};

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/run.h"
#include "halfturn/solve.h"

/// One coset of H: how far each of its 19,508,428,800 positions is from solved.
namespace halfturn {

inline constexpr std::uint64_t kCosetPositions = 19'508'428'800;
/// With more positions than this to solve singly, the two-phase solver would take minutes.
inline constexpr std::uint64_t kMostSolvedSingly = 200'000;
inline constexpr int kDeepestCosetLevel = 30;  ///< no search, prepass or bound goes further

enum class CosetEngine : std::uint8_t {
  set,     ///< a hash set of positions, plain search on one thread; for shallow depths
  bitmap,  ///< one bit a position, plain search on one thread
  search,  ///< one bit a position, fast search on all threads
  fast,    ///< like `search`, with prepasses for the moves of H
};

/// What is known once the level `depth` is done.
struct CosetLevel {
  int depth = 0;
  std::uint64_t probes = 0;            ///< phase-1 solutions of this length that the search tried
  std::optional<std::uint64_t> fresh;  ///< positions first reached at this depth; none if not counted
  std::optional<std::uint64_t> total;  ///< positions reached so far; none if not counted
  bool exact = true;  ///< all positions within `depth` moves are reached; else some may be missing
  double search_seconds = 0;
  double prepass_seconds = 0;
};

/// What to report during and after the work on a coset. The functions are called on the caller's thread.
struct CosetOptions {
  bool count = true;                                ///< false: levels without a search are not counted
  std::function<void(const CosetLevel&)> on_level;  ///< called when a level is done
  /// Called at the end for each position that was neither reached nor solved singly, in a fixed order, until
  /// it returns false.
  std::function<bool(const Cube&)> unsolved;
};

struct ProofOptions : CosetOptions {
  int bound = 20;
};

struct ExploreOptions : CosetOptions {
  CosetEngine engine = CosetEngine::fast;
  int search_depth = 15;  ///< search all sequences of at most this many moves
  /// Engine fast: then go on with prepasses alone to this depth. The other engines end with the search.
  int depth = 0;
  /// Engines search and fast: end the search at `search_depth` once this many positions are reached.
  std::uint64_t stop_at = kCosetPositions;
};

struct CosetResult {
  std::vector<CosetLevel> levels;   ///< from the smallest depth at which the coset has a position
  std::optional<int> proved;        ///< of a proof: the bound, if it holds for every position
  std::uint64_t remaining = 0;      ///< positions neither reached nor solved singly
  std::uint64_t solved_singly = 0;  ///< positions that the two-phase solver solved within the bound
  bool stopped = false;             ///< by the stop token; `levels` has the finished ones
  double seconds = 0;               ///< without the time to allocate the memory
};

/// Solves one coset after another. Besides the tables it holds up to 5.2 GB of memory, allocated when a coset
/// first needs it and then kept. One thread at a time may call it; it uses as many as the Run says.
class CosetSolver {
 public:
  /// Opens both tables of the two-phase solver, and builds those that are missing. The processor must support
  /// `set`.
  static Result<CosetSolver> open(const TableStore& store, InstructionSet set, const Run& run);

  /// Shares the phase-1 table, which should be resident, and the instruction set of a two-phase solver.
  /// Proofs end by giving that solver the positions that a last prepass would leave.
  explicit CosetSolver(Solver two_phase);
  /// Without a two-phase solver: proofs end with a prepass.
  explicit CosetSolver(std::shared_ptr<const Phase1Table> phase1,
                       InstructionSet set = fastest_instruction_set());
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;
  ~CosetSolver();

  const Phase1Table& phase1() const;

  /// Allocates the memory now rather than with the first coset. An Error where there is too little.
  Result<void> take_memory(const Run& run);

  /// Shows as quickly as possible that every position in the coset of `position` is within the bound. Chooses
  /// the depths of searches and prepasses itself and gives the last few positions to the two-phase solver, if
  /// there is one. An Error where there is too little memory or the bound is not in 1 .. kDeepestCosetLevel.
  Result<CosetResult> prove(const Cube& position, const ProofOptions& options, const Run& run);

  /// Finds the positions of the coset level by level. An Error where there is too little memory or a depth is
  /// not in 0 .. kDeepestCosetLevel.
  Result<CosetResult> explore(const Cube& position, const ExploreOptions& options, const Run& run);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn

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
inline constexpr int kDeepestCosetLevel = 30;  ///< no search, prepass or bound goes further

enum class CosetEngine : std::uint8_t {
  set,     ///< a set of positions: the simplest that can be right; for shallow depths
  bitmap,  ///< one bit a position, plain search
  search,  ///< one bit a position, fast search alone, all threads
  fast,    ///< the same, with prepasses for the moves of H
};

/// What is known after looking at all sequences of at most `depth` moves.
struct CosetLevel {
  int depth = 0;
  std::uint64_t probes = 0;            ///< phase-1 solutions of this length that the search tried
  std::optional<std::uint64_t> fresh;  ///< positions first reached at this depth; none where not counted
  std::optional<std::uint64_t> total;  ///< positions reached so far; none where not counted
  bool exact = true;                   ///< these are all within `depth` moves; else some may be missing
  double search_seconds = 0;
  double prepass_seconds = 0;
};

/// What to tell while a coset is worked on and when it is done. All are called from the caller's thread.
struct CosetOptions {
  bool count = true;                                ///< false: what comes after the search may stay uncounted
  std::function<void(const CosetLevel&)> on_level;  ///< called when a level is done
  /// Called for each position that is not reached (nor solved singly) at the end, in a fixed order; ends
  /// where it returns false.
  std::function<bool(const Cube&)> unsolved;
};

struct ProofOptions : CosetOptions {
  int bound = 20;
};

struct ExploreOptions : CosetOptions {
  CosetEngine engine = CosetEngine::fast;
  int search_depth = 15;  ///< search all sequences of at most so many moves
  /// Engine fast: then go on with prepasses alone as deep as this. The others end with the search.
  int depth = 0;
  /// Engines search and fast: end the search of the last depth once so many positions are reached.
  std::uint64_t stop_at = kCosetPositions;
};

struct CosetResult {
  std::vector<CosetLevel> levels;   ///< from the first depth that reaches a position
  std::optional<int> proved;        ///< of a proof: the bound, where it holds for every position
  std::uint64_t remaining = 0;      ///< positions not reached at the end
  std::uint64_t solved_singly = 0;  ///< positions that the two-phase solver solved within the bound
  bool stopped = false;             ///< by the stop token; the levels hold what was finished
  double seconds = 0;               ///< without the time that it took to get the memory
};

/// Solves one coset after another. Holds up to 5 GB of memory, taken when the first coset needs it and kept
/// for the next. One thread at a time may call it; it uses as many as the Run says.
class CosetSolver {
 public:
  /// Opens both tables, and builds those that are missing. The processor must support `set`.
  static Result<CosetSolver> open(const TableStore& store, InstructionSet set, const Run& run);

  /// With a two-phase solver, whose phase-1 table and instruction set it shares; the table should be
  /// resident. Proofs end by handing that solver what a last prepass would leave.
  explicit CosetSolver(Solver two_phase);
  /// Without one: proofs end with a prepass.
  explicit CosetSolver(std::shared_ptr<const Phase1Table> phase1,
                       InstructionSet set = fastest_instruction_set());
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;
  ~CosetSolver();

  const Phase1Table& phase1() const;

  /// Takes the memory now rather than with the first coset.
  Result<void> take_memory(const Run& run);

  /// Shows as quickly as possible that every position of the coset that holds this one is within the bound.
  /// Chooses the depths of searches and prepasses itself and hands the last few positions to the two-phase
  /// solver, where there is one. An Error where there is too little memory or the bound is out of range.
  Result<CosetResult> prove(const Cube& position, const ProofOptions& options, const Run& run);

  /// Finds the positions of the coset level by level. An Error where there is too little memory or a depth is
  /// out of range.
  Result<CosetResult> explore(const Cube& position, const ExploreOptions& options, const Run& run);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn

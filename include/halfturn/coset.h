#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/solve.h"

/// One coset of H: how far each of its 19,508,428,800 positions is from solved.
namespace halfturn {

inline constexpr std::uint64_t kCosetPositions = 19'508'428'800;

enum class CosetEngine : std::uint8_t {
  set,     ///< a set of positions: the simplest that can be right; for shallow depths
  bitmap,  ///< one bit a position, plain search
  fast,    ///< one bit a position, prepasses for the moves of H, all threads
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

struct CosetProgress {
  int depth = 0;
  bool prepass = false;     ///< else the search
  double fraction = 0;      ///< of this step
  std::uint64_t total = 0;  ///< positions reached when the step began
};

struct CosetOptions {
  CosetEngine engine = CosetEngine::fast;
  bool prepass = true;    ///< false: search alone (engine fast)
  int threads = 0;        ///< 0: as many as there are processors
  int search_depth = 15;  ///< search as deep as this
  int depth = 15;         ///< then go on with prepasses alone as deep as this
  /// Show as quickly as possible that every position is within this many moves. Chooses both depths itself
  /// and hands the last few positions to the two-phase solver, where there is one.
  std::optional<int> prove;
  std::uint64_t stop_at =
      kCosetPositions;  ///< end the search of the last searched depth at so many positions
  bool count = true;    ///< false: leave uncounted what comes after the search
  std::stop_token stop;
  std::function<void(const CosetProgress&)> progress;  ///< called from the caller's thread, now and then
  std::function<void(const CosetLevel&)> on_level;     ///< called when a level is done
  /// Called, from the caller's thread, for each position that is not reached (nor solved singly) at the end,
  /// in a fixed order; ends where it returns false.
  std::function<bool(const Cube&)> unsolved;
};

/// What is wrong with the options, if anything: values out of range, and those that do not go together.
Result<void> check(const CosetOptions& options);

struct CosetResult {
  std::vector<CosetLevel> levels;   ///< from the first depth that reaches a position
  std::optional<int> proved;        ///< with `prove`: the bound, where it holds for every position
  std::uint64_t remaining = 0;      ///< positions not reached at the end
  std::uint64_t solved_singly = 0;  ///< positions that the two-phase solver solved within the bound
  bool stopped = false;             ///< by the stop token; the levels hold what was finished
  double seconds = 0;               ///< without the time that it took to get the memory
};

/// Solves one coset after another. Holds up to 5 GB of memory, taken when the first coset needs it and kept
/// for the next. One thread at a time may call solve().
class CosetSolver {
 public:
  /// The tables must outlive the solver and should be resident. With a two-phase solver, proofs end by
  /// handing it what a last prepass would leave.
  explicit CosetSolver(const Phase1Table& table, const Solver* two_phase = nullptr,
                       InstructionSet set = fastest_instruction_set());
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;
  ~CosetSolver();

  /// Takes the memory now rather than with the first coset; solve() then need not.
  Result<void> take_memory(int threads, const std::stop_token& stop);

  /// The coset that holds the position. An Error where there is too little memory, or where the options do
  /// not go together.
  Result<CosetResult> solve(const Cube& position, const CosetOptions& options);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn

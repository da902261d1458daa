#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/stage.h"
#include "halfturn/table_store.h"

/// The exact least number of moves for the stages of a CFOP solve, for every colour at the bottom.
namespace halfturn {

/// A length that was not requested, or not computed because of a stop.
inline constexpr std::uint8_t kNotComputed = 255;

/// The least number of moves to one stage, by view.
using StageRow = PerView<std::uint8_t>;

/// What to compute.
struct AnalyzeRequest {
  std::vector<Stage> stages;       ///< in the order of the rows; none twice
  ViewSet views = ViewSet::all();  ///< the other views stay kNotComputed
  /// A stage must be reached with these slots: for FR and BL, an xcross fills one of the two, an xxcross
  /// both. With too few of them for a stage, it and the stages after it stay kNotComputed.
  SlotSet slots = kEverySlot;
};

/// Which solutions of a stage to find.
struct SolutionsRequest {
  Stage stage;
  View view = View::D;
  std::size_t count = 1;            ///< find at most this many
  int max_moves = kMostStageMoves;  ///< find none longer than this
  SlotSet slots = kEverySlot;       ///< as in AnalyzeRequest
};

/// A move sequence that reaches a stage.
struct StageSolution {
  Moves moves;  ///< as executed on the cube held with the view's face at the bottom
  /// What it reaches, for people: slots (edges, corners), pair, orientation, the bottom turn that is missing.
  /// Named as the cube is held.
  std::string reached;
  /// The pieces that the stage is about, those of the pair included: a bit each, by the numbers that
  /// geometry.h gives to their homes as the cube is held.
  std::uint32_t edges = 0;
  std::uint32_t corners = 0;
};

/// How much work was done. Does not depend on the number of threads.
struct AnalyzeWork {
  std::uint64_t nodes = 0;  ///< positions expanded
  std::uint64_t reads = 0;  ///< table entries read
};

/// Which tables to use. All give the same answers.
enum class TableSize {
  best,   ///< the small ones and those large ones that exist
  small,  ///< about 400 MB, built on first use
  large,  ///< all of them; an Error (missing) if one does not exist
};

/// What an Analyzer is opened for, and how.
struct AnalyzerOptions {
  std::vector<Stage> stages;  ///< those that will be requested
  Residency residency = Residency::mapped;
  TableSize size = TableSize::best;
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
};

namespace stage {
struct Engine;
}

/// Computes stage lengths and solutions. Immutable after open(); any number of threads may call it at once.
/// If a table turns out to be damaged, an Error (damaged) names it.
class Analyzer {
 public:
  /// Opens the tables that the stages need; builds missing small ones.
  static Result<Analyzer> open(const TableStore& store, const AnalyzerOptions& options, const Run& run);
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;
  ~Analyzer();

  /// One row for each requested stage. All of them must have been given to open(): a stage that was not, and
  /// the stages after it, stay kNotComputed. The cube is analysed as it is held; use by_colour() first to
  /// turn it white up, green in front. The views are distributed over the threads. After a stop, cells may be
  /// kNotComputed.
  Result<std::vector<StageRow>> analyze(const Cube& cube, const AnalyzeRequest& request,
                                        const Run& run) const;

  /// Analyses many cubes, each on one thread. `done(index, rows)` is called in the order of the cubes, from
  /// any thread but never from two at once. Returns how many cubes were done: fewer than all only after a
  /// stop.
  Result<std::size_t> analyze_all(
      std::span<const Cube> cubes, const AnalyzeRequest& request, const Run& run,
      const std::function<void(std::size_t index, std::span<const StageRow> rows)>& done) const;

  /// The shortest solutions of a stage in a view, by length, then by the order of their moves. None reaches
  /// the stage before its last move. Each has been replayed on the cube. Returns fewer than `count` if there
  /// are no more within `max_moves`, or after a stop. Runs on the caller's thread alone.
  Result<std::vector<StageSolution>> solutions(const Cube& cube, const SolutionsRequest& request,
                                               const Run& run) const;

  /// Whether a cube has reached a stage with the view's face at the bottom, by these slots.
  static bool reached(const Cube& cube, Stage stage, View view, SlotSet slots = kEverySlot);

  /// The work done by this analyzer so far.
  AnalyzeWork work() const;

 private:
  explicit Analyzer(std::unique_ptr<stage::Engine> engine);
  std::unique_ptr<stage::Engine> engine_;
};

/// The small and the large tables of all stages.
std::vector<TableKind> small_stage_tables();
std::vector<TableKind> large_stage_tables();

/// The small tables that an Analyzer opens for these stages.
std::vector<TableKind> small_tables_of(const std::vector<Stage>& stages);

}  // namespace halfturn

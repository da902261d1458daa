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

/// How few moves the stages of a CFOP solve take: exact, for every colour at the bottom.
namespace halfturn {

/// A length that was not asked for, or not finished.
inline constexpr std::uint8_t kNotComputed = 255;

/// The least number of moves of one stage, view by view.
using StageRow = PerView<std::uint8_t>;

/// What to compute.
struct AnalyzeRequest {
  std::vector<Stage> stages;       ///< in the order wanted; none twice
  ViewSet views = ViewSet::all();  ///< the others stay kNotComputed
};

/// Which ways to look for.
struct SolutionsRequest {
  Stage stage;
  View view = View::D;
  std::size_t count = 1;            ///< at most so many
  int max_moves = kMostStageMoves;  ///< none is longer
};

/// A shortest way, or one of the shortest.
struct StageSolution {
  Moves moves;          ///< as executed on the cube held with the view's face at the bottom
  std::string reached;  ///< which slots (corners, edges) stand right at the end, named as the cube is held
};

/// How much work was done: the same for the same request, whatever the number of threads.
struct AnalyzeWork {
  std::uint64_t nodes = 0;  ///< positions that were expanded
  std::uint64_t reads = 0;  ///< table entries that were read
};

/// Which tables to use. All give the same answers.
enum class TableSize {
  best,   ///< the large ones where they are there, else the small ones
  small,  ///< some 400 MB, built on first use
  large,  ///< an Error (missing) where they are not there
};

/// What an Analyzer is opened for, and how.
struct AnalyzerOptions {
  std::vector<Stage> stages;  ///< those that will be asked for
  Residency residency = Residency::mapped;
  TableSize size = TableSize::best;
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
};

namespace stage {
struct Engine;
}

/// The analyzer. Immutable after open(); any number of threads may ask at once. Where a table turns out to be
/// damaged, an Error (damaged) names it.
class Analyzer {
 public:
  /// Opens the tables that the stages need, and builds what is missing of the small ones.
  static Result<Analyzer> open(const TableStore& store, const AnalyzerOptions& options, const Run& run);
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;
  ~Analyzer();

  /// One row for each stage of the request, which must be among those given to open() (others stay
  /// kNotComputed). The cube is taken as it is, faces by their names: by_colour() makes that white up, green
  /// in front, of whatever a scramble leaves. With several threads the views are shared out. After a stop,
  /// cells may be kNotComputed.
  Result<std::vector<StageRow>> analyze(const Cube& cube, const AnalyzeRequest& request,
                                        const Run& run) const;

  /// Many cubes, a thread a cube at a time. `done(index, rows)` is called in the order of the cubes, never
  /// from two threads at once. Returns how many cubes were done: fewer than all only after a stop.
  Result<std::size_t> analyze_all(
      std::span<const Cube> cubes, const AnalyzeRequest& request, const Run& run,
      const std::function<void(std::size_t index, std::span<const StageRow> rows)>& done) const;

  /// The shortest ways to a stage in a view, shortest first, then by the order of their moves. No beginning
  /// of one reaches the stage already. Each has been replayed on the cube. Fewer than asked for come back
  /// where there are no more, or after a stop. Works on the caller's thread alone.
  Result<std::vector<StageSolution>> solutions(const Cube& cube, const SolutionsRequest& request,
                                               const Run& run) const;

  /// Whether a position, held as it is, has reached a stage with the view's face at the bottom.
  static bool reached(const Cube& cube, Stage stage, View view);

  /// Work done by this analyzer so far.
  AnalyzeWork work() const;

 private:
  explicit Analyzer(std::unique_ptr<stage::Engine> engine);
  std::unique_ptr<stage::Engine> engine_;
};

/// The tables in their two sizes.
std::vector<TableKind> small_stage_tables();
std::vector<TableKind> large_stage_tables();

}  // namespace halfturn

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
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
  int threads = 1;                 ///< 0: one for each processor
  std::stop_token stop;
};

/// A shortest way, or one of the shortest.
struct StageSolution {
  Moves moves;          ///< as executed on the cube held with the view's face at the bottom
  std::string reached;  ///< which slots (corners, edges) stand right at the end, named as the cube is held
};

/// How much work was done: the same for the same request, whatever the number of threads.
struct AnalyzeWork {
  std::uint64_t nodes = 0;    ///< positions that were expanded
  std::uint64_t lookups = 0;  ///< table entries that were read
};

/// Which tables to use. All give the same answers.
enum class TableSize {
  best,   ///< the large ones where they are there, else the small ones
  small,  ///< some 400 MB, built on first use
  large,  ///< an Error where they are not there: `halfturn tables build stages-large`
};

/// The analyzer. Immutable after open(); any number of threads may ask at once.
class Analyzer {
 public:
  /// Opens the tables that these stages need, and builds what is missing of the small ones. The processor
  /// must support `set`.
  static Result<Analyzer> open(const TableStore& store, std::span<const Stage> stages, Residency residency,
                               const Run& run, TableSize size = TableSize::best,
                               InstructionSet set = fastest_instruction_set());
  Analyzer(Analyzer&&) noexcept;
  Analyzer& operator=(Analyzer&&) noexcept;
  ~Analyzer();

  /// One row for each stage of the request, which must be among those given to open() (others stay
  /// kNotComputed). The cube is taken as it is, faces by their names: by_colour() makes that white up, green
  /// in front, of whatever a scramble leaves. With several threads the views are shared out. Where `stop` was
  /// requested, cells may be kNotComputed. Throws std::runtime_error where a table turns out to be damaged;
  /// so do the other searches.
  std::vector<StageRow> analyze(const Cube& cube, const AnalyzeRequest& request) const;

  /// Many cubes, a thread a cube at a time. `done(index, rows)` is called in the order of the cubes, never
  /// from two threads at once. Returns how many cubes were done: fewer than all only after a stop.
  std::size_t analyze_all(
      std::span<const Cube> cubes, const AnalyzeRequest& request,
      const std::function<void(std::size_t index, std::span<const StageRow> rows)>& done) const;

  /// The `count` shortest ways to a stage in a view, shortest first, then by the order of their moves. No
  /// beginning of one reaches the stage already. Each has been replayed on the cube. `max_moves` ends the
  /// enumeration; fewer than `count` come back where there are no more within it, or after a stop.
  std::vector<StageSolution> solutions(const Cube& cube, Stage stage, View view, std::size_t count,
                                       int max_moves, const std::stop_token& stop = {}) const;

  /// Whether a position, held as it is, has reached a stage with the view's face at the bottom.
  static bool reached(const Cube& cube, Stage stage, View view);

  /// Work done by this analyzer so far.
  AnalyzeWork work() const;

  struct Engine;  ///< of no use to others

 private:
  explicit Analyzer(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

/// The tables in their two sizes: for `halfturn tables`.
std::vector<TableKind> small_stage_tables();
std::vector<TableKind> large_stage_tables();

}  // namespace halfturn

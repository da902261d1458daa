#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"
#include "halfturn/table_store.h"

/// How few moves the stages of a CFOP solve take: exact, for every colour at the bottom.
namespace halfturn {

/// Which face is at the bottom, in the order of the columns of a CSV file; the names are those of the
/// columns.
enum class View : std::uint8_t { z0, z2, z3, z1, x3, x1 };

inline constexpr int kViewCount = 6;
inline constexpr std::array<View, kViewCount> kAllViews = {View::z0, View::z2, View::z3,
                                                           View::z1, View::x3, View::x1};

std::string_view suffix_of(View view);  ///< "z0", "z2", "z3", "z1", "x3", "x1"
std::string_view rotation_of(
    View view);             ///< what brings the face to the bottom: "", "z2", "z'", "z", "x'", "x"
Face bottom_of(View view);  ///< D U L R F B
char colour_of(View view);  ///< Y W O R G B, for a cube that is scrambled white up, green in front
/// The same rotation as a symmetry: `cube.seen_through(symmetry_of(view))` is the cube as it is then held.
Symmetry symmetry_of(View view);
/// The view with this colour (Y W O R G B, either case); nothing for another letter.
std::optional<View> view_of_colour(char colour);

/// One stage of one variant. The name is that of the columns: "xcross", "pseudo_xcross", "eo_f2l".
struct Stage {
  std::string name;
  std::string variant;  ///< std, pseudo, pair, pseudo_pair, eo
  int number = 0;       ///< within the variant, from 0
  std::string purpose;  ///< what has to stand right, for people
};

/// Every stage there is, variant by variant, in the order of the columns. A stage is known by its index here.
std::span<const Stage> all_stages();

/// The names of the variants, in order.
std::span<const std::string> all_variants();

/// The stages of a variant as indices into all_stages(); empty where there is no such variant.
std::vector<int> stages_of_variant(std::string_view variant);

/// The stage with this name ("xxxxcross" and "eo_xxxxcross" are understood as f2l and eo_f2l).
std::optional<int> stage_of_name(std::string_view name);

/// A length that was not asked for, or not finished.
inline constexpr std::uint8_t kNotComputed = 255;

/// The least number of moves of one stage, view by view.
using StageRow = std::array<std::uint8_t, kViewCount>;

/// A set of views, a bit each.
using ViewMask = unsigned;
inline constexpr ViewMask kEveryView = 63;

/// What to compute.
struct AnalyzeRequest {
  std::vector<int> stages;      ///< indices into all_stages(), in the order wanted; none twice
  ViewMask views = kEveryView;  ///< the others stay kNotComputed
  int threads = 1;              ///< 0: one for each processor
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
  static Result<Analyzer> open(const TableStore& store, std::span<const int> stages, Residency residency,
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
  std::vector<StageSolution> solutions(const Cube& cube, int stage, View view, std::size_t count,
                                       int max_moves, const std::stop_token& stop = {}) const;

  /// Whether a position, held as it is, has reached a stage with the view's face at the bottom.
  static bool reached(const Cube& cube, int stage, View view);

  /// Work done by this analyzer so far.
  AnalyzeWork work() const;
  bool uses_large_tables() const;

  struct Engine;  ///< of no use to others

 private:
  explicit Analyzer(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

/// The tables in their two sizes: for `halfturn tables`.
std::vector<TableKind> small_stage_tables();
std::vector<TableKind> large_stage_tables();

}  // namespace halfturn

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "coset/bitmaps.h"
#include "coset/layout.h"
#include "coset/level_search.h"
#include "coset/plain_search.h"
#include "coset/prepass.h"
#include "coset/proof_plan.h"
#include "coset/unreached.h"
#include "cpu/parallel.h"
#include "halfturn/coset.h"

namespace halfturn {

namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

constexpr int kDeepest = 30;
/// Beyond this many positions, handing what is left to the two-phase solver would take minutes.
constexpr std::size_t kMostSingly = 200'000;
/// Some seconds: a position that takes longer may not have a solution within the bound, and is left as it is.
constexpr std::uint64_t kMostProbesSingly = 20'000'000;

std::optional<Error> fault_in(const CosetOptions& options) {
  const auto bad = [](std::string message, std::string hint) {
    return Error{ErrorKind::bad_input, std::move(message), std::move(hint)};
  };
  if (options.depth < 0 || options.depth > kDeepest) return bad("the depth is out of range", "0 to 30");
  if (options.search_depth < 0 || options.search_depth > options.depth)
    return bad("the search depth is out of range", "0 to the depth");
  if (options.engine != CosetEngine::fast && options.prove)
    return bad("a proof needs the fast engine", "leave out the engine");
  if (options.prove && !options.prepass) return bad("a proof needs prepasses", "leave out one of the two");
  if (options.prove && (*options.prove < 1 || *options.prove > kDeepest))
    return bad("the bound to prove is out of range", "1 to 30; 20 always holds");
  if ((options.engine != CosetEngine::fast || !options.prepass) && options.depth > options.search_depth)
    return bad("only prepasses go deeper than the search", "give the same depth for both");
  if (options.engine == CosetEngine::set && options.unsolved)
    return bad("the set engine does not list what it has not reached", "use the bitmap or the fast engine");
  return std::nullopt;
}

std::uint64_t key_of(Phase2Position position) {
  return (std::uint64_t{position.corners} * kArrangementCount + position.edges) * kLayerOrders +
         position.slice;
}

}  // namespace

struct CosetSolver::Parts {
  Parts(const Phase1Table& phase1, const Solver* solver, InstructionSet instructions)
      : table(phase1),
        two_phase(solver),
        set(instructions),
        layout(BitmapLayout::make()),
        coordinates(Phase2Coordinates::make()),
        search(phase1, *layout),
        prepass(*layout, instructions) {}

  const Phase1Table& table;
  const Solver* two_phase;
  InstructionSet set;
  std::unique_ptr<const BitmapLayout> layout;
  std::unique_ptr<const Phase2Coordinates> coordinates;
  CosetSearchTables search;
  Prepass prepass;
  Bitmaps bitmaps;
};

namespace {

/// One coset on its way through the levels.
template <class Parts>
class Run {
 public:
  Run(Parts& parts, const Cube& position, const CosetOptions& options)
      : parts_(parts), position_(position), options_(options) {}

  CosetResult with_set() {
    std::unordered_set<std::uint64_t> reached;
    plain_levels([&](const Cube& h) { reached.insert(key_of(*parts_.coordinates->position_of(h))); },
                 [&] { return reached.size(); });
    return finished();
  }

  CosetResult with_bitmap() {
    std::uint64_t reached = 0;
    std::uint8_t* bitmap = parts_.bitmaps.current();
    plain_levels(
        [&](const Cube& h) {
          const BitPlace place = parts_.layout->place_of(*parts_.coordinates->position_of(h));
          const auto mask = static_cast<std::uint8_t>(1u << place.bit);
          reached += (bitmap[place.byte] & mask) == 0 ? 1u : 0u;
          bitmap[place.byte] |= mask;
        },
        [&] { return reached; });
    return finished();
  }

  CosetResult fast() {
    const int first = first_depth();
    for (int depth = first; depth <= options_.depth && !result_.stopped && total_ < kCosetPositions;
         ++depth) {
      level_ = {.depth = depth};
      const bool search = depth <= options_.search_depth;
      const bool prepass = options_.prepass && depth > first && (!search || prepass_pays(total_));
      if (prepass && !run_prepass()) break;
      if (search) run_search(prepass, depth == options_.search_depth ? options_.stop_at : kCosetPositions);
      note_level(options_.count || search);
    }
    return finished();
  }

  CosetResult prove() {
    const int bound = *options_.prove;
    const int first = first_depth();
    const ProofPlan plan(bound);
    bool searching = true;
    for (int depth = first; depth <= bound && !result_.stopped && total_ < kCosetPositions; ++depth) {
      level_ = {.depth = depth};
      if (depth > first && total_ >= plan.enough_at(depth - 1)) searching = false;
      const bool prepass = depth > first && (!searching || prepass_pays(total_));
      const bool last = depth == bound && !searching;
      if (last && parts_.two_phase != nullptr && finish_singly(bound)) break;
      if (prepass && !run_prepass()) break;
      if (searching) run_search(prepass, plan.enough_at(depth));
      note_level(options_.count || searching);
    }
    if (!result_.stopped && kCosetPositions - total_ == result_.solved_singly) result_.proved = bound;
    return finished();
  }

 private:
  int first_depth() const { return parts_.table.distance(parts_.table.coordinates().coset_of(position_)); }

  template <class Reached, class Count>
  void plain_levels(const Reached& reached, const Count& count) {
    for (int depth = first_depth(); depth <= options_.search_depth && !result_.stopped; ++depth) {
      const Stopwatch watch;
      level_ = {.depth = depth};
      for (Move first : kAllMoves) {
        if (depth == 0) break;
        report(false, static_cast<double>(first.index()) / kMoveCount);
        if (options_.stop.stop_requested()) result_.stopped = true;
        if (result_.stopped) return;
        plain_search(parts_.table, position_.after(first), depth - 1, moves_after(first), [&](const Cube& h) {
          ++level_.probes;
          reached(h);
        });
      }
      if (depth == 0) {
        ++level_.probes;
        reached(position_);
      }
      total_ = count();
      level_.search_seconds = watch.seconds();
      note_level(true);
    }
  }

  bool run_prepass() {
    const Stopwatch watch;
    const auto count =
        parts_.prepass.run(parts_.bitmaps.current(), parts_.bitmaps.other(), prepass_control());
    if (!count) {
      result_.stopped = true;
      return false;
    }
    parts_.bitmaps.swap();
    total_ = *count;
    level_.prepass_seconds = watch.seconds();
    return true;
  }

  Prepass::Control prepass_control() {
    return {options_.threads, options_.stop, [this](double fraction) { report(true, fraction); }};
  }

  void run_search(bool after_prepass, std::uint64_t stop_at) {
    const Stopwatch watch;
    LevelSearchWork work;
    work.depth = level_.depth;
    work.after_prepass = after_prepass;
    work.reached_before = total_;
    if (stop_at < kCosetPositions) work.stop_at = stop_at;
    work.threads = options_.threads;
    work.stop = options_.stop;
    work.progress = [this](double fraction) { report(false, fraction); };
    const LevelSearchResult found =
        search_level(parts_.search, parts_.set, position_, parts_.bitmaps.current(), work);
    level_.probes = found.probes;
    level_.search_seconds = watch.seconds();
    total_ += found.fresh;
    if (!found.complete) exact_ = false;
    if (!found.complete && options_.stop.stop_requested()) result_.stopped = true;
    if (found.complete) searched_ = level_.depth;
  }

  /// In place of the last prepass: sees what it would leave, and gives each of these positions to the
  /// two-phase solver. False, and nothing done, where that would be too many.
  bool finish_singly(int bound) {
    const Stopwatch watch;
    const auto missing =
        parts_.prepass.missing_after(parts_.bitmaps.current(), kMostSingly, prepass_control());
    if (!missing) {
      result_.stopped = true;
      return true;
    }
    if (missing->count > kMostSingly) return false;
    level_.prepass_seconds = watch.seconds();
    std::vector<Cube> cubes;
    for (BitPlace place : missing->places)
      cubes.push_back(position_of_h(position_, cube_of(parts_.layout->position_at(place))));
    const Stopwatch solving;
    SolveOptions solve;
    solve.max_moves = bound;
    solve.threads = options_.threads;
    solve.stop = options_.stop;
    solve.probes = kMostProbesSingly;
    std::vector<std::size_t> failed;
    const std::size_t tried =
        parts_.two_phase->solve_all(cubes, solve, [&](std::size_t i, const SolveResult& solved) {
          if (static_cast<int>(solved.best().size()) > bound) failed.push_back(i);
        });
    if (tried < cubes.size() || options_.stop.stop_requested()) {
      result_.stopped = true;
      return true;
    }
    total_ = kCosetPositions - missing->count;
    result_.solved_singly = cubes.size() - failed.size();
    level_.search_seconds = solving.seconds();
    note_level(options_.count);
    for (std::size_t i : failed)
      if (options_.unsolved && !options_.unsolved(cubes[i])) break;
    listed_ = true;
    return true;
  }

  void report(bool prepass, double fraction) const {
    if (options_.progress) options_.progress({level_.depth, prepass, fraction, total_});
  }

  void note_level(bool counted) {
    level_.exact = exact_ && (level_.depth <= searched_ || total_ == kCosetPositions);
    if (counted) {
      level_.total = total_;
      level_.fresh = total_ - previous_total_;
    }
    previous_total_ = total_;
    result_.levels.push_back(level_);
    if (options_.on_level) options_.on_level(level_);
  }

  CosetResult finished() {
    if (options_.unsolved && !listed_ && !result_.stopped)
      for_each_unreached(*parts_.layout, parts_.bitmaps.current(), position_, options_.unsolved);
    result_.remaining = kCosetPositions - total_ - result_.solved_singly;
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

  Parts& parts_;
  Cube position_;
  const CosetOptions& options_;
  Stopwatch watch_;
  CosetResult result_;
  CosetLevel level_;
  std::uint64_t total_ = 0;
  std::uint64_t previous_total_ = 0;
  bool exact_ = true;
  bool listed_ = false;  // what remains has been told
  int searched_ = -1;
};

}  // namespace

CosetSolver::CosetSolver(const Phase1Table& table, const Solver* two_phase, InstructionSet set)
    : parts_(std::make_unique<Parts>(table, two_phase, set)) {}
CosetSolver::CosetSolver(CosetSolver&&) noexcept = default;
CosetSolver& CosetSolver::operator=(CosetSolver&&) noexcept = default;
CosetSolver::~CosetSolver() = default;

Result<void> CosetSolver::take_memory(int threads) {
  return parts_->bitmaps.reserve(2, threads);
}

Result<CosetResult> CosetSolver::solve(const Cube& position, const CosetOptions& options) {
  if (auto fault = fault_in(options)) return *fault;
  if (options.engine == CosetEngine::set) return Run(*parts_, position, options).with_set();

  const bool two = options.engine == CosetEngine::fast && options.prepass;
  if (Result<void> reserved = parts_->bitmaps.reserve(two ? 2 : 1, options.threads); !reserved)
    return reserved.error();
  Run run(*parts_, position, options);
  parts_->bitmaps.clear(options.threads);
  if (options.engine == CosetEngine::bitmap) return run.with_bitmap();
  return options.prove ? run.prove() : run.fast();
}

}  // namespace halfturn

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/memory.h"
#include "base/stopwatch.h"
#include "coset/bitmaps.h"
#include "coset/layout.h"
#include "coset/level_search.h"
#include "coset/plain_search.h"
#include "coset/prepass.h"
#include "coset/proof_plan.h"
#include "coset/unreached.h"
#include "halfturn/coset.h"

namespace halfturn {

namespace {

using base::Stopwatch;

constexpr int kDeepest = 30;
/// Beyond this many positions, handing what is left to the two-phase solver would take minutes.
constexpr std::size_t kMostSingly = 200'000;
/// After so many positions without a solution within the bound, it is held to be wrong.
constexpr std::size_t kMostFailures = 100;
/// Some seconds: a position that takes longer may not have a solution within the bound, and is left as it is.
constexpr std::uint64_t kMostProbesSingly = 20'000'000;

std::uint64_t key_of(Phase2Position position) {
  return (std::uint64_t{position.corners} * kArrangementCount + position.edges) * kLayerOrders +
         position.slice;
}

}  // namespace

Result<void> check(const CosetOptions& options) {
  const auto bad = [](std::string message, std::string hint) {
    return Error{ErrorKind::bad_input, std::move(message), std::move(hint)};
  };
  const bool fast = options.engine == CosetEngine::fast;
  if (options.depth < 0 || options.depth > kDeepest)
    return bad("the depth is out of range", fmt::format("0 to {}", kDeepest));
  if (options.search_depth < 0 || options.search_depth > options.depth)
    return bad("the search depth is out of range", "0 to the depth");
  if (options.prove && !fast) return bad("a proof needs the fast engine", "leave out the engine");
  if (options.prove && !options.prepass) return bad("a proof needs prepasses", "leave out one of the two");
  if (options.prove && (*options.prove < 1 || *options.prove > kDeepest))
    return bad("the bound to prove is out of range", fmt::format("1 to {}; 20 always holds", kDeepest));
  if ((!fast || !options.prepass) && options.depth > options.search_depth)
    return bad("only prepasses go deeper than the search", "give the same depth for both");
  if (!fast && (options.stop_at < kCosetPositions || !options.count))
    return bad("only the fast engine can end early or leave levels uncounted", "leave out the engine");
  if (options.engine == CosetEngine::set && options.unsolved)
    return bad("the set engine does not list what it has not reached", "use the bitmap or the fast engine");
  return {};
}

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
class CosetRun {
 public:
  CosetRun(Parts& parts, const Cube& position, const CosetOptions& options)
      : parts_(parts), position_(position), options_(options) {}

  Result<CosetResult> with_set() {
    // A hash set takes some 50 bytes a position, and half as much again while it grows.
    const std::uint64_t most = base::available_memory().value_or(~std::uint64_t{0}) / 100;
    std::unordered_set<std::uint64_t> reached;
    bool full = false;
    plain_levels([&](const Cube& h) { reached.insert(key_of(*parts_.coordinates->position_of(h))); },
                 [&] { return reached.size(); }, [&] { return full = reached.size() > most; });
    if (full)
      return Error{ErrorKind::machine,
                   fmt::format("{} positions are more than the memory holds as a set", reached.size()),
                   "search less deep, or use the bitmap or the fast engine"};
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
        [&] { return reached; }, [] { return false; });
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
      if (result_.stopped) break;
      note_level(options_.count || search);
    }
    return finished();
  }

  CosetResult prove() {
    const int bound = *options_.prove;
    // What is enough is a guess. Where it was too low, all is done again with more.
    for (std::uint64_t factor = 1; !try_to_prove(bound, ProofPlan(bound, factor)); factor *= 4) {
      parts_.bitmaps.clear(options_.threads);
      result_.levels.clear();
      total_ = previous_total_ = 0;
      exact_ = true;
      searched_ = -1;
    }
    if (!result_.stopped && kCosetPositions - total_ == result_.solved_singly) result_.proved = bound;
    return finished();
  }

 private:
  int first_depth() const { return parts_.table.distance(parts_.table.coordinates().coset_of(position_)); }

  /// False where prepasses alone left too much, so that more must be searched.
  bool try_to_prove(int bound, const ProofPlan& plan) {
    const int first = first_depth();
    bool searching = true;
    for (int depth = first; depth <= bound && !result_.stopped && total_ < kCosetPositions; ++depth) {
      level_ = {.depth = depth};
      if (depth > first && total_ >= plan.enough_at(depth - 1)) searching = false;
      if (depth == bound && !searching && parts_.two_phase != nullptr) return finish_singly(bound);
      const bool prepass = depth > first && (!searching || prepass_pays(total_));
      if (prepass && !run_prepass()) break;
      if (searching) run_search(prepass, plan.enough_at(depth));
      if (result_.stopped) break;
      note_level(options_.count || searching);
    }
    return result_.stopped || searching || total_ == kCosetPositions || parts_.two_phase == nullptr;
  }

  template <class Reached, class Count, class Full>
  void plain_levels(const Reached& reached, const Count& count, const Full& full) {
    const auto note = [&](const Cube& h) {
      ++level_.probes;
      reached(h);
    };
    std::uint64_t nodes = 0;
    const auto ended = [&] {
      if (++nodes % 4096 == 0) {
        report(false, 0);
        result_.stopped = options_.stop.stop_requested() || full();
      }
      return result_.stopped;
    };
    for (int depth = first_depth(); depth <= options_.search_depth; ++depth) {
      const Stopwatch watch;
      level_ = {.depth = depth};
      if (!plain_search(parts_.table, position_, depth, MoveMask::all(), note, ended)) return;
      total_ = count();
      searched_ = depth;
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
    // Where the bound is wrong for many, there is no point in trying them all.
    std::stop_source enough;
    const std::stop_callback pass_on(options_.stop, [&] { enough.request_stop(); });
    SolveOptions solve;
    solve.max_moves = bound;
    solve.probes = kMostProbesSingly;
    std::vector<std::size_t> failed;
    std::size_t solved = 0;
    const Run run{.threads = options_.threads, .stop = enough.get_token(), .progress = {}};
    parts_.two_phase->solve_all(cubes, solve, run, [&](std::size_t i, const SolveResult& found) {
      if (static_cast<int>(found.best().size()) <= bound) {
        ++solved;
        return;
      }
      failed.push_back(i);
      if (failed.size() == kMostFailures) enough.request_stop();
    });
    if (options_.stop.stop_requested()) {
      result_.stopped = true;
      return true;
    }
    total_ = kCosetPositions - missing->count;
    result_.solved_singly = solved;
    level_.search_seconds = solving.seconds();
    note_level(options_.count);
    for (std::size_t i = solved + failed.size(); i < cubes.size(); ++i) failed.push_back(i);
    for (std::size_t i : failed)
      if (options_.unsolved && !options_.unsolved(cubes[i])) break;
    listed_ = true;
    return true;
  }

  void report(bool prepass, double fraction) const {
    if (options_.progress) options_.progress({level_.depth, prepass, fraction, total_});
  }

  void note_level(bool counted) {
    level_.exact = exact_ && level_.depth <= searched_;
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
      result_.stopped = !for_each_unreached(*parts_.layout, parts_.bitmaps.current(), position_,
                                            options_.unsolved, options_.stop);
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

Result<void> CosetSolver::take_memory(int threads, const std::stop_token& stop) {
  return parts_->bitmaps.reserve(2, threads, stop);
}

Result<CosetResult> CosetSolver::solve(const Cube& position, const CosetOptions& options) {
  if (Result<void> sound = check(options); !sound) return sound.error();
  if (options.engine == CosetEngine::set) return CosetRun(*parts_, position, options).with_set();

  const bool two = options.engine == CosetEngine::fast && options.prepass;
  if (Result<void> reserved = parts_->bitmaps.reserve(two ? 2 : 1, options.threads, options.stop); !reserved)
    return reserved.error();
  CosetRun run(*parts_, position, options);
  parts_->bitmaps.clear(options.threads);
  if (options.engine == CosetEngine::bitmap) return run.with_bitmap();
  return options.prove ? run.prove() : run.fast();
}

}  // namespace halfturn

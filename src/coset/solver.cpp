#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "coset/bitmaps.h"
#include "coset/layout.h"
#include "coset/level_search.h"
#include "coset/pending_bits.h"
#include "coset/plain_search.h"
#include "coset/prepass.h"
#include "coset/proof_plan.h"
#include "coset/unreached.h"
#include "halfturn/coset.h"

namespace halfturn {

namespace {

using base::Stopwatch;

/// After this many positions without a solution within the bound, the bound is taken to be wrong.
constexpr std::size_t kMostFailures = 100;
/// Some seconds: a position that takes longer may have no solution within the bound, and is given up.
constexpr std::uint64_t kMostProbesSingly = 20'000'000;

std::uint64_t key_of(Phase2Position position) {
  return (std::uint64_t{position.corners} * kArrangementCount + position.edges) * kLayerOrders +
         position.slice;
}

Error out_of_range(const char* what, std::string range) {
  return {ErrorKind::bad_input, fmt::format("the {} is out of range", what), std::move(range)};
}

}  // namespace

struct CosetSolver::Parts {
  Parts(std::shared_ptr<const Phase1Table> phase1, std::optional<Solver> solver, InstructionSet instructions)
      : table(std::move(phase1)),
        two_phase(std::move(solver)),
        set(instructions),
        layout(BitmapLayout::make()),
        coordinates(Phase2Coordinates::make()),
        search(*table, *layout),
        prepass(*layout, instructions) {}

  /// Takes the memory that a run with so many bitmaps needs, unless it is there.
  Result<void> reserve(int count, const Run& run) {
    if (Result<void> reserved = pending.reserve(run.threads > 0 ? run.threads : base::default_threads());
        !reserved)
      return reserved;
    return bitmaps.reserve(count, run);
  }

  std::shared_ptr<const Phase1Table> table;
  std::optional<Solver> two_phase;
  InstructionSet set;
  std::unique_ptr<const BitmapLayout> layout;
  std::unique_ptr<const Phase2Coordinates> coordinates;
  CosetSearchTables search;
  Prepass prepass;
  Bitmaps bitmaps;
  PendingBits pending;
};

namespace {

/// One coset on its way through the levels.
template <class Parts>
class CosetRun {
 public:
  CosetRun(Parts& parts, const Cube& position, const CosetOptions& options, const Run& run)
      : parts_(parts),
        position_(position),
        options_(options),
        run_{run.threads, run.stop, [this, &run](const Progress& progress) {
               run.report(fmt::format("depth {}", level_.depth), progress.step, progress.fraction);
             }} {}
  CosetRun(const CosetRun&) = delete;
  CosetRun& operator=(const CosetRun&) = delete;

  Result<CosetResult> with_set(int deepest) {
    // A hash set takes some 50 bytes a position, and half as much again while it grows.
    const std::uint64_t most = base::available_memory().value_or(~std::uint64_t{0}) / 100;
    std::unordered_set<std::uint64_t> reached;
    bool full = false;
    plain_levels(
        deepest, [&](const Cube& h) { reached.insert(key_of(*parts_.coordinates->position_of(h))); },
        [&] { return reached.size(); }, [&] { return full = reached.size() > most; });
    if (full)
      return Error{ErrorKind::machine,
                   fmt::format("{} positions are more than the memory holds as a set", reached.size()),
                   "search less deep, or use the bitmap or the fast engine"};
    return finished([&](std::size_t byte) {
      std::uint64_t word = 0;
      for (std::size_t bit = 0; bit < 64; ++bit) {
        const BitPlace place = {static_cast<std::uint32_t>(byte + bit / 8),
                                static_cast<std::uint8_t>(bit % 8)};
        if (reached.contains(key_of(parts_.layout->position_at(place)))) word |= std::uint64_t{1} << bit;
      }
      return word;
    });
  }

  CosetResult with_bitmap(int deepest) {
    std::uint64_t reached = 0;
    std::uint8_t* bitmap = parts_.bitmaps.current();
    plain_levels(
        deepest,
        [&](const Cube& h) {
          const BitPlace place = parts_.layout->place_of(*parts_.coordinates->position_of(h));
          const auto mask = static_cast<std::uint8_t>(1u << place.bit);
          reached += (bitmap[place.byte] & mask) == 0 ? 1u : 0u;
          bitmap[place.byte] |= mask;
        },
        [&] { return reached; }, [] { return false; });
    return finished();
  }

  CosetResult fast(int search_depth, int deepest, bool with_prepasses, std::uint64_t stop_at) {
    const int first = first_depth();
    for (int depth = first; depth <= deepest && !result_.stopped && total_ < kCosetPositions; ++depth) {
      level_ = {.depth = depth};
      const bool search = depth <= search_depth;
      const bool prepass = with_prepasses && depth > first && (!search || prepass_pays(total_));
      if (prepass && !run_prepass()) break;
      if (search) run_search(prepass, depth == search_depth ? stop_at : kCosetPositions);
      if (result_.stopped) break;
      note_level(options_.count || search);
    }
    return finished();
  }

  CosetResult prove(int bound) {
    // What is enough is a guess. Where it was too low, start again with more.
    for (std::uint64_t factor = 1; !try_to_prove(bound, ProofPlan(bound, factor)); factor *= 4) {
      parts_.bitmaps.clear(run_.threads);
      result_.levels.clear();
      total_ = previous_total_ = 0;
      exact_ = true;
      searched_ = -1;
    }
    if (!result_.stopped && kCosetPositions - total_ == result_.solved_singly) result_.proved = bound;
    return finished();
  }

 private:
  int first_depth() const { return parts_.table->distance(parts_.table->coordinates().coset_of(position_)); }

  /// False where prepasses alone left too much, so that more must be searched.
  bool try_to_prove(int bound, const ProofPlan& plan) {
    const int first = first_depth();
    bool searching = true;
    for (int depth = first; depth <= bound && !result_.stopped && total_ < kCosetPositions; ++depth) {
      level_ = {.depth = depth};
      if (depth == bound && !searching && parts_.two_phase) return finish_singly(bound);
      const bool prepass = depth > first && (!searching || prepass_pays(total_));
      if (prepass && !run_prepass()) break;
      const bool search = searching;
      if (searching) {
        const std::uint64_t enough =
            prepass ? plan.enough_after_prepass(depth, total_) : plan.enough_by_search(depth);
        if (total_ < enough) run_search(prepass, enough);
        searching = total_ < enough;
      }
      if (result_.stopped) break;
      note_level(options_.count || search);
    }
    return result_.stopped || searching || total_ == kCosetPositions || !parts_.two_phase;
  }

  template <class Reached, class Count, class Full>
  void plain_levels(int deepest, const Reached& reached, const Count& count, const Full& full) {
    const auto note = [&](const Cube& h) {
      ++level_.probes;
      reached(h);
    };
    std::uint64_t nodes = 0;
    const auto ended = [&] {
      if (++nodes % 4096 == 0) {
        run_.report({}, "search", 0);
        result_.stopped = run_.stop.stop_requested() || full();
      }
      return result_.stopped;
    };
    for (int depth = first_depth(); depth <= deepest; ++depth) {
      const Stopwatch watch;
      level_ = {.depth = depth};
      if (!plain_search(*parts_.table, position_, depth, MoveMask::all(), note, ended)) return;
      total_ = count();
      searched_ = depth;
      level_.search_seconds = watch.seconds();
      note_level(true);
    }
  }

  bool run_prepass() {
    const Stopwatch watch;
    const auto count = parts_.prepass.run(parts_.bitmaps.current(), parts_.bitmaps.other(), run_);
    if (!count) {
      result_.stopped = true;
      return false;
    }
    parts_.bitmaps.swap();
    total_ = *count;
    level_.prepass_seconds = watch.seconds();
    return true;
  }

  void run_search(bool after_prepass, std::uint64_t stop_at) {
    const Stopwatch watch;
    LevelSearchWork work;
    work.depth = level_.depth;
    work.after_prepass = after_prepass;
    work.reached_before = total_;
    if (stop_at < kCosetPositions) work.stop_at = stop_at;
    const LevelSearchResult found = search_level(parts_.search, parts_.set, position_,
                                                 parts_.bitmaps.current(), parts_.pending, work, run_);
    level_.probes = found.probes;
    level_.search_seconds = watch.seconds();
    total_ += found.fresh;
    if (!found.complete) exact_ = false;
    if (!found.complete && run_.stop.stop_requested()) result_.stopped = true;
    if (found.complete) searched_ = level_.depth;
  }

  /// Replaces the last prepass: finds the positions that it would leave, and gives each of them to the
  /// two-phase solver. False, and nothing done, if there are too many.
  bool finish_singly(int bound) {
    const Stopwatch watch;
    const auto missing = parts_.prepass.missing_after(parts_.bitmaps.current(), kMostSolvedSingly, run_);
    if (!missing) {
      result_.stopped = true;
      return true;
    }
    if (missing->count > kMostSolvedSingly) return false;
    level_.prepass_seconds = watch.seconds();
    std::vector<Cube> cubes;
    for (BitPlace place : missing->places)
      cubes.push_back(position_of_h(position_, cube_of(parts_.layout->position_at(place))));
    const Stopwatch solving;
    // Where the bound is wrong for many, there is no point in trying them all.
    std::stop_source enough;
    const std::stop_callback pass_on(run_.stop, [&] { enough.request_stop(); });
    // Seen as it is given, a position has only ways into H that the search of the coset has found already,
    // and longer ones.
    SolveOptions solve;
    solve.starts = kAllStarts & ~kStartAsGiven;
    solve.max_moves = bound;
    solve.probes = kMostProbesSingly;
    std::vector<std::size_t> failed;
    std::size_t solved = 0;
    const Run run{.threads = run_.threads, .stop = enough.get_token(), .progress = {}};
    parts_.two_phase->solve_all(cubes, solve, run, [&](std::size_t i, const SolveResult& found) {
      if (static_cast<int>(found.best().size()) <= bound) {
        ++solved;
        return;
      }
      failed.push_back(i);
      if (failed.size() == kMostFailures) enough.request_stop();
    });
    if (run_.stop.stop_requested()) {
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
    return finished([this](std::size_t byte) {
      std::uint64_t word = 0;
      std::memcpy(&word, parts_.bitmaps.current() + byte, sizeof word);
      return word;
    });
  }

  /// `word_at(byte)`: the 64 bits from there on of what has been reached.
  template <class WordAt>
  CosetResult finished(const WordAt& word_at) {
    if (options_.unsolved && !listed_ && !result_.stopped)
      result_.stopped = !for_each_unreached(*parts_.layout, word_at, position_, options_.unsolved, run_.stop);
    result_.remaining = kCosetPositions - total_ - result_.solved_singly;
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

  Parts& parts_;
  Cube position_;
  const CosetOptions& options_;
  Run run_;  // the caller's, with the level as the task
  Stopwatch watch_;
  CosetResult result_;
  CosetLevel level_;
  std::uint64_t total_ = 0;
  std::uint64_t previous_total_ = 0;
  bool exact_ = true;
  bool listed_ = false;  // options_.unsolved has been called for what remains
  int searched_ = -1;
};

}  // namespace

Result<CosetSolver> CosetSolver::open(const TableStore& store, InstructionSet set, const Run& run) {
  Result<Solver> two_phase = Solver::open(store, {.residency = Residency::resident, .set = set}, run);
  if (!two_phase) return two_phase.error();
  return CosetSolver(std::move(*two_phase));
}

CosetSolver::CosetSolver(Solver two_phase) {
  std::shared_ptr<const Phase1Table> phase1 = two_phase.phase1();
  const InstructionSet set = two_phase.instruction_set();
  parts_ = std::make_unique<Parts>(std::move(phase1), std::move(two_phase), set);
}
CosetSolver::CosetSolver(std::shared_ptr<const Phase1Table> phase1, InstructionSet set)
    : parts_(std::make_unique<Parts>(std::move(phase1), std::nullopt, set)) {}
CosetSolver::CosetSolver(CosetSolver&&) noexcept = default;
CosetSolver& CosetSolver::operator=(CosetSolver&&) noexcept = default;
CosetSolver::~CosetSolver() = default;

const Phase1Table& CosetSolver::phase1() const {
  return *parts_->table;
}

Result<void> CosetSolver::take_memory(const Run& run) {
  return parts_->reserve(2, run);
}

Result<CosetResult> CosetSolver::prove(const Cube& position, const ProofOptions& options, const Run& run) {
  if (options.bound < 1 || options.bound > kDeepestCosetLevel)
    return out_of_range("bound to prove", fmt::format("1 to {}; 20 always holds", kDeepestCosetLevel));
  if (Result<void> reserved = parts_->reserve(2, run); !reserved) return reserved.error();
  CosetRun coset(*parts_, position, options, run);
  parts_->bitmaps.clear(run.threads);
  return coset.prove(options.bound);
}

Result<CosetResult> CosetSolver::explore(const Cube& position, const ExploreOptions& options,
                                         const Run& run) {
  const auto bad = [](int depth) { return depth < 0 || depth > kDeepestCosetLevel; };
  if (bad(options.search_depth) || bad(options.depth))
    return out_of_range("depth", fmt::format("0 to {}", kDeepestCosetLevel));
  const bool prepass = options.engine == CosetEngine::fast;
  if (options.engine != CosetEngine::set)
    if (Result<void> reserved = parts_->reserve(prepass ? 2 : 1, run); !reserved) return reserved.error();
  CosetRun coset(*parts_, position, options, run);
  if (options.engine == CosetEngine::set) return coset.with_set(options.search_depth);
  parts_->bitmaps.clear(run.threads);
  if (options.engine == CosetEngine::bitmap) return coset.with_bitmap(options.search_depth);
  const int deepest = prepass ? std::max(options.search_depth, options.depth) : options.search_depth;
  return coset.fast(options.search_depth, deepest, prepass, options.stop_at);
}

}  // namespace halfturn

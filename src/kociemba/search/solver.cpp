#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/ordered.h"
#include "base/parallel.h"
#include "halfturn/notation.h"
#include "halfturn/solve.h"
#include "kociemba/search/compact_search.h"
#include "kociemba/search/phase1_search.h"
#include "kociemba/search/roots.h"
#include "kociemba/search/search_tables.h"
#include "kociemba/search/solution_set.h"

namespace halfturn {

struct Solver::Tables {
  // Full or compact; the others are null.
  std::shared_ptr<const Phase1Table> phase1;
  std::shared_ptr<const Phase2Table> phase2;
  std::shared_ptr<const CompactPhase1Table> compact1;
  std::shared_ptr<const CompactPhase2Table> compact2;
  InstructionSet set;
  SearchTables search = phase1 ? SearchTables(*phase1, *phase2) : SearchTables(*compact1, *compact2);
  Phase1SearchFunction search_phase1 = phase1 ? phase1_search_for(set, search.metric)
                                       : search.metric == Metric::half
                                           ? search_phase1_compact<Metric::half>
                                           : search_phase1_compact<Metric::quarter>;
};

namespace {

using Clock = std::chrono::steady_clock;

/// How a search goes about it, by metric. All lengths are counted in that metric.
struct SearchPlan {
  /// Nearly every position has a solution of at most this length, and one is found in a fraction of a
  /// millisecond. So longer ones are passed over, unless a limit may end the search before one of this length
  /// is found.
  int easy_length;
  /// Solutions up to this length are looked for first, so that a cube close to solved gets a shortest one.
  int close_length;
  /// The length outside phase 2 from which tails of each length pay for their roots (measured, see
  /// docs/two-phase.md), and from which a start is split by its first move into units of work.
  std::array<int, SolveRoot::kLongestTail + 1> tail_from;
  int split_from;
};
constexpr SearchPlan kHalfTurnPlan = {
    .easy_length = 20, .close_length = 10, .tail_from = {0, 9, 10, 12}, .split_from = 12};
constexpr SearchPlan kQuarterTurnPlan = {
    .easy_length = 28, .close_length = 12, .tail_from = {0, 10, 11, 13}, .split_from = 14};
constexpr const SearchPlan& plan_for(Metric metric) {
  return metric == Metric::half ? kHalfTurnPlan : kQuarterTurnPlan;
}

/// Longer than any solution that the search can find first.
constexpr int kAnyLength = 60;
/// With a target and so much time, solutions longer than the easy length are looked for only at the end, and
/// this long.
constexpr auto kMuchTime = std::chrono::milliseconds(50);
constexpr std::uint64_t kQuickProbes = 2000;
/// Phase 1 and tail together are never longer than this.
constexpr int kMostOuter = 20;
/// How many roots make a unit of work, by tail length.
constexpr std::array<std::size_t, SolveRoot::kLongestTail + 1> kUnitRoots = {1, 24, 160, 700};

/// Every solution is replayed on the cube before it leaves the library.
Moves replayed(const Cube& cube, Moves moves) {
  if (!cube.after(moves).is_solved()) throw std::logic_error("halfturn: a solution does not solve its cube");
  return moves;
}

/// A part of the search that one thread does in one go. Results are taken in the fixed order of the units, so
/// that the outcome does not depend on which thread did what when.
struct Unit {
  int outer = 0;
  std::vector<SolveRoot> own_roots;  // if it has roots of its own
  std::span<const SolveRoot> roots;  // else those of the root set
  std::span<const SolveRoot> all() const {
    return own_roots.empty() ? roots : std::span<const SolveRoot>(own_roots);
  }
};

/// Deals out the units of one cube, in order.
class UnitSource {
 public:
  UnitSource(SolveRootSet& roots, const SearchPlan& plan, int first_outer)
      : roots_(roots), plan_(plan), outer_(first_outer) {}

  /// The next unit, if it has at most `limit` moves outside phase 2.
  std::optional<Unit> next(int limit) {
    while (outer_ <= std::min(limit, kMostOuter)) {
      if (next_ < units_.size()) return std::move(units_[next_++]);
      if (tail_ > SolveRoot::kLongestTail || static_cast<int>(tail_) > outer_ ||
          outer_ < plan_.tail_from[tail_]) {
        ++outer_;
        tail_ = 0;
      } else {
        fill(tail_++);
      }
    }
    return std::nullopt;
  }

 private:
  void fill(std::size_t tail) {
    units_.clear();
    next_ = 0;
    const std::span<const SolveRoot> roots = roots_.with_tail(tail);
    for (std::size_t first = 0; first < roots.size(); first += kUnitRoots[tail]) {
      const std::span<const SolveRoot> some =
          roots.subspan(first, std::min(kUnitRoots[tail], roots.size() - first));
      if (tail > 0 || outer_ < plan_.split_from) {
        const bool hopeless = std::ranges::all_of(
            some, [&](const SolveRoot& root) { return root.distance > outer_ - static_cast<int>(tail); });
        if (!hopeless) units_.push_back({outer_, {}, some});
        continue;
      }
      for (const SolveRoot& root : roots_.after_first_move(some.front(), outer_))
        units_.push_back({outer_, {root}, {}});
    }
  }

  SolveRootSet& roots_;
  const SearchPlan& plan_;
  int outer_;
  std::size_t tail_ = 0;
  std::vector<Unit> units_;
  std::size_t next_ = 0;
};

/// The result of one unit.
struct UnitResult {
  struct Found {
    Moves moves;
    std::uint64_t at_probe = 0;
  };
  std::size_t known = 0;  // how many solutions had been accepted when it began
  std::uint64_t probes = 0;
  bool cut_short = false;  // by the time limit or a stop
  std::vector<Found> found;
};

/// Ends a search: at its time limit, on a stop, or when the cube's search is finished or has failed.
class SearchEnd {
 public:
  SearchEnd(std::optional<std::chrono::nanoseconds> time, std::stop_token stop) : stop_(std::move(stop)) {
    if (time) deadline_ = Clock::now() + *time;
  }
  void reach() { reached_.store(true, std::memory_order_relaxed); }
  bool reached() {
    if (reached_.load(std::memory_order_relaxed)) return true;
    if (stop_.stop_requested() || (deadline_ && Clock::now() >= *deadline_)) reach();
    return reached_.load(std::memory_order_relaxed);
  }

 private:
  std::stop_token stop_;
  std::optional<Clock::time_point> deadline_;
  std::atomic<bool> reached_{false};
};

/// Collects what one unit finds, on top of what is known when it begins.
class UnitSink : public Phase1SearchSink {
 public:
  UnitSink(const Cube& cube, std::span<const Start> starts, SolutionSet known, int target, SearchEnd& end)
      : cube_(cube), starts_(starts), set_(std::move(known)), target_(target), end_(end) {
    limit = set_.limit();
  }

  bool go_on() override { return !done_ && !end_.reached(); }

  void found(const SolveRoot& root, Moves moves) override {
    const Moves solution = replayed(cube_, cancelled(starts_[root.start].solution(moves)));
    if (!set_.add(solution)) return;
    limit = set_.limit();
    result_.found.push_back({solution, probes});
    done_ = set_.all_within(target_);
  }

  UnitResult take_result(std::size_t known) {
    result_.known = known;
    result_.probes = probes;
    result_.cut_short = !done_ && end_.reached();
    return std::move(result_);
  }

 private:
  const Cube& cube_;
  std::span<const Start> starts_;
  SolutionSet set_;
  int target_;
  SearchEnd& end_;
  bool done_ = false;
  UnitResult result_;
};

/// The search for one cube.
///
/// Units are dealt out to the threads in order and their results are taken in the same order, under one lock
/// that is held briefly. A unit may begin before an earlier one has lowered the limit. If it then
/// found nothing, it would have found nothing below the lower limit either; if it found something, it is done
/// again. So the outcome is the same as with one thread.
class CubeSearch {
 public:
  CubeSearch(const SearchTables& tables, Phase1SearchFunction search_phase1, const Cube& cube,
             const SolveOptions& options, const Run& run)
      : tables_(tables),
        search_phase1_(search_phase1),
        cube_(cube),
        options_(options),
        plan_(plan_for(tables.metric)),
        threads_(run.threads > 0 ? run.threads : base::default_threads()),
        target_(options.max_moves.value_or(kNoTarget)),
        probes_left_(options.probes.value_or(~std::uint64_t{0})),
        end_(options.time, run.stop),
        starts_(make_starts(tables.cosets, cube, options.starts)),
        roots_(tables, starts_),
        set_(static_cast<std::size_t>(std::max(1, options.solutions)), longest_wanted(options), cube,
             tables.metric) {}

  SolveResult run() {
    std::optional<Moves> first;
    if (!wants_any_) search_close();
    if (!finished_) {
      if (!options_.max_moves && set_.empty()) {
        first = any_solution();
        if (!accept(*first)) report(*first);  // too long for the set, but an answer at once
      }
      search_all();
    }
    SolveResult result;
    if (set_.empty()) {
      if (!first)
        first =
            options_.time && !options_.probes && !tables_.is_compact() ? quick_solution() : any_solution();
      if (!accept(*first)) result.solutions.push_back(*std::move(first));
    }
    if (!set_.empty()) result.solutions = set_.solutions();
    result.probes = probes_;
    result.exhausted = exhausted_;
    result.target_met = !options_.max_moves || set_.all_within(target_);
    return result;
  }

 private:
  static constexpr int kNoTarget = -1;

  /// Where little time or few probes are given, every improvement counts: the limit falls from solution to
  /// solution, so that whenever the search ends, the best is at hand.
  int longest_wanted(const SolveOptions& options) const {
    const bool is_short = options.time && (!options.max_moves || *options.time < kMuchTime);
    if (is_short || options.probes) return kAnyLength;
    return std::max(options.max_moves.value_or(kNoTarget), plan_.easy_length);
  }

  /// What a millisecond's search finds, for the rare cube that has nothing of the easy length when its time
  /// is up.
  Moves quick_solution() const {
    SolveOptions quick;
    quick.max_moves.reset();
    quick.probes = kQuickProbes;
    quick.starts = options_.starts;
    return CubeSearch(tables_, search_phase1_, cube_, quick, {.threads = 1, .stop = {}, .progress = {}})
        .run()
        .best();
  }

  /// Looks for a shortest solution of a cube that is close to solved. Every start can find all of them; the
  /// one farthest from H has the least to search: almost nothing for nearly all cubes that are not close.
  void search_close() {
    const std::span<const SolveRoot> roots = roots_.with_tail(0);
    const SolveRoot& farthest = *std::ranges::max_element(roots, {}, &SolveRoot::distance);
    SolutionSet close(1, plan_.close_length, cube_, tables_.metric);
    for (int outer = farthest.distance; outer <= close.limit() && probes_left_ > 0 && !end_.reached();
         ++outer) {
      UnitSink sink(cube_, starts_, close, kNoTarget, end_);
      sink.most_probes = probes_left_;
      search_phase1_(tables_, {&farthest, 1}, outer, sink);
      const UnitResult result = sink.take_result(0);
      for (const UnitResult::Found& found : result.found) close.add(found.moves);
      spend(result.probes);
    }
    if (!close.empty()) accept(close.solutions().front());
    if (probes_left_ == 0 || end_.reached()) {
      finished_ = true;
    } else if (!close.empty() && options_.solutions <= 1) {
      finished_ = exhausted_ = true;  // nothing can be shorter
    }
  }

  void search_all() {
    const std::span<const SolveRoot> roots = roots_.with_tail(0);
    UnitSource source(roots_, plan_, std::ranges::min_element(roots, {}, &SolveRoot::distance)->distance);
    std::vector<std::jthread> others;
    for (int t = 1; t < threads_; ++t) {
      try {
        others.emplace_back([&] { work(source); });
      } catch (const std::system_error&) {
        break;  // no more threads available
      }
    }
    work(source);
    others.clear();
    if (failure_) std::rethrow_exception(failure_);
    if (finished_ && !cut_short_) return;
    if (!end_.reached()) return;
    // Time was up: units that were ahead of others, or were to be done again, may still have found something.
    for (const auto& [number, done] : waiting_)
      for (const UnitResult::Found& found : done.result.found) accept(found.moves);
    for (const Moves& moves : stale_finds_) accept(moves);
  }

  void work(UnitSource& source) {
    try {
      std::unique_lock lock(mutex_);
      while (std::optional<Task> task = next_task(source)) {
        UnitSink sink(cube_, starts_, set_, target_, end_);
        sink.most_probes = probes_left_;
        const std::size_t known = times_accepted_;
        lock.unlock();
        search_phase1_(tables_, task->unit.all(), task->unit.outer, sink);
        lock.lock();
        waiting_.emplace(task->number, Done{std::move(task->unit), sink.take_result(known)});
        take_waiting();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      end_.reach();
    }
  }

  struct Task {
    std::size_t number = 0;
    Unit unit;
  };
  struct Done {
    Unit unit;
    UnitResult result;
  };

  /// Under the lock, like take_waiting() and what it calls.
  std::optional<Task> next_task(UnitSource& source) {
    if (end_.reached()) return std::nullopt;
    if (again_) return *std::exchange(again_, std::nullopt);
    std::optional<Unit> unit = source.next(set_.limit());
    if (unit) return Task{units_dealt_++, *std::move(unit)};
    all_dealt_ = true;
    note_if_exhausted();
    return std::nullopt;
  }

  /// Takes the results whose turn it is.
  void take_waiting() {
    for (auto next = waiting_.find(units_taken_); next != waiting_.end() && !finished_;
         next = waiting_.find(units_taken_)) {
      Done done = std::move(next->second);
      waiting_.erase(next);
      if (done.result.known != times_accepted_ && !done.result.found.empty() && !end_.reached()) {
        // Kept in case time runs out before it is done again.
        for (const UnitResult::Found& found : done.result.found) stale_finds_.push_back(found.moves);
        again_ = Task{units_taken_, std::move(done.unit)};
        return;
      }
      ++units_taken_;
      take(done.unit, done.result);
    }
    note_if_exhausted();
  }

  void note_if_exhausted() {
    if (all_dealt_ && units_taken_ == units_dealt_)
      exhausted_ = set_.limit() <= kMostOuter && sees_all_within(set_.limit());
  }

  /// Whether no way home of a solution of this length was too long to be looked for.
  bool sees_all_within(int length) {
    if (!tables_.is_compact()) return true;
    const std::span<const SolveRoot> roots = roots_.with_tail(0);
    for (int outer = std::ranges::min_element(roots, {}, &SolveRoot::distance)->distance; outer < length;
         ++outer)
      if (outer + longest_compact_phase2(tables_.metric, outer) < length) return false;
    return true;
  }

  void take(const Unit& unit, const UnitResult& result) {
    if (unit.outer > set_.limit()) return end_with(true);
    for (const UnitResult::Found& found : result.found) {
      if (found.at_probe > probes_left_) break;
      if (!accept(found.moves)) continue;
      const bool nothing_shorter = set_.limit() < unit.outer;
      if (set_.all_within(target_) || nothing_shorter) {
        spend(found.at_probe);
        return end_with(nothing_shorter);
      }
    }
    spend(result.probes);
    cut_short_ = cut_short_ || result.cut_short;
    if (probes_left_ == 0 || result.cut_short) end_with(false);
  }

  void end_with(bool exhausted) {
    finished_ = true;
    exhausted_ = exhausted && sees_all_within(set_.limit());
    end_.reach();
  }

  void spend(std::uint64_t probes) {
    probes = std::min(probes, probes_left_);
    probes_ += probes;
    probes_left_ -= probes;
  }

  bool accept(const Moves& moves) {
    if (!set_.add(moves)) return false;
    ++times_accepted_;
    report(moves);
    return true;
  }

  /// Reports a solution that is shorter than all before it.
  void report(const Moves& moves) {
    const int reached = length(moves, tables_.metric);
    if (reached >= shortest_reported_) return;
    shortest_reported_ = reached;
    if (options_.on_improvement) options_.on_improvement(moves);
  }

  /// Some solution. With full tables, the first shortest way into H and the way home from there: some 22
  /// moves, in microseconds. With compact ones, the first way into H from which one home is found.
  Moves any_solution() {
    if (tables_.is_compact()) {
      SolveOptions first;
      first.max_moves = kAnyLength;
      first.starts = options_.starts;
      CubeSearch any(tables_, search_phase1_, cube_, first, {.threads = 1, .stop = {}, .progress = {}});
      any.wants_any_ = true;
      return any.run().best();
    }
    const std::span<const SolveRoot> roots = roots_.with_tail(0);
    const SolveRoot& nearest = *std::ranges::min_element(roots, {}, &SolveRoot::distance);
    const Start& start = starts_[nearest.start];
    Moves moves = tables_.phase1->solve(nearest.coset);
    const Moves home =
        tables_.phase2->solve(tables_.phase2->coordinates().position_of(start.cube.after(moves)).value())
            .value();
    moves.insert(moves.end(), home.begin(), home.end());
    return replayed(cube_, cancelled(start.solution(moves)));
  }

  const SearchTables& tables_;
  Phase1SearchFunction search_phase1_;
  const Cube& cube_;
  const SolveOptions& options_;
  const SearchPlan& plan_;
  int threads_;
  int target_;
  std::uint64_t probes_ = 0;
  std::uint64_t probes_left_;
  SearchEnd end_;
  std::vector<Start> starts_;
  SolveRootSet roots_;

  std::mutex mutex_;  // guards all below, the probe counts, the roots and the unit source
  SolutionSet set_;
  std::size_t times_accepted_ = 0;
  int shortest_reported_ = std::numeric_limits<int>::max();
  std::size_t units_dealt_ = 0;
  std::size_t units_taken_ = 0;
  std::map<std::size_t, Done> waiting_;  // by unit number: units done before their turn
  std::vector<Moves> stale_finds_;
  std::optional<Task> again_;  // to be done before any other
  bool wants_any_ = false;     // the first solution, however long, and at once
  bool all_dealt_ = false;
  bool finished_ = false;
  bool cut_short_ = false;
  bool exhausted_ = false;
  std::exception_ptr failure_;
};

}  // namespace

Result<Solver> Solver::open(const TableStore& store, const SolverOptions& options, const Run& run) {
  if (options.tables == SolverTables::compact) {
    Result<CompactPhase1Table> phase1 =
        CompactPhase1Table::open(store, options.residency, run, options.metric);
    if (!phase1) return phase1.error();
    Result<CompactPhase2Table> phase2 =
        CompactPhase2Table::open(store, options.residency, run, options.metric);
    if (!phase2) return phase2.error();
    return Solver(std::shared_ptr<const Tables>(
        new Tables{.compact1 = std::make_shared<const CompactPhase1Table>(std::move(*phase1)),
                   .compact2 = std::make_shared<const CompactPhase2Table>(std::move(*phase2)),
                   .set = options.set}));
  }
  Result<Phase1Table> phase1 = Phase1Table::open(store, options.residency, run, options.metric);
  if (!phase1) return phase1.error();
  Result<Phase2Table> phase2 = Phase2Table::open(store, options.residency, run, options.metric);
  if (!phase2) return phase2.error();
  return Solver(std::make_shared<const Phase1Table>(std::move(*phase1)),
                std::make_shared<const Phase2Table>(std::move(*phase2)), options.set);
}

Solver::Solver(std::shared_ptr<const Phase1Table> phase1, std::shared_ptr<const Phase2Table> phase2,
               InstructionSet set)
    : tables_(new Tables{.phase1 = std::move(phase1), .phase2 = std::move(phase2), .set = set}) {}

std::vector<TableKind> solver_tables(SolverTables tables, Metric metric) {
  if (tables == SolverTables::compact)
    return {CompactPhase1Table::kind(metric), CompactPhase2Table::kind(metric)};
  return {Phase1Table::kind(metric), Phase2Table::kind(metric)};
}

const std::shared_ptr<const Phase1Table>& Solver::phase1() const {
  return tables_->phase1;
}

Metric Solver::metric() const {
  return tables_->search.metric;
}

InstructionSet Solver::instruction_set() const {
  return tables_->set;
}

SolveResult Solver::solve(const Cube& cube, const SolveOptions& options, const Run& run) const {
  SolveOptions sane = options;
  if ((sane.starts & kAllStarts) == 0) sane.starts = kAllStarts;
  return CubeSearch(tables_->search, tables_->search_phase1, cube, sane, run).run();
}

std::size_t Solver::solve_all(std::span<const Cube> cubes, const SolveOptions& options, const Run& run,
                              const std::function<void(std::size_t, const SolveResult&)>& done) const {
  SolveOptions each = options;
  each.on_improvement = nullptr;
  const Run alone{.threads = 1, .stop = run.stop, .progress = {}};
  return base::deliver_in_order(
      run.threads, cubes.size(), run.stop,
      [&](std::size_t index) { return solve(cubes[index], each, alone); }, done);
}

}  // namespace halfturn

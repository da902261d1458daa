#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/memory.h"
#include "base/ordered.h"
#include "halfturn/optimal.h"
#include "optimal/depth_search.h"
#include "optimal/nearness_table.h"
#include "optimal/opened_tables.h"

namespace halfturn {

using optimal::DepthSearch;
using optimal::NearnessTable;
using optimal::OpenedTables;

struct OptimalSolver::Engine {
  std::unique_ptr<const OpenedTables> tables;
};

namespace {

/// Leaves room for the rest of the process, and for the two-phase solver's tables.
constexpr std::uint64_t kOtherMemory = std::uint64_t{1} << 30;

/// The table to use: the one that is named, or the largest that is ready and fits into memory, or the
/// smallest.
Result<NearnessTable> choose_table(const TableStore& store, const OptimalSolverOptions& options) {
  const std::vector<NearnessTable> tables = optimal::nearness_tables(options.metric);
  if (!options.table.empty()) {
    const auto named = std::ranges::find(tables, options.table, &NearnessTable::name);
    if (named != tables.end()) return *named;
    std::string names;
    for (const NearnessTable& table : tables) names += (names.empty() ? "" : ", ") + table.name;
    return Error{ErrorKind::bad_input,
                 fmt::format("there is no table '{}' for shortest solutions", options.table),
                 fmt::format("the tables for this metric are: {}", names)};
  }
  const std::optional<std::uint64_t> memory = base::available_memory();
  NearnessTable chosen = tables.front();
  for (const NearnessTable& table : tables) {
    const TableKind kind = table.kind();
    const bool fits = !memory || kind.content_bytes() + kOtherMemory <= *memory;
    if (fits && store.status(kind).state == TableState::ready) chosen = table;
  }
  return chosen;
}

/// How many phase-1 solutions to try before a depth is searched. Given as a number, not as a time or a share
/// of the measured work, so that the answer does not depend on the machine or the table. A probe takes about
/// as long as four reads of the table; each depth takes some 13 times as many reads as the one before (in
/// quarter turns some nine times).
std::uint64_t probes_before(int depth, Metric metric) {
  static constexpr std::array<std::uint64_t, 4> kHalf = {5'000, 100'000, 3'000'000, 10'000'000};
  static constexpr std::array<std::uint64_t, 5> kQuarter = {5'000, 30'000, 300'000, 2'000'000, 10'000'000};
  const auto from = [&](int first, const auto& probes) -> std::uint64_t {
    if (depth < first) return 0;
    return probes[std::min(static_cast<std::size_t>(depth - first), probes.size() - 1)];
  };
  return metric == Metric::half ? from(16, kHalf) : from(19, kQuarter);
}

/// From this depth on, there are so many reads that it pays to copy the tables to memory.
int first_long_depth(Metric metric) {
  return metric == Metric::half ? 14 : 17;
}

/// How many phase-1 solutions to try for some solution after a stop, in the quarter metric, where it may be a
/// long way to one of diameter() moves. In the half metric one is found at once.
constexpr std::uint64_t kProbesAfterStop = 20'000;

/// The search for one cube.
class CubeSolution {
 public:
  CubeSolution(const OpenedTables& opened, const Cube& cube, const OptimalOptions& options, const Run& run)
      : metric_(opened.table().layout.metric),
        opened_(opened),
        cube_(cube),
        options_(options),
        run_(run),
        corner_bound_(opened.corners().distance(opened.corners().corners_of(cube))) {
    use(opened.mapped());
  }

  OptimalResult run() {
    find_shortest();
    if (options_.all_within && result_.complete && found()) collect_all();
    add_counts();
    return std::move(result_);
  }

 private:
  bool found() const { return !result_.solutions.empty(); }
  int best_length() const { return length(result_.solutions.front(), metric_); }
  int most() const { return std::min(options_.max_moves.value_or(diameter(metric_)), diameter(metric_)); }

  void use(const OpenedTables::Tables& tables) {
    if (tables_ == &tables) return;
    add_counts();
    tables_ = &tables;
    depths_.emplace(tables.search, opened_.instruction_set(), cube_, run_);
  }
  void use_for(int depth) {
    if (depth >= first_long_depth(metric_)) use(opened_.resident(run_));
  }
  void add_counts() {
    if (!depths_) return;
    const optimal::SearchCounts counts = depths_->counts();
    result_.work.reads += counts.reads;
    result_.work.nodes += counts.nodes;
    result_.work.endings += counts.endings;
  }
  DepthSearch::Outcome search(int depth, DepthSearch::Wanted wanted,
                              const std::function<void(const Moves&)>& on_solution) {
    use_for(depth);
    return depths_->search(depth, wanted, on_solution);
  }

  /// Depth by depth. Ends with a shortest solution, or at the limit, or with a stop and the best so far.
  void find_shortest() {
    result_.lower_bound = std::max(options_.lower_bound, corner_bound_);
    while (true) {
      const int depth = next_possible_length(result_.lower_bound, cube_, metric_);
      result_.lower_bound = depth;
      if (depth > most()) {
        // Only what is short enough was asked for; the two-phase solver may have found something longer.
        result_.solutions.clear();
        break;
      }
      if (found() && best_length() <= depth) break;
      try_two_phase(depth);
      if (found() && best_length() <= depth) continue;
      const DepthSearch::Outcome outcome = search(depth, DepthSearch::Wanted::first, {});
      if (!outcome.solutions.empty() && outcome.complete) {
        improve(outcome.solutions.front());
        continue;
      }
      if (!outcome.complete) {
        if (!outcome.solutions.empty())
          improve(outcome.solutions.front());
        else if (!found() || best_length() > diameter(metric_))
          offer_any();
        return;
      }
      result_.lower_bound = depth + 1;
      if (options_.on_excluded) options_.on_excluded(depth);
    }
    result_.complete = true;
  }

  /// Looks for a solution that would make the search of this depth unnecessary.
  void try_two_phase(int depth) {
    const std::uint64_t probes = probes_before(depth, metric_);
    if (!options_.two_phase || probes == 0 || options_.all_within) return;
    use_for(depth);
    SolveOptions options;
    options.max_moves = depth;
    options.probes = probes;
    const SolveResult result = tables_->two_phase.solve(cube_, options, run_);
    result_.work.probes += result.probes;
    improve(result.best());
  }

  /// After a stop: some solution is better than none.
  void offer_any() {
    if (!options_.two_phase) return;
    SolveOptions options;
    options.max_moves = diameter(metric_);
    if (metric_ == Metric::quarter) options.probes = kProbesAfterStop;
    const SolveResult result =
        tables_->two_phase.solve(cube_, options, {.threads = 1, .stop = {}, .progress = {}});
    improve(result.best());
  }

  void improve(const Moves& solution) {
    if (found() && length(solution, metric_) >= best_length()) return;
    result_.solutions.assign(1, replayed(solution));
    if (options_.on_improvement) options_.on_improvement(solution);
  }

  void collect_all() {
    const int shortest = best_length();
    std::vector<Moves> all;
    const int last =
        std::min(shortest + *options_.all_within, options_.max_moves.value_or(optimal::Path::kLongest));
    for (int depth = shortest; depth <= last && result_.complete; ++depth) {
      if (next_possible_length(depth, cube_, metric_) != depth) continue;
      const DepthSearch::Outcome outcome =
          search(depth, DepthSearch::Wanted::all, [&](const Moves& solution) {
            if (options_.on_solution) options_.on_solution(replayed(solution));
          });
      result_.complete = outcome.complete;
      all.insert(all.end(), outcome.solutions.begin(), outcome.solutions.end());
    }
    if (!all.empty()) result_.solutions = std::move(all);
  }

  /// No solution leaves the library that was not tried.
  const Moves& replayed(const Moves& solution) const {
    if (!cube_.after(solution).is_solved())
      throw std::logic_error("a found solution does not solve the cube");
    return solution;
  }

  Metric metric_;
  const OpenedTables& opened_;
  const Cube& cube_;
  const OptimalOptions& options_;
  const Run& run_;
  const OpenedTables::Tables* tables_ = nullptr;
  std::optional<DepthSearch> depths_;
  int corner_bound_;
  OptimalResult result_;
};

}  // namespace

Result<OptimalSolver> OptimalSolver::open(const TableStore& store, const OptimalSolverOptions& options,
                                          const Run& run) {
  Result<NearnessTable> table = choose_table(store, options);
  if (!table) return table.error();
  Result<std::unique_ptr<const OpenedTables>> tables =
      OpenedTables::open(store, std::move(*table), options.set, run);
  if (!tables) return tables.error();
  return OptimalSolver(std::make_shared<const Engine>(Engine{std::move(*tables)}));
}

Metric OptimalSolver::metric() const {
  return engine_->tables->table().layout.metric;
}

const std::string& OptimalSolver::table() const {
  return engine_->tables->table().name;
}

OptimalResult OptimalSolver::solve(const Cube& cube, const OptimalOptions& options, const Run& run) const {
  return CubeSolution(*engine_->tables, cube, options, run).run();
}

std::size_t OptimalSolver::solve_all(
    std::span<const Cube> cubes, const OptimalOptions& options, const Run& run,
    const std::function<void(std::size_t index, const OptimalResult&)>& done) const {
  OptimalOptions each = options;
  each.on_improvement = nullptr;
  each.on_excluded = nullptr;
  each.on_solution = nullptr;
  const Run alone{.threads = 1, .stop = run.stop, .progress = {}};
  return base::deliver_in_order(
      run.threads, cubes.size(), run.stop,
      [&](std::size_t index) { return solve(cubes[index], each, alone); }, done);
}

std::vector<TableKind> optimal_tables(Metric metric) {
  std::vector<TableKind> kinds;
  for (const NearnessTable& table : optimal::nearness_tables(metric)) kinds.push_back(table.kind());
  return kinds;
}

std::vector<TableKind> optimal_helper_tables(Metric metric) {
  return {optimal::last_moves_table(metric).kind()};
}

}  // namespace halfturn

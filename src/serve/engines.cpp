#include "serve/engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/refusal.h"
#include "front/catalogue.h"

namespace halfturn::serve {

namespace {

std::size_t place_of(Metric metric) {
  return metric == Metric::half ? 0 : 1;
}

bool is_ready(const TableStore& store, const TableKind& kind) {
  return store.status(kind).state == TableState::ready;
}

bool are_ready(const TableStore& store, const std::vector<TableKind>& kinds) {
  return std::ranges::all_of(kinds, [&](const TableKind& kind) { return is_ready(store, kind); });
}

/// In memory if it fits, else in the file: slower, but it works.
template <class Engine, class Options>
std::shared_ptr<const Engine> opened(const TableStore& store, Options options) {
  Result<Engine> engine = Engine::open(store, options, {});
  if (!engine && engine.error().kind == ErrorKind::machine && options.residency == Residency::resident) {
    options.residency = Residency::mapped;
    engine = Engine::open(store, options, {});
  }
  return std::make_shared<const Engine>(value_or_refuse(std::move(engine)));
}

}  // namespace

void ServerEngines::need(const std::vector<TableKind>& kinds, const std::string& group) const {
  std::vector<std::string> missing;
  for (const TableKind& kind : kinds) {
    const TableStatus status = store_.status(kind);
    if (status.state == TableState::ready) continue;
    if (status.state != TableState::missing && status.state != TableState::outdated)
      throw refusal_of(status.error);
    missing.push_back(kind.name);
  }
  if (missing.empty()) return;
  if (const std::string progress = being_built_(missing); !progress.empty())
    throw try_again("unavailable", progress, "this is done once; it goes on by itself", 1);
  throw Refusal{
      409,
      {ErrorKind::missing, fmt::format("this needs tables that are not there: {}", fmt::join(missing, ", ")),
       fmt::format("build the group {} on the page of tables, or with: halfturn tables build {}", group,
                   group)},
      {},
      {{"build", group}}};
}

std::shared_ptr<const Solver> ServerEngines::solver(Metric metric) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const Solver>& solver = solvers_[place_of(metric)];
  if (solver) return solver;
  const bool half = metric == Metric::half;
  need({Phase1Table::kind(metric), Phase2Table::kind(metric)}, half ? "usual" : "quarter");
  // Many ask in half turns all day; a copy for quarter turns would be 700 MB more for few.
  solver = opened<Solver>(store_, SolverOptions{.residency = half ? Residency::resident : Residency::mapped,
                                                .set = set_,
                                                .metric = metric});
  return solver;
}

std::shared_ptr<const Solver> ServerEngines::solver_at_hand(Metric metric) {
  try {
    return solver(metric);
  } catch (const Refusal&) {
    return nullptr;
  }
}

std::shared_ptr<const OptimalSolver> ServerEngines::optimal(Metric metric) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const OptimalSolver>& solver = optimal_[place_of(metric)];
  if (solver) return solver;
  std::vector<TableKind> kinds = optimal_helper_tables(metric);
  const std::vector<TableKind> choice = optimal_tables(metric);
  const auto there =
      std::ranges::find_if(choice, [&](const TableKind& kind) { return is_ready(store_, kind); });
  kinds.push_back(there == choice.end() ? choice.front() : *there);
  need(kinds, metric == Metric::half ? "optimal" : "optimal-quarter");
  solver = std::make_shared<const OptimalSolver>(
      value_or_refuse(OptimalSolver::open(store_, {.metric = metric, .table = {}, .set = set_}, {})));
  return solver;
}

std::shared_ptr<const Analyzer> ServerEngines::analyzer(const std::vector<Stage>& stages) {
  const std::lock_guard lock(mutex_);
  // Asked once: to list the kinds of tables takes milliseconds, many times as long as an analysis.
  if (!has_large_) has_large_ = are_ready(store_, large_stage_tables());
  const bool has_large = *has_large_;
  // Without the large tables, one analyzer with everything in memory (400 MB) serves all. With them, only the
  // small ones of the first stages are copied: six gigabytes would be too much for a page that is left open
  // all day.
  const bool first_only = has_large && std::ranges::all_of(stages, is_quick);
  std::shared_ptr<const Analyzer>& analyzer = first_only ? first_stages_ : every_stage_;
  if (analyzer) return analyzer;
  need(small_stage_tables(), "usual");
  AnalyzerOptions options{.stages = {},
                          .residency = has_large && !first_only ? Residency::mapped : Residency::resident,
                          .size = first_only ? TableSize::small : TableSize::best,
                          .set = set_};
  for (const Stage stage : all_stages())
    if (!first_only || is_quick(stage)) options.stages.push_back(stage);
  analyzer = opened<Analyzer>(store_, options);
  return analyzer;
}

void ServerEngines::need_stage_tables(const std::vector<Stage>& /*stages*/) {
  need(small_stage_tables(), "usual");  // all of them are built together
}

void ServerEngines::tables_have_changed() {
  const std::lock_guard lock(mutex_);
  has_large_.reset();
  every_stage_.reset();
  first_stages_.reset();
  for (std::shared_ptr<const OptimalSolver>& solver : optimal_) solver.reset();
}

}  // namespace halfturn::serve

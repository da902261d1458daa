#include <algorithm>
#include <numeric>
#include <utility>

#include "base/ordered.h"
#include "base/parallel.h"
#include "halfturn/analyzer.h"
#include "stage/pattern/patterns.h"
#include "stage/search/engine.h"

namespace halfturn {

namespace {

using stage::Pattern;

/// The patterns to plan with.
Result<std::vector<Pattern>> patterns_for(const TableStore& store, TableSize size) {
  if (size == TableSize::small) return stage::small_patterns();
  std::vector<Pattern> patterns = stage::patterns_at_hand(store);
  if (size == TableSize::large)
    for (const Pattern& pattern : stage::large_patterns())
      if (std::ranges::find(patterns, pattern.name, &Pattern::name) == patterns.end())
        return Error{.kind = ErrorKind::missing,
                     .message = "there is no table " + pattern.name + " in " + store.directory().string(),
                     .hint = "build it",
                     .remedy = Remedy::build_table,
                     .table = pattern.name};
  return patterns;
}

/// Chooses the table readers of every goal of these stages. An Error where the tables do not cover one.
Result<void> plan(stage::Engine& engine, std::span<const Stage> stages) {
  engine.stages.resize(all_stages().size());
  std::vector<Stage> in_order(stages.begin(), stages.end());
  std::ranges::sort(in_order);
  for (const Stage wanted : in_order) {
    stage::PlannedStage& planned = engine.stages[wanted.index()];
    planned.first = engine.goals.size();
    for (const stage::StageGoal& definition : stage::goals_of(wanted)) {
      stage::PlannedGoal goal;
      goal.definition = &definition;
      goal.numbers = engine.tables.planner().readers_for(definition.goal);
      if (goal.numbers.empty()) return stage::not_covered(wanted);
      for (const int number : goal.numbers) goal.readers.push_back(&engine.tables.planner().reader(number));
      for (std::size_t before = 0; before < planned.first; ++before)
        if (stage::implies(definition.goal, stage::kBottomSymmetries[0],
                           engine.goals[before].definition->goal))
          goal.weaker.push_back(before);
      engine.goals.push_back(std::move(goal));
    }
    planned.end = engine.goals.size();
  }
  return {};
}

/// The rows of a cube. Throws a DamagedTable.
std::vector<StageRow> rows_of(const stage::Engine& engine, const Cube& cube, const AnalyzeRequest& request,
                              int threads, const std::stop_token& stop) {
  StageRow nothing;
  nothing.values.fill(kNotComputed);
  std::vector<StageRow> rows(request.stages.size(), nothing);
  // In the order of the stages, whatever the order of the request: lengths ruled out for one help the next.
  std::vector<std::size_t> order(request.stages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return request.stages[i]; });
  base::parallel_for(threads, kViewCount, stop, [&](int, std::size_t v) {
    const View view = kAllViews[v];
    if (!request.views.has(view)) return;
    const Cube seen = cube.seen_through(symmetry_of(view));
    stage::ViewSearch search(engine, stage::PieceState::of(seen));
    for (const std::size_t i : order) {
      const std::optional<int> length =
          search.shortest(engine.stages[request.stages[i].index()], stop, request.slots);
      if (!length) break;
      rows[i][view] = static_cast<std::uint8_t>(*length);
    }
    engine.add(search.work());
  });
  return rows;
}

}  // namespace

Result<Analyzer> Analyzer::open(const TableStore& store, const AnalyzerOptions& options, const Run& run) {
  const Result<std::vector<Pattern>> patterns = patterns_for(store, options.size);
  if (!patterns) return patterns.error();
  auto engine = std::make_unique<stage::Engine>(*patterns);
  engine->kernel = stage::kernel_for(options.set);
  if (const Result<void> planned = plan(*engine, options.stages); !planned) return planned.error();
  if (const Result<void> opened = engine->tables.open(store, options.residency, options.residency, run);
      !opened)
    return opened.error();
  return Analyzer(std::move(engine));
}

std::vector<TableKind> small_tables_of(const std::vector<Stage>& stages) {
  stage::Engine engine(stage::small_patterns());
  if (!plan(engine, stages)) return {};  // the small tables cover every stage
  return engine.tables.kinds();
}

Analyzer::Analyzer(std::unique_ptr<stage::Engine> engine) : engine_(std::move(engine)) {}
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;
Analyzer::~Analyzer() = default;

Result<std::vector<StageRow>> Analyzer::analyze(const Cube& cube, const AnalyzeRequest& request,
                                                const Run& run) const {
  return stage::for_caller([&] { return rows_of(*engine_, cube, request, run.threads, run.stop); });
}

Result<std::size_t> Analyzer::analyze_all(
    std::span<const Cube> cubes, const AnalyzeRequest& request, const Run& run,
    const std::function<void(std::size_t, std::span<const StageRow>)>& done) const {
  return stage::for_caller([&] {
    return base::deliver_in_order(
        run.threads, cubes.size(), run.stop,
        [&](std::size_t index) { return rows_of(*engine_, cubes[index], request, 1, run.stop); }, done);
  });
}

AnalyzeWork Analyzer::work() const {
  return {engine_->nodes.load(), engine_->reads.load()};
}

bool Analyzer::reached(const Cube& cube, Stage stage, View view, SlotSet slots) {
  const stage::PieceState state = stage::PieceState::of(cube.seen_through(symmetry_of(view)));
  return std::ranges::any_of(stage::goals_of(stage), [&](const stage::StageGoal& goal) {
    return goal.is_within(slots) && stage::is_reached(state, goal.goal);
  });
}

}  // namespace halfturn

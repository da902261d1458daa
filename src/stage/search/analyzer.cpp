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
        return Error{ErrorKind::missing,
                     "there is no table " + pattern.name + " in " + store.directory().string(),
                     "build the large tables with: halfturn tables build stages-large"};
  return patterns;
}

/// Chooses the lookups of every goal of these stages. An Error where the tables do not cover one.
Result<void> plan(Analyzer::Engine& engine, std::span<const int> stages) {
  const std::vector<stage::StageDefinition>& definitions = stage::stage_definitions();
  engine.stages.resize(definitions.size());
  std::vector<int> in_order(stages.begin(), stages.end());
  std::ranges::sort(in_order);
  for (const int index : in_order) {
    stage::PlannedStage& planned = engine.stages[static_cast<std::size_t>(index)];
    planned.first = engine.goals.size();
    for (const stage::StageGoal& definition : definitions[static_cast<std::size_t>(index)].goals) {
      stage::PlannedGoal goal;
      goal.definition = &definition;
      goal.numbers = engine.tables.book().lookups_for(definition.goal);
      if (goal.numbers.empty()) return stage::not_covered(index);
      for (const int number : goal.numbers) goal.lookups.push_back(&engine.tables.book().lookup(number));
      for (std::size_t before = 0; before < planned.first; ++before)
        if (stage::implies(definition.goal, stage::kLooks[0], engine.goals[before].definition->goal))
          goal.weaker.push_back(before);
      engine.goals.push_back(std::move(goal));
    }
    planned.end = engine.goals.size();
  }
  return {};
}

}  // namespace

Result<Analyzer> Analyzer::open(const TableStore& store, std::span<const int> stages, Residency residency,
                                const Run& run, TableSize size, InstructionSet set) {
  const Result<std::vector<Pattern>> patterns = patterns_for(store, size);
  if (!patterns) return patterns.error();
  auto engine = std::make_unique<Engine>(*patterns);
  engine->kernel = stage::kernel_for(set);
  if (const Result<void> planned = plan(*engine, stages); !planned) return planned.error();
  if (const Result<void> opened = engine->tables.open(store, residency, residency, run); !opened)
    return opened.error();
  return Analyzer(std::move(engine));
}

Analyzer::Analyzer(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;
Analyzer::~Analyzer() = default;

std::vector<StageRow> Analyzer::analyze(const Cube& cube, const AnalyzeRequest& request) const {
  StageRow nothing;
  nothing.fill(kNotComputed);
  std::vector<StageRow> rows(request.stages.size(), nothing);
  // In the order of the stages, whatever the order of the request: what one rules out helps the next.
  std::vector<std::size_t> order(request.stages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return request.stages[i]; });
  base::parallel_for(request.threads, kViewCount, request.stop, [&](int, std::size_t v) {
    if ((request.views >> v & 1u) == 0) return;
    const Cube seen = cube.seen_through(symmetry_of(kAllViews[v]));
    stage::ViewSearch search(*engine_, stage::PieceState::of(seen));
    for (const std::size_t i : order) {
      const std::optional<int> length =
          search.shortest(engine_->stages[static_cast<std::size_t>(request.stages[i])], request.stop);
      if (!length) break;
      rows[i][v] = static_cast<std::uint8_t>(*length);
    }
    engine_->add(search.work());
  });
  return rows;
}

std::size_t Analyzer::analyze_all(
    std::span<const Cube> cubes, const AnalyzeRequest& request,
    const std::function<void(std::size_t, std::span<const StageRow>)>& done) const {
  AnalyzeRequest each = request;
  each.threads = 1;
  return base::deliver_in_order(
      request.threads, cubes.size(), request.stop,
      [&](std::size_t index) { return analyze(cubes[index], each); }, done);
}

AnalyzeWork Analyzer::work() const {
  return {engine_->nodes.load(), engine_->lookups.load()};
}

bool Analyzer::uses_large_tables() const {
  return engine_->tables.has_large();
}

}  // namespace halfturn

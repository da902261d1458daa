#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "halfturn/where.h"
#include "sample/alternatives.h"
#include "sample/draw.h"
#include "sample/stage_probe.h"

namespace halfturn {

namespace {

using stage::Draw;
using stage::PieceState;

/// The stages that conditions speak of, and the views in which they do.
std::map<StageBySlots, ViewSet> stages_in(const Where& where) {
  std::map<StageBySlots, ViewSet> stages;
  for (const Conditions& conditions : where.alternatives)
    for (const Condition& condition : conditions)
      stages[{condition.stage, condition.slots}] |= condition.views;
  return stages;
}

/// The stages without their slots, each once.
std::vector<Stage> plain_stages(const std::map<StageBySlots, ViewSet>& stages) {
  std::vector<Stage> plain;
  for (const auto& [stage, views] : stages)
    if (plain.empty() || plain.back() != stage.stage) plain.push_back(stage.stage);
  return plain;
}

}  // namespace

struct ConditionalCubes::Parts {
  /// A candidate that was kept.
  struct Kept {
    std::uint64_t number = 0;
    Cube cube;
  };

  Parts(Analyzer opened, stage::StageProbe probing, stage::Alternatives drawing)
      : analyzer(std::move(opened)), probe(std::move(probing)), alternatives(std::move(drawing)) {}

  std::vector<StageBySlots> stages;
  std::vector<ViewSet> views;  // by stage
  Analyzer analyzer;
  stage::StageProbe probe;
  stage::Alternatives alternatives;
  std::uint64_t seed = 0;
  std::uint64_t next_number = 0;  // of the next candidate
  std::uint64_t last_kept = 0;    // one past the last kept candidate's number
  std::deque<Kept> waiting;       // kept, not yet returned
  std::size_t round = 1;          // candidates to draw at once; grows until a round takes 50 ms

  /// Draws a round of candidates. False after a stop: then the round is discarded.
  bool draw_round(std::size_t count, const Run& run) {
    constexpr auto kShort = std::chrono::milliseconds(50);
    constexpr std::size_t kMostAtOnce = 1 << 20;
    const auto threads = static_cast<std::size_t>(run.threads > 0 ? run.threads : base::default_threads());
    const std::size_t block = std::clamp<std::size_t>(count / (8 * threads), 1, 4096);
    std::vector<std::vector<Kept>> kept((count + block - 1) / block);
    const auto start = std::chrono::steady_clock::now();
    const bool all = base::parallel_for(run.threads, kept.size(), run.stop, [&](int, std::size_t b) {
      const std::size_t end = std::min(count, (b + 1) * block);
      std::vector<PieceState> drawn;
      std::vector<PieceState> wanted;
      for (std::size_t i = b * block; i < end && !run.stop.stop_requested(); ++i) {
        Draw draw(seed, next_number + i);
        wanted.clear();
        alternatives.draw(draw, probe, run.stop, drawn, wanted);
        for (const PieceState& state : wanted) kept[b].push_back({next_number + i, stage::cube_of(state)});
      }
    });
    if (!all || run.stop.stop_requested()) return false;
    for (std::vector<Kept>& of_block : kept)
      for (Kept& one : of_block) {
        last_kept = one.number + 1;
        waiting.push_back(one);
      }
    next_number += count;
    if (std::chrono::steady_clock::now() - start < kShort) round = std::min(2 * round, kMostAtOnce);
    return true;
  }

  /// Analyses a position again, with the analyzer instead of the probe.
  Result<ConditionalCube> checked(const Kept& kept, const Run& run) const {
    ConditionalCube result{.cube = kept.cube, .rows = {}};
    for (std::size_t i = 0; i < stages.size(); ++i) {
      const Result<std::vector<StageRow>> rows = analyzer.analyze(
          kept.cube, {.stages = {stages[i].stage}, .views = views[i], .slots = stages[i].slots}, run);
      if (!rows) return rows.error();
      result.rows.push_back(rows->front());
    }
    if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
    const Condition* broken = nullptr;
    for (const Conditions& conditions : alternatives.conditions()) {
      const auto failed = std::ranges::find_if_not(conditions, [&](const Condition& condition) {
        const StageBySlots subject{condition.stage, condition.slots};
        const auto row = static_cast<std::size_t>(std::ranges::find(stages, subject) - stages.begin());
        return holds(condition, result.rows[row]);
      });
      if (failed == conditions.end()) return result;
      broken = &*failed;
    }
    return Error{.kind = ErrorKind::machine,
                 .message = fmt::format("a position that was found for {} does not satisfy it", broken->text),
                 .hint = "a table may be damaged: verify them",
                 .remedy = Remedy::verify_tables};
  }

  /// Checks waiting positions and moves them to `cubes`, until there are `count`.
  Result<void> hand_out(std::size_t count, const Run& run, std::vector<ConditionalCube>& cubes) {
    const std::size_t ready = std::min(count - cubes.size(), waiting.size());
    std::vector<Result<ConditionalCube>> results(ready, Error{ErrorKind::stopped, "stopped", {}});
    // A single position is split by views instead.
    const Run within{.threads = ready == 1 ? run.threads : 1, .stop = run.stop, .progress = {}};
    base::parallel_for(ready == 1 ? 1 : run.threads, ready, run.stop,
                       [&](int, std::size_t i) { results[i] = checked(waiting[i], within); });
    for (Result<ConditionalCube>& result : results) {
      if (!result) return result.error();
      cubes.push_back(std::move(*result));
      waiting.pop_front();
    }
    return {};
  }

  /// As ConditionalCubes::next(). Throws a DamagedTable.
  Result<std::vector<ConditionalCube>> next(std::size_t count, const DrawLimits& limits, const Run& run) {
    std::vector<ConditionalCube> cubes;
    while (cubes.size() < count) {
      if (const Result<void> handed = hand_out(count, run, cubes); !handed) {
        if (handed.error().kind == ErrorKind::stopped) return cubes;
        return handed.error();
      }
      if (cubes.size() == count) break;
      const std::uint64_t failed = next_number - last_kept;
      if (failed >= limits.tries) break;
      const std::size_t in_round = std::min<std::uint64_t>(round, limits.tries - failed);
      if (!draw_round(in_round, run)) break;
      const std::size_t found = std::min(count, cubes.size() + waiting.size());
      run.report("drawing", "candidates", static_cast<double>(found) / static_cast<double>(count));
    }
    return cubes;
  }
};

ConditionalCubes::ConditionalCubes(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ConditionalCubes::ConditionalCubes(ConditionalCubes&&) noexcept = default;
ConditionalCubes& ConditionalCubes::operator=(ConditionalCubes&&) noexcept = default;
ConditionalCubes::~ConditionalCubes() = default;

Result<ConditionalCubes> ConditionalCubes::open(const TableStore& store, ConditionalOptions options,
                                                const Run& run) {
  Result<Where> possible = without_impossible(std::move(options.where));
  if (!possible) return possible.error();
  const std::map<StageBySlots, ViewSet> asked = stages_in(*possible);
  const std::vector<Stage> stages = plain_stages(asked);
  Result<stage::StageProbe> probe =
      stage::StageProbe::open(store, stages, options.residency, run, options.set);
  if (!probe) return probe.error();
  // The analyzer only checks what was found.
  Result<Analyzer> analyzer = Analyzer::open(store, {.stages = stages, .set = options.set}, run);
  if (!analyzer) return analyzer.error();
  Result<stage::Alternatives> alternatives =
      stage::Alternatives::open(store, std::move(*possible), options.plain, *probe, run);
  if (!alternatives) return alternatives.error();
  auto parts = std::make_unique<Parts>(std::move(*analyzer), std::move(*probe), std::move(*alternatives));
  for (const auto& [stage, views] : asked) {
    parts->stages.push_back(stage);
    parts->views.push_back(views);
  }
  parts->seed = options.seed;
  return ConditionalCubes(std::move(parts));
}

std::span<const StageBySlots> ConditionalCubes::stages() const {
  return parts_->stages;
}
ViewSet ConditionalCubes::views(std::size_t stage) const {
  return parts_->views[stage];
}
std::string ConditionalCubes::method() const {
  return parts_->alternatives.method();
}
std::uint64_t ConditionalCubes::tried() const {
  return parts_->next_number;
}

Result<std::vector<ConditionalCube>> ConditionalCubes::next(std::size_t count, const DrawLimits& limits,
                                                            const Run& run) {
  return stage::for_caller([&] { return parts_->next(count, limits, run); });
}

}  // namespace halfturn

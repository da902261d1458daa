#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include "base/parallel.h"
#include "halfturn/where.h"
#include "sample/allowed_lengths.h"
#include "sample/candidates.h"
#include "sample/draw.h"
#include "sample/stage_probe.h"
#include "stage/pattern/view_frame.h"

namespace halfturn {

namespace {

using stage::Draw;
using stage::PieceState;

/// A candidate as held in each view, computed when needed. For one thread.
class Candidate {
 public:
  explicit Candidate(const PieceState& state) : state_(state) {}
  const PieceState& in(View view) {
    if (!ready_.has(view)) {
      views_[view] = stage::PortableOps::seen(state_, stage::symmetry_into(view));
      ready_ |= view;
    }
    return views_[view];
  }

 private:
  const PieceState& state_;
  PerView<PieceState> views_;
  ViewSet ready_;
};

bool satisfies(Candidate& candidate, const Condition& condition, const stage::StageProbe& probe,
               const std::stop_token& stop) {
  const auto wanted = [&](int length) {
    return length <= kMostStageMoves && (condition.lengths >> length & 1u) != 0;
  };
  const int least = std::countr_zero(condition.lengths);
  const int greatest = static_cast<int>(std::bit_width(condition.lengths)) - 1;
  int length = condition.worst ? 0 : kMostStageMoves;
  for (const View view : condition.views) {
    const int in_view = probe.length(condition.stage, candidate.in(view), condition.lengths, stop);
    if (condition.worst ? in_view > greatest : in_view < least) return false;
    length = condition.worst ? std::max(length, in_view) : std::min(length, in_view);
  }
  return wanted(length);
}

}  // namespace

struct ConditionalCubes::Parts {
  /// A candidate that was kept.
  struct Kept {
    std::uint64_t number = 0;
    Cube cube;
  };

  explicit Parts(Analyzer opened, stage::StageProbe probing)
      : analyzer(std::move(opened)), probe(std::move(probing)) {}

  std::vector<Condition> conditions;  // the cheapest first
  std::vector<Stage> stages;
  Analyzer analyzer;
  stage::StageProbe probe;
  std::unique_ptr<stage::CandidateSet> candidates;
  std::uint64_t seed = 0;
  std::uint64_t next_number = 0;  // of the next candidate
  std::uint64_t last_kept = 0;    // one past the last kept candidate's number
  std::deque<Kept> waiting;       // kept, not yet returned
  std::size_t round = 1;          // candidates to draw at once; grows until a round takes 50 ms

  /// Draws one candidate and keeps it if it satisfies the conditions. `drawn` is scratch space.
  void try_candidate(std::uint64_t number, const std::stop_token& stop, std::vector<PieceState>& drawn,
                     std::vector<Kept>& kept) const {
    Draw draw(seed, number);
    drawn.clear();
    candidates->draw(draw, drawn);
    for (const PieceState& state : drawn) {
      Candidate candidate(state);
      bool wanted = true;
      for (const Condition& condition : conditions)
        wanted = wanted && satisfies(candidate, condition, probe, stop);
      if (wanted) kept.push_back({number, stage::cube_of(state)});
    }
  }

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
      for (std::size_t i = b * block; i < end && !run.stop.stop_requested(); ++i)
        try_candidate(next_number + i, run.stop, drawn, kept[b]);
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

  ViewSet views_of(Stage stage) const {
    ViewSet views;
    for (const Condition& condition : conditions)
      if (condition.stage == stage) views |= condition.views;
    return views;
  }

  /// Analyses a position again, with the analyzer instead of the probe.
  Result<ConditionalCube> checked(const Kept& kept, const Run& run) const {
    ConditionalCube result{.cube = kept.cube, .rows = {}};
    for (const Stage stage : stages) {
      const Result<std::vector<StageRow>> rows =
          analyzer.analyze(kept.cube, {.stages = {stage}, .views = views_of(stage)}, run);
      if (!rows) return rows.error();
      result.rows.push_back(rows->front());
    }
    if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
    for (const Condition& condition : conditions) {
      const auto row = static_cast<std::size_t>(std::ranges::find(stages, condition.stage) - stages.begin());
      if (!holds(condition, result.rows[row]))
        return Error{
            .kind = ErrorKind::machine,
            .message = fmt::format("a position that was found for {} does not satisfy it", condition.text),
            .hint = "a table may be damaged: verify them",
            .remedy = Remedy::verify_tables};
    }
    return result;
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
  std::vector<Condition>& conditions = options.conditions;
  if (const Result<void> possible = check_conditions(conditions); !possible) return possible.error();
  std::vector<Stage> stages;
  for (const Condition& condition : conditions) stages.push_back(condition.stage);
  std::ranges::sort(stages);
  stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
  Result<stage::StageProbe> probe =
      stage::StageProbe::open(store, stages, options.residency, run, options.set);
  if (!probe) return probe.error();
  // The analyzer only checks what was found.
  Result<Analyzer> analyzer = Analyzer::open(store, {.stages = stages, .set = options.set}, run);
  if (!analyzer) return analyzer.error();
  auto parts = std::make_unique<Parts>(std::move(*analyzer), std::move(*probe));
  if (options.plain) {
    parts->candidates = stage::whole_cube();
  } else {
    Result<std::unique_ptr<stage::CandidateSet>> set_of =
        stage::choose_candidates(store, stage::AllowedLengths(conditions), run);
    if (!set_of) return set_of.error();
    parts->candidates = std::move(*set_of);
  }
  if (parts->candidates->share() == 0)
    return Error{ErrorKind::bad_input, "no position satisfies the conditions",
                 "all positions of the pieces that they speak of were listed"};
  std::ranges::stable_sort(conditions, {}, [&](const Condition& condition) {
    return parts->probe.cost(condition.stage) * condition.views.size();
  });
  parts->conditions = std::move(conditions);
  parts->stages = std::move(stages);
  parts->seed = options.seed;
  return ConditionalCubes(std::move(parts));
}

std::span<const Stage> ConditionalCubes::stages() const {
  return parts_->stages;
}
std::string ConditionalCubes::method() const {
  return parts_->candidates->method();
}
std::uint64_t ConditionalCubes::tried() const {
  return parts_->next_number;
}

Result<std::vector<ConditionalCube>> ConditionalCubes::next(std::size_t count, const DrawLimits& limits,
                                                            const Run& run) {
  return stage::for_caller([&] { return parts_->next(count, limits, run); });
}

}  // namespace halfturn

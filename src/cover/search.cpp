#include "cover/search.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cover/annealer.h"
#include "cover/grouped_search.h"

namespace halfturn {

namespace {

/// How the steps are spent, and how each part is annealed. Found by trying: see docs/cover.md.
struct Settings {
  std::uint64_t outlines;
  std::uint64_t trials;  // of the cheapest outlines
  // Eighths of all steps; what is left goes into refining the most promising trial's outline.
  std::uint64_t outline_eighths;
  std::uint64_t trial_eighths;
  AnnealingStage outline_first;
  AnnealingStage outline_last;
  GroupedCoverSearch::Warmth warmth;
  AnnealingStage trial_first;

  std::uint64_t refine_eighths() const { return 8 - outline_eighths - trial_eighths; }
};

constexpr Settings kPlain = {
    100, 8, 4, 2, {400'000, 3'000}, {3'000, 3'000}, GroupedCoverSearch::Warmth::same, {800, 1'800},
};
// Each demand has up to six groups, and slow outlines with a low penalty refine best.
constexpr Settings kWithInverses = {
    20, 5, 6, 1, {150'000, 700}, {5'000, 700}, GroupedCoverSearch::Warmth::by_cost, {1'600, 1'800},
};
constexpr AnnealingStage kRefineFirst = {2'000, 1'800};
constexpr AnnealingStage kRefineLast = {250, 2'300};

}  // namespace

FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run) {
  const std::unique_ptr<const EdgeClasses> classes = EdgeClasses::make(coordinates);
  const CoverProblem problem = make_cover_problem(coordinates, *classes);
  const bool with_inverses = options.kind == CoverKind::with_inverses;
  const Settings& settings = with_inverses ? kWithInverses : kPlain;
  const auto steps = [&options](std::uint64_t eighths, std::uint64_t parts) {
    return options.steps * eighths / 8 / parts;
  };
  const auto share_of = [](std::uint64_t eighths, std::uint64_t parts) {
    return static_cast<double>(eighths) / 8 / static_cast<double>(parts);
  };
  const auto cost_of = [&problem](const std::vector<bool>& chosen) {
    std::uint64_t cost = 0;
    for (std::size_t c = 0; c < chosen.size(); ++c) cost += chosen[c] ? problem.costs[c] : 0;
    return cost;
  };

  FoundCover best{std::vector<bool>(kEdgeClassCount, true)};
  best.cost = cost_of(best.chosen);
  /// The run of a part that has `share` of all steps and begins at `from`.
  const auto part = [&](std::string_view step, double from, double share) {
    return Run{1, run.stop, [&, step, from, share](const Progress& progress) {
                 run.report("cover", fmt::format("{}, best so far {}", step, base::grouped(best.cost)),
                            from + share * progress.fraction);
               }};
  };
  const auto keep = [&best](const std::vector<bool>& chosen, std::uint64_t cost) {
    if (cost < best.cost) best = {chosen, cost};
  };

  using Candidate = std::pair<std::uint64_t, std::vector<bool>>;
  std::vector<Candidate> candidates;
  const GroupedCoverSearch grouped(problem, coordinates, *classes, with_inverses);
  for (std::uint64_t i = 0; i < settings.outlines; ++i) {
    const double share = share_of(settings.outline_eighths, settings.outlines);
    std::vector<bool> chosen = grouped.search(
        options.seed * settings.outlines + i,
        {steps(settings.outline_eighths, settings.outlines), settings.outline_first, settings.outline_last},
        settings.warmth, part("outlines", share * static_cast<double>(i), share));
    if (chosen.empty()) {
      best.stopped = true;
      return best;
    }
    const std::uint64_t cost = cost_of(chosen);
    keep(chosen, cost);
    candidates.emplace_back(cost, std::move(chosen));
  }
  // The cheapest; the same cover is often found twice.
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  candidates.resize(std::min<std::size_t>(candidates.size(), settings.trials));

  CoverAnnealer annealer(problem, with_inverses, options.seed);
  const auto refine = [&](const std::vector<bool>& from, const AnnealingSchedule& schedule, const Run& how) {
    annealer.choose(from);
    const bool finished = annealer.anneal(schedule, how);
    annealer.complete();
    keep(annealer.chosen(), annealer.cost());
    best.stopped = !finished;
    return annealer.cost();
  };
  std::pair<std::uint64_t, std::size_t> most_promising{best.cost, 0};
  const double outlines_end = share_of(settings.outline_eighths, 1);
  const double trials_end = outlines_end + share_of(settings.trial_eighths, 1);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double share = share_of(settings.trial_eighths, settings.trials);
    const std::uint64_t cost =
        refine(candidates[i].second,
               {steps(settings.trial_eighths, settings.trials), settings.trial_first, kRefineLast},
               part("trials", outlines_end + share * static_cast<double>(i), share));
    if (best.stopped) return best;
    most_promising = std::min(most_promising, {cost, i});
  }
  refine(candidates[most_promising.second].second,
         {steps(settings.refine_eighths(), 1), kRefineFirst, kRefineLast},
         part("refining", trials_end, 1 - trials_end));
  return best;
}

}  // namespace halfturn

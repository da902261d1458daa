#include "cover/search.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cover/annealer.h"
#include "cover/grouped_search.h"

namespace halfturn {

namespace {

// Of all steps, half go into grouped searches, a quarter into trials, a quarter into the last refining.
constexpr std::uint64_t kGroupedSearches = 100;
constexpr std::uint64_t kTrials = 8;

// Found by trying: see docs/cover.md.
constexpr AnnealingStage kGroupedFirst = {400'000, 3'000};
constexpr AnnealingStage kGroupedLast = {3'000, 3'000};
constexpr AnnealingStage kTrialFirst = {800, 1'800};
constexpr AnnealingStage kRefineFirst = {2'000, 1'800};
constexpr AnnealingStage kRefineLast = {250, 2'300};

}  // namespace

FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run) {
  const std::unique_ptr<const EdgeClasses> classes = EdgeClasses::make(coordinates);
  const CoverProblem problem = make_cover_problem(coordinates, *classes);
  const bool with_inverses = options.kind == CoverKind::with_inverses;
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
  for (std::uint64_t i = 0; i < kGroupedSearches; ++i) {
    const double share = 0.5 / kGroupedSearches;
    std::vector<bool> chosen =
        grouped.search(options.seed * kGroupedSearches + i,
                       {options.steps / 2 / kGroupedSearches, kGroupedFirst, kGroupedLast},
                       part("outlines", share * static_cast<double>(i), share));
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
  candidates.resize(std::min<std::size_t>(candidates.size(), kTrials));

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
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double share = 0.25 / kTrials;
    const std::uint64_t cost =
        refine(candidates[i].second, {options.steps / 4 / kTrials, kTrialFirst, kRefineLast},
               part("trials", 0.5 + share * static_cast<double>(i), share));
    if (best.stopped) return best;
    most_promising = std::min(most_promising, {cost, i});
  }
  refine(candidates[most_promising.second].second, {options.steps / 4, kRefineFirst, kRefineLast},
         part("refining", 0.75, 0.25));
  return best;
}

}  // namespace halfturn

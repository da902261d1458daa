#include "cover/search.h"

#include <fmt/core.h>

#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cover/annealer.h"
#include "cover/class_groups.h"
#include "cover/inverse_group_problem.h"
#include "cover/outline_search.h"
#include "cover/plain_cover_search.h"

namespace halfturn {

namespace {

// How the steps are spent, in eighths of all, and how each part is annealed. Found by trying: see
// docs/cover.md.
constexpr std::uint64_t kRounds = 60;
constexpr std::uint64_t kPartsEighths = 1;
constexpr std::uint64_t kOutlineEighths = 4;
constexpr std::uint64_t kTrialEighths = 2;
constexpr std::uint64_t kRefineEighths = 1;
/// An exchange of sets takes as long as so many steps of refining, and counts as much.
constexpr std::uint64_t kStepsOfExchange = 8;
constexpr AnnealingStage kRefineFirst = {1'200, 1'800};
constexpr AnnealingStage kRefineLast = {250, 2'300};

/// With inverses: one outline after the other, each refined, and each from what was learned from those
/// before.
class InverseCoverSearch {
 public:
  InverseCoverSearch(const Phase1Coordinates& coordinates, const CoverSearchOptions& options, const Run& run)
      : options_(options),
        run_(run),
        classes_(EdgeClasses::make(coordinates)),
        problem_(make_cover_problem(coordinates, *classes_)),
        grouped_(problem_, any_order_groups(coordinates, *classes_)),
        annealer_(problem_, true, options.seed),
        steps_(options.steps.value_or(usual_cover_steps(CoverKind::with_inverses))) {
    best_.chosen.assign(kEdgeClassCount, true);
    best_.cost = cost_of(best_.chosen);
  }

  FoundCover search() {
    best_.stopped = !search_all();
    return best_;
  }

 private:
  // False where a stop was requested.
  bool search_all();
  bool refine(const std::vector<bool>& from, std::uint64_t steps, const Run& how);

  std::uint64_t steps(std::uint64_t eighths, std::uint64_t parts) const {
    return steps_ * eighths / 8 / parts;
  }

  std::uint64_t cost_of(const std::vector<bool>& chosen) const {
    std::uint64_t cost = 0;
    for (std::size_t c = 0; c < chosen.size(); ++c) cost += chosen[c] ? problem_.costs[c] : 0;
    return cost;
  }

  void keep(const std::vector<bool>& chosen, std::uint64_t cost) {
    if (cost >= best_.cost) return;
    best_.chosen = chosen;
    best_.cost = cost;
  }

  /// The run of the next part, which has so many eighths of all steps, divided by `parts`.
  Run next(std::string_view step, std::uint64_t eighths, std::uint64_t parts) {
    const double share = static_cast<double>(eighths) / 8 / static_cast<double>(parts);
    const double from = std::exchange(done_, done_ + share);
    return {1, run_.stop, [this, step, from, share](const Progress& progress) {
              run_.report("cover", fmt::format("{}, best so far {}", step, base::grouped(best_.cost)),
                          from + share * progress.fraction);
            }};
  }

  const CoverSearchOptions& options_;
  const Run& run_;
  std::unique_ptr<const EdgeClasses> classes_;
  CoverProblem problem_;
  InverseGroupProblem grouped_;
  CoverAnnealer annealer_;
  std::uint64_t steps_;
  FoundCover best_;
  double done_ = 0;
};

bool InverseCoverSearch::search_all() {
  OutlineSearch outlines(problem_, grouped_);
  if (!outlines.find_parts(options_.seed, steps(kPartsEighths, 1), next("parts of groups", kPartsEighths, 1)))
    return false;
  const std::uint64_t exchanges = steps(kOutlineEighths, kRounds) / kStepsOfExchange;
  for (std::uint64_t i = 0; i < kRounds; ++i) {
    const SetChoice choice =
        outlines.search(options_.seed * kRounds + i, exchanges, next("outlines", kOutlineEighths, kRounds));
    if (choice.empty()) return false;
    const std::vector<bool> outline = outlines.classes_of(choice);
    keep(outline, cost_of(outline));
    if (!refine(outline, steps(kTrialEighths, kRounds), next("trials", kTrialEighths, kRounds))) return false;
    outlines.learn(annealer_.chosen());
  }
  const std::vector<bool> best = best_.chosen;
  return refine(best, steps(kRefineEighths, 1), next("refining", kRefineEighths, 1));
}

/// Leaves the result in the annealer, too.
bool InverseCoverSearch::refine(const std::vector<bool>& from, std::uint64_t steps, const Run& how) {
  annealer_.choose(from);
  const bool finished = annealer_.anneal({steps, kRefineFirst, kRefineLast}, how);
  annealer_.complete();
  keep(annealer_.chosen(), annealer_.cost());
  return finished;
}

}  // namespace

FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run) {
  if (options.kind == CoverKind::plain) return search_plain_cover(coordinates, options, run);
  return InverseCoverSearch(coordinates, options, run).search();
}

}  // namespace halfturn

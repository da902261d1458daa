#include "cover/search.h"

#include <fmt/core.h>

#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cover/annealer.h"
#include "cover/class_groups.h"
#include "cover/grouped_problem.h"
#include "cover/outline_search.h"

namespace halfturn {

namespace {

// How the steps are spent, in eighths of all, and how each part is annealed. Found by trying: see
// docs/cover.md.

/// Twelve times a cover of whole groups, and from each a few rounds: exchange groups for parts of them,
/// refine, learn more parts. At last a long refinement of the best.
struct Plain {
  static constexpr std::uint64_t kBeginnings = 12;
  static constexpr std::uint64_t kRounds = 3;
  static constexpr std::uint64_t kPartsEighths = 1;
  static constexpr std::uint64_t kGroupsEighths = 3;
  static constexpr std::uint64_t kOutlineEighths = 2;
  static constexpr std::uint64_t kTrialEighths = 1;
  static constexpr std::uint64_t kRefineEighths = 1;
  static constexpr AnnealingStage kRefineFirst = {1'400, 1'800};
};

/// One outline after the other, each refined, and each from what was learned from those before.
struct WithInverses {
  static constexpr std::uint64_t kRounds = 60;
  static constexpr std::uint64_t kPartsEighths = 1;
  static constexpr std::uint64_t kOutlineEighths = 4;
  static constexpr std::uint64_t kTrialEighths = 2;
  static constexpr std::uint64_t kRefineEighths = 1;
  static constexpr AnnealingStage kRefineFirst = {1'200, 1'800};
};

/// An exchange of sets takes as long as so many steps of refining, and counts as much.
constexpr std::uint64_t kStepsOfExchange = 8;
constexpr AnnealingStage kRefineLast = {250, 2'300};

class CoverSearch {
 public:
  CoverSearch(const Phase1Coordinates& coordinates, const CoverSearchOptions& options, const Run& run)
      : options_(options),
        run_(run),
        with_inverses_(options.kind == CoverKind::with_inverses),
        classes_(EdgeClasses::make(coordinates)),
        groups_(with_inverses_ ? any_order_groups(coordinates, *classes_)
                               : square_groups(coordinates, *classes_)),
        problem_(make_problem(coordinates)),
        grouped_(problem_, groups_, with_inverses_),
        annealer_(problem_, with_inverses_, options.seed) {
    best_.chosen.assign(kEdgeClassCount, true);
    best_.cost = cost_of(best_.chosen);
  }

  FoundCover search() {
    best_.stopped = !(with_inverses_ ? search_with_inverses() : search_plain());
    return best_;
  }

 private:
  CoverProblem make_problem(const Phase1Coordinates& coordinates) const {
    CoverProblem problem = make_cover_problem(coordinates, *classes_);
    return with_inverses_ ? problem : with_divided_kinds(problem, groups_);
  }

  // The parts of a search: false where a stop was requested.
  bool search_plain();
  bool search_from(std::uint64_t seed, OutlineSearch& outlines);
  bool search_with_inverses();
  bool refine(const std::vector<bool>& from, AnnealingStage first, std::uint64_t steps, const Run& how);

  std::uint64_t steps(std::uint64_t eighths, std::uint64_t parts) const {
    return options_.steps * eighths / 8 / parts;
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
  bool with_inverses_;
  std::unique_ptr<const EdgeClasses> classes_;
  ClassGroups groups_;
  CoverProblem problem_;
  GroupedProblem grouped_;
  CoverAnnealer annealer_;
  FoundCover best_;
  double done_ = 0;
};

bool CoverSearch::search_plain() {
  OutlineSearch outlines(problem_, grouped_);
  if (!outlines.find_parts(options_.seed, steps(Plain::kPartsEighths, 1),
                           next("parts of groups", Plain::kPartsEighths, 1)))
    return false;
  for (std::uint64_t i = 0; i < Plain::kBeginnings; ++i)
    if (!search_from(options_.seed * Plain::kBeginnings + i, outlines)) return false;
  const std::vector<bool> best = best_.chosen;
  return refine(best, Plain::kRefineFirst, steps(Plain::kRefineEighths, 1),
                next("refining", Plain::kRefineEighths, 1));
}

bool CoverSearch::search_from(std::uint64_t seed, OutlineSearch& outlines) {
  using How = Plain;
  constexpr std::uint64_t kAll = How::kBeginnings * How::kRounds;
  SetChoice choice = search_set_cover(grouped_.sets(), {}, seed,
                                      steps(How::kGroupsEighths, How::kBeginnings) / kStepsOfExchange,
                                      next("covers of groups", How::kGroupsEighths, How::kBeginnings));
  if (choice.empty()) return false;
  const std::vector<bool> whole_groups = outlines.classes_of(choice);
  keep(whole_groups, cost_of(whole_groups));
  for (std::uint64_t round = 0; round < How::kRounds; ++round) {
    choice = outlines.search(choice, seed * How::kRounds + round,
                             steps(How::kOutlineEighths, kAll) / kStepsOfExchange,
                             next("outlines", How::kOutlineEighths, kAll));
    if (choice.empty()) return false;
    const std::vector<bool> outline = outlines.classes_of(choice);
    keep(outline, cost_of(outline));
    if (!refine(outline, How::kRefineFirst, steps(How::kTrialEighths, kAll),
                next("trials", How::kTrialEighths, kAll)))
      return false;
    outlines.learn(annealer_.chosen());
  }
  return true;
}

bool CoverSearch::search_with_inverses() {
  using How = WithInverses;
  OutlineSearch outlines(problem_, grouped_);
  if (!outlines.find_parts(options_.seed, steps(How::kPartsEighths, 1),
                           next("parts of groups", How::kPartsEighths, 1)))
    return false;
  const std::uint64_t exchanges = steps(How::kOutlineEighths, How::kRounds) / kStepsOfExchange;
  for (std::uint64_t i = 0; i < How::kRounds; ++i) {
    const SetChoice choice = outlines.search({}, options_.seed * How::kRounds + i, exchanges,
                                             next("outlines", How::kOutlineEighths, How::kRounds));
    if (choice.empty()) return false;
    const std::vector<bool> outline = outlines.classes_of(choice);
    keep(outline, cost_of(outline));
    if (!refine(outline, How::kRefineFirst, steps(How::kTrialEighths, How::kRounds),
                next("trials", How::kTrialEighths, How::kRounds)))
      return false;
    outlines.learn(annealer_.chosen());
  }
  const std::vector<bool> best = best_.chosen;
  return refine(best, How::kRefineFirst, steps(How::kRefineEighths, 1),
                next("refining", How::kRefineEighths, 1));
}

/// Leaves the result in the annealer, too.
bool CoverSearch::refine(const std::vector<bool>& from, AnnealingStage first, std::uint64_t steps,
                         const Run& how) {
  annealer_.choose(from);
  const bool finished = annealer_.anneal({steps, first, kRefineLast}, how);
  annealer_.complete();
  keep(annealer_.chosen(), annealer_.cost());
  return finished;
}

}  // namespace

FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                        const Run& run) {
  return CoverSearch(coordinates, options, run).search();
}

}  // namespace halfturn

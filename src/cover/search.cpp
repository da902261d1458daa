#include "cover/search.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cover/annealer.h"
#include "cover/grouped_search.h"
#include "cover/outline_search.h"

namespace halfturn {

namespace {

// How the steps are spent, in eighths of all, and how each part is annealed. Found by trying: see
// docs/cover.md.

/// Many outlines, a short refinement of the cheapest, and a long one of the most promising of these.
struct Plain {
  static constexpr std::uint64_t kOutlines = 100;
  static constexpr std::uint64_t kTrials = 8;
  static constexpr std::uint64_t kOutlineEighths = 4;
  static constexpr std::uint64_t kTrialEighths = 2;
  static constexpr std::uint64_t kRefineEighths = 2;
  static constexpr AnnealingStage kOutlineFirst = {400'000, 3'000};
  static constexpr AnnealingStage kOutlineLast = {3'000, 3'000};
  static constexpr AnnealingStage kTrialFirst = {800, 1'800};
  static constexpr AnnealingStage kRefineFirst = {2'000, 1'800};
};

/// One outline after the other, each refined, and each from what was learned from those before.
struct WithInverses {
  static constexpr std::uint64_t kRounds = 60;
  static constexpr std::uint64_t kPartsEighths = 1;
  static constexpr std::uint64_t kOutlineEighths = 4;
  static constexpr std::uint64_t kTrialEighths = 2;
  static constexpr std::uint64_t kRefineEighths = 1;
  static constexpr AnnealingStage kRefineFirst = {1'200, 1'800};
  /// An exchange of sets takes as long as so many steps of refining, and counts as much.
  static constexpr std::uint64_t kStepsOfExchange = 8;
};

constexpr AnnealingStage kRefineLast = {250, 2'300};

class CoverSearch {
 public:
  CoverSearch(const Phase1Coordinates& coordinates, const CoverSearchOptions& options, const Run& run)
      : options_(options),
        run_(run),
        with_inverses_(options.kind == CoverKind::with_inverses),
        classes_(EdgeClasses::make(coordinates)),
        problem_(make_cover_problem(coordinates, *classes_)),
        grouped_(problem_, coordinates, *classes_, with_inverses_),
        annealer_(problem_, with_inverses_, options.seed) {
    best_.chosen.assign(kEdgeClassCount, true);
    best_.cost = cost_of(best_.chosen);
  }

  FoundCover search() {
    best_.stopped = !(with_inverses_ ? search_with_inverses() : search_plain());
    return best_;
  }

 private:
  using Candidate = std::pair<std::uint64_t, std::vector<bool>>;  // with its cost

  // The parts of a search: false or empty where a stop was requested.
  bool search_plain();
  std::vector<Candidate> plain_outlines();
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
  CoverProblem problem_;
  GroupedCoverSearch grouped_;
  CoverAnnealer annealer_;
  FoundCover best_;
  double done_ = 0;
};

std::vector<CoverSearch::Candidate> CoverSearch::plain_outlines() {
  std::vector<Candidate> outlines;
  const std::uint64_t count = steps(Plain::kOutlineEighths, Plain::kOutlines);
  for (std::uint64_t i = 0; i < Plain::kOutlines; ++i) {
    std::vector<bool> chosen = grouped_.search(options_.seed * Plain::kOutlines + i,
                                               {count, Plain::kOutlineFirst, Plain::kOutlineLast},
                                               next("outlines", Plain::kOutlineEighths, Plain::kOutlines));
    if (chosen.empty()) return {};
    const std::uint64_t cost = cost_of(chosen);
    keep(chosen, cost);
    outlines.emplace_back(cost, std::move(chosen));
  }
  // The cheapest; the same cover is often found twice.
  std::ranges::sort(outlines);
  outlines.erase(std::unique(outlines.begin(), outlines.end()), outlines.end());
  outlines.resize(std::min<std::size_t>(outlines.size(), Plain::kTrials));
  return outlines;
}

bool CoverSearch::search_plain() {
  const std::vector<Candidate> outlines = plain_outlines();
  if (outlines.empty()) return false;
  std::pair<std::uint64_t, std::size_t> most_promising{best_.cost, 0};
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    if (!refine(outlines[i].second, Plain::kTrialFirst, steps(Plain::kTrialEighths, Plain::kTrials),
                next("trials", Plain::kTrialEighths, Plain::kTrials)))
      return false;
    most_promising = std::min(most_promising, {annealer_.cost(), i});
  }
  return refine(outlines[most_promising.second].second, Plain::kRefineFirst, steps(Plain::kRefineEighths, 1),
                next("refining", Plain::kRefineEighths, 1));
}

bool CoverSearch::search_with_inverses() {
  using How = WithInverses;
  OutlineSearch outlines(problem_, grouped_);
  if (!outlines.find_parts(options_.seed, steps(How::kPartsEighths, 1),
                           next("parts of groups", How::kPartsEighths, 1)))
    return false;
  const std::uint64_t exchanges = steps(How::kOutlineEighths, How::kRounds) / How::kStepsOfExchange;
  for (std::uint64_t i = 0; i < How::kRounds; ++i) {
    const std::vector<bool> outline = outlines.search(options_.seed * How::kRounds + i, exchanges,
                                                      next("outlines", How::kOutlineEighths, How::kRounds));
    if (outline.empty()) return false;
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

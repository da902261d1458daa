#include "cover/plain_cover_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "cover/annealer.h"
#include "cover/plain_group_problem.h"

namespace halfturn {

namespace {

/// How the steps are spent, in eighths of all, and how classes are annealed. Found by trying: see
/// docs/cover.md.
struct PlainPlan {
  static constexpr std::uint64_t kMostBeginnings = 10'000;  // beyond, each has more steps
  static constexpr std::uint64_t kGroupsEighths = 3;
  static constexpr std::uint64_t kTrialEighths = 1;
  static constexpr std::uint64_t kRefineEighths = 2;
  static constexpr std::uint64_t kPolishEighths = 2;
  static constexpr std::uint64_t kPolishRounds = 10;
  /// An exchange of groups takes as long as so many steps of refining, and counts as much.
  static constexpr std::uint64_t kStepsOfExchange = 32;
  static constexpr int kSampleSize = 50;  // see SetCoverOptions
  static constexpr AnnealingStage kTrialFirst = {1'400, 1'800};
  static constexpr AnnealingStage kRefineFirst = {2'600, 1'800};
  static constexpr std::array<AnnealingStage, 3> kPolishFirst = {
      {{850, 1'800}, {1'000, 1'800}, {1'150, 1'800}}};
  static constexpr AnnealingStage kLast = {250, 2'300};
};

using Classes = std::vector<bool>;

struct RefinedCover {
  Classes groups;  // the cover of whole groups that it was made from, by class; none if it was not begun
  Classes chosen;
  std::uint64_t cost = 0;
};

class PlainCoverSearch {
 public:
  PlainCoverSearch(const Phase1Coordinates& coordinates, const CoverSearchOptions& options, const Run& run)
      : options_(options),
        run_(run),
        classes_(EdgeClasses::make(coordinates)),
        problem_(make_cover_problem(coordinates, *classes_)),
        groups_(even_square_groups(coordinates, *classes_)),
        grouped_(make_plain_group_problem(problem_, groups_)),
        steps_(options.steps.value_or(usual_cover_steps(CoverKind::plain))),
        beginnings_(
            std::clamp<std::uint64_t>(steps_ / options.steps_of_beginning, 1, PlainPlan::kMostBeginnings)),
        finalists_(std::max<std::size_t>(1, beginnings_.size() / options.beginnings_of_finalist)) {
    const int threads = run.threads > 0 ? run.threads : base::default_threads();
    annealers_.resize(static_cast<std::size_t>(threads));
    best_.chosen.assign(kEdgeClassCount, true);
    best_.cost = std::accumulate(problem_.costs.begin(), problem_.costs.end(), std::uint64_t{0});
    best_cost_ = best_.cost;
  }

  FoundCover search() {
    best_.stopped = !begin() || !refine_finalists();
    return best_;
  }

 private:
  bool begin();
  bool refine_finalists();
  std::vector<std::int64_t> random_weights(std::uint64_t seed) const;
  RefinedCover not_yet_refined(const Classes& groups);
  void anneal(CoverAnnealer& annealer, std::uint64_t seed, RefinedCover& cover,
              const AnnealingSchedule& schedule, const Run& run);
  void polish(CoverAnnealer& annealer, RefinedCover& cover, std::uint64_t steps, const Run& run);
  void take_if_cheaper(CoverAnnealer& annealer, RefinedCover& cover);

  CoverAnnealer& annealer_of(int worker) {
    std::unique_ptr<CoverAnnealer>& annealer = annealers_[static_cast<std::size_t>(worker)];
    if (!annealer) annealer = std::make_unique<CoverAnnealer>(problem_, false, 0);
    return *annealer;
  }

  std::uint64_t steps(std::uint64_t eighths, std::uint64_t parts) const {
    return steps_ * eighths / 8 / parts;
  }

  static double share(std::uint64_t eighths, std::size_t parts) {
    return static_cast<double>(eighths) / 8 / static_cast<double>(parts);
  }

  /// Called once the threads are done, in an order that does not depend on them.
  void keep(const RefinedCover& cover) {
    if (cover.chosen.empty() || cover.cost >= best_.cost) return;
    best_.chosen = cover.chosen;
    best_.cost = cover.cost;
  }

  /// The run of a part that has this share of all work. Every thread adds to what is done, but only the first
  /// may report.
  Run part(int worker, std::string_view step, double share) {
    if (worker != 0) return {1, run_.stop, {}};
    return {1, run_.stop, [this, step, share](const Progress& progress) {
              run_.report("cover", fmt::format("{}, best so far {}", step, base::grouped(best_cost_.load())),
                          std::min(1.0, done_.load() + share * progress.fraction));
            }};
  }
  void finish(double share) {
    if (!run_.stop.stop_requested()) done_.fetch_add(share);
  }

  void note_cost(std::uint64_t cost) {
    std::uint64_t best = best_cost_.load();
    while (cost < best && !best_cost_.compare_exchange_weak(best, cost)) continue;
  }

  const CoverSearchOptions& options_;
  const Run& run_;
  std::unique_ptr<const EdgeClasses> classes_;
  CoverProblem problem_;
  ClassGroups groups_;
  PlainGroupProblem grouped_;
  std::vector<std::unique_ptr<CoverAnnealer>> annealers_;  // by thread, made when it needs one
  std::uint64_t steps_;
  std::vector<RefinedCover> beginnings_;
  std::vector<RefinedCover> finalists_;
  FoundCover best_;
  std::atomic<std::uint64_t> best_cost_;  // of all threads, for the progress line
  std::atomic<double> done_ = 0;
};

/// A demand counts as many times as it stands for demands of classes, times a random number of its kind.
std::vector<std::int64_t> PlainCoverSearch::random_weights(std::uint64_t seed) const {
  constexpr std::uint64_t kMost = 8;
  constexpr std::int64_t kSmaller = 8;  // the smaller the weights, the sooner the search has changed them
  Chance chance(seed);
  std::vector<std::int64_t> of_kind(problem_.opposites.size());
  for (std::int64_t& weight : of_kind) {
    weight = 1;
    for (int i = 0; i < 3; ++i) weight *= 1 + static_cast<std::int64_t>(Chance::pick(chance.next(), kMost));
  }
  std::vector<std::int64_t> weights;
  for (std::size_t d = 0; d < grouped_.kinds.size(); ++d)
    weights.push_back(1 + grouped_.sizes[d] * of_kind[grouped_.kinds[d]] / kSmaller);
  return weights;
}

RefinedCover PlainCoverSearch::not_yet_refined(const Classes& groups) {
  RefinedCover cover = {groups, groups, 0};
  for (std::size_t c = 0; c < groups.size(); ++c) cover.cost += groups[c] ? problem_.costs[c] : 0;
  note_cost(cover.cost);
  return cover;
}

/// Anneals the cover of whole groups. The random numbers are the same for any thread.
void PlainCoverSearch::anneal(CoverAnnealer& annealer, std::uint64_t seed, RefinedCover& cover,
                              const AnnealingSchedule& schedule, const Run& run) {
  annealer.reseed(seed);
  annealer.choose(cover.groups);
  annealer.anneal(schedule, run);
  take_if_cheaper(annealer, cover);
}

/// Anneals it again and again from temperatures at which most of it stays.
void PlainCoverSearch::polish(CoverAnnealer& annealer, RefinedCover& cover, std::uint64_t steps,
                              const Run& run) {
  const auto rounds = static_cast<double>(PlainPlan::kPolishRounds);
  for (std::uint64_t i = 0; i < PlainPlan::kPolishRounds && !run.stop.stop_requested(); ++i) {
    annealer.choose(cover.chosen);
    annealer.anneal({steps / PlainPlan::kPolishRounds,
                     PlainPlan::kPolishFirst[i % PlainPlan::kPolishFirst.size()], PlainPlan::kLast},
                    {1, run.stop, [&run, i, rounds](const Progress& progress) {
                       run.report({}, {}, (static_cast<double>(i) + progress.fraction) / rounds);
                     }});
    take_if_cheaper(annealer, cover);
  }
}

void PlainCoverSearch::take_if_cheaper(CoverAnnealer& annealer, RefinedCover& cover) {
  annealer.complete();
  note_cost(annealer.cost());
  if (annealer.cost() >= cover.cost) return;
  cover.chosen = annealer.chosen();
  cover.cost = annealer.cost();
}

bool PlainCoverSearch::begin() {
  const std::size_t count = beginnings_.size();
  const double search_share = share(PlainPlan::kGroupsEighths, count);
  const double trial_share = share(PlainPlan::kTrialEighths, count);
  const bool finished = base::parallel_for(run_.threads, count, run_.stop, [&](int worker, std::size_t i) {
    const std::uint64_t seed = options_.seed * count + i;
    const SetChoice choice =
        search_set_cover(grouped_.sets,
                         {.seed = seed,
                          .exchanges = steps(PlainPlan::kGroupsEighths, count) / PlainPlan::kStepsOfExchange,
                          .weights = random_weights(seed),
                          .sample_size = PlainPlan::kSampleSize},
                         part(worker, "covers of groups", search_share));
    if (choice.empty()) return;  // stopped
    finish(search_share);
    Classes groups(kEdgeClassCount);
    for (std::size_t c = 0; c < groups.size(); ++c) groups[c] = choice[groups_.group_of[c]];
    beginnings_[i] = not_yet_refined(groups);
    anneal(annealer_of(worker), seed, beginnings_[i],
           {steps(PlainPlan::kTrialEighths, count), PlainPlan::kTrialFirst, PlainPlan::kLast},
           part(worker, "trials", trial_share));
    finish(trial_share);
  });
  for (const RefinedCover& cover : beginnings_) keep(cover);
  return finished && !run_.stop.stop_requested();
}

bool PlainCoverSearch::refine_finalists() {
  const std::size_t count = finalists_.size();
  const double refine_share = share(PlainPlan::kRefineEighths, count);
  const double polish_share = share(PlainPlan::kPolishEighths, count);
  std::ranges::stable_sort(beginnings_, {}, &RefinedCover::cost);
  const bool finished = base::parallel_for(run_.threads, count, run_.stop, [&](int worker, std::size_t i) {
    CoverAnnealer& annealer = annealer_of(worker);
    // From its groups again: what the trial came to is too settled for a long refinement.
    finalists_[i] = not_yet_refined(beginnings_[i].groups);
    anneal(annealer, options_.seed * count + i, finalists_[i],
           {steps(PlainPlan::kRefineEighths, count), PlainPlan::kRefineFirst, PlainPlan::kLast},
           part(worker, "refining", refine_share));
    finish(refine_share);
    polish(annealer, finalists_[i], steps(PlainPlan::kPolishEighths, count),
           part(worker, "polishing", polish_share));
    finish(polish_share);
  });
  for (const RefinedCover& cover : finalists_) keep(cover);
  return finished && !run_.stop.stop_requested();
}

}  // namespace

FoundCover search_plain_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                              const Run& run) {
  return PlainCoverSearch(coordinates, options, run).search();
}

}  // namespace halfturn

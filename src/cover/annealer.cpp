#include "cover/annealer.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halfturn {

namespace {

/// The different members of a demand.
std::vector<std::uint16_t> members_of(const CoverProblem::Demand& demand) {
  std::vector<std::uint16_t> members(demand.classes.begin(), demand.classes.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

}  // namespace

CoverAnnealer::CoverAnnealer(const CoverProblem& problem, bool with_inverses, std::uint64_t seed)
    : problem_(problem), chance_(seed) {
  const std::size_t count = problem.costs.size();
  const std::size_t kinds = problem.opposites.size();
  first_demand_.assign(count + 1, 0);
  first_of_kind_.assign(kinds + 1, 0);
  for (const CoverProblem::Demand& demand : problem.demands) {
    for (const std::uint16_t c : members_of(demand)) ++first_demand_[c + std::size_t{1}];
    ++first_of_kind_[demand.kind + std::size_t{1}];
  }
  std::partial_sum(first_demand_.begin(), first_demand_.end(), first_demand_.begin());
  std::partial_sum(first_of_kind_.begin(), first_of_kind_.end(), first_of_kind_.begin());
  demands_.resize(first_demand_.back());
  by_kind_.resize(problem.demands.size());
  std::vector<std::uint32_t> next = first_demand_;
  std::vector<std::uint32_t> next_of_kind = first_of_kind_;
  for (std::uint32_t d = 0; d < problem.demands.size(); ++d) {
    const CoverProblem::Demand& demand = problem.demands[d];
    std::vector<std::uint16_t> members = members_of(demand);
    const std::size_t real = members.size();
    members.resize(3, static_cast<std::uint16_t>(count));
    for (std::size_t i = 0; i < real; ++i)
      demands_[next[members[i]]++] = {members[(i + 1) % 3], members[(i + 2) % 3], demand.kind};
    by_kind_[next_of_kind[demand.kind]++] = d;
  }

  required_.assign(kinds, -1);
  for (std::size_t kind = 0; kind < kinds; ++kind)
    if (with_inverses && problem.opposites[kind] > kind) choices_.push_back(static_cast<std::uint16_t>(kind));
  choose(std::vector<bool>(count, true));
}

void CoverAnnealer::choose(const std::vector<bool>& chosen) {
  classes_.assign(chosen.size() + 1, {});
  cost_ = 0;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    classes_[c].cost_and_chosen = 2 * problem_.costs[c] + (chosen[c] ? 1 : 0);
    if (chosen[c]) cost_ += problem_.costs[c];
  }
  unmet_.assign(problem_.opposites.size(), 0);
  for (const CoverProblem::Demand& demand : problem_.demands) {
    const bool met = std::ranges::any_of(demand.classes, [this](std::size_t c) { return is_chosen(c); });
    if (!met) ++unmet_[demand.kind];
  }
  // Of two opposite kinds, the one that is nearer to being covered.
  required_.assign(required_.size(), -1);
  for (const std::uint16_t kind : choices_) {
    const std::uint16_t opposite = problem_.opposites[kind];
    required_[unmet_[kind] <= unmet_[opposite] ? opposite : kind] = 0;
  }
  missing_ = 0;
  for (std::size_t kind = 0; kind < unmet_.size(); ++kind) missing_ += unmet_[kind] & required_[kind];
  for (std::size_t c = 0; c < chosen.size(); ++c)
    for (std::uint32_t d = first_demand_[c]; d < first_demand_[c + 1]; ++d) {
      const Demand& demand = demands_[d];
      if (!is_chosen(demand.other) && !is_chosen(demand.another)) classes_[c].needs -= required_[demand.kind];
    }
}

std::vector<bool> CoverAnnealer::chosen() const {
  std::vector<bool> result(classes_.size() - 1);
  for (std::size_t c = 0; c < result.size(); ++c) result[c] = is_chosen(c);
  return result;
}

/// Where there are no choices, every demand is required, and two random reads of each can be left out.
template <bool kHasChoices>
void CoverAnnealer::flip_as(std::size_t c) {
  Class& flipped = classes_[c];
  flipped.cost_and_chosen ^= 1;
  const bool now_chosen = is_chosen(c);
  const std::uint32_t cost = flipped.cost_and_chosen / 2;
  cost_ += now_chosen ? cost : -std::uint64_t{cost};
  missing_ -= now_chosen ? flipped.needs : -flipped.needs;
  // Without branches: what is chosen is unpredictable. Masks are -1 for true.
  const std::int32_t change = now_chosen ? -1 : 1;
  for (std::uint32_t d = first_demand_[c]; d < first_demand_[c + 1]; ++d) {
    const Demand demand = demands_[d];
    Class& other = classes_[demand.other];
    Class& another = classes_[demand.another];
    const auto other_out = static_cast<std::int32_t>((other.cost_and_chosen & 1) - 1);
    const auto another_out = static_cast<std::int32_t>((another.cost_and_chosen & 1) - 1);
    std::int32_t required_change = change;
    if constexpr (kHasChoices) {
      required_change &= required_[demand.kind];
      unmet_[demand.kind] += change & other_out & another_out;
    }
    other.needs += required_change & another_out;
    another.needs += required_change & other_out;
  }
}

void CoverAnnealer::require(std::size_t kind, bool required) {
  required_[kind] = required ? -1 : 0;
  missing_ += required ? unmet_[kind] : -unmet_[kind];
  const std::int32_t change = required ? 1 : -1;
  for (std::uint32_t i = first_of_kind_[kind]; i < first_of_kind_[kind + 1]; ++i) {
    const CoverProblem::Demand& demand = problem_.demands[by_kind_[i]];
    const auto [a, b, c] = demand.classes;
    // A member that is there twice counts once.
    const bool in_a = is_chosen(a);
    const bool in_b = is_chosen(b) && b != a;
    const bool in_c = is_chosen(c) && c != b;
    if (!in_b && !in_c) classes_[a].needs += change;
    if (b != a && !in_a && !in_c) classes_[b].needs += change;
    if (c != b && !in_a && !in_b) classes_[c].needs += change;
  }
}

template <bool kHasChoices>
void CoverAnnealer::propose_flips(std::uint64_t count, AnnealingStage stage) {
  const std::uint64_t classes = classes_.size() - 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t random = chance_.next();
    const std::size_t c = Chance::pick(random, classes);
    const Class proposed = classes_[c];
    const std::int64_t dearer = std::int64_t{proposed.cost_and_chosen / 2} - stage.penalty * proposed.needs;
    const std::int64_t rise = (proposed.cost_and_chosen & 1) != 0 ? -dearer : dearer;
    if (chance_.takes(random, rise, stage.temperature)) flip_as<kHasChoices>(c);
  }
}

void CoverAnnealer::propose_exchange(AnnealingStage stage) {
  const std::uint64_t random = chance_.next();
  const std::size_t kind = choices_[Chance::pick(random, choices_.size())];
  const std::size_t opposite = problem_.opposites[kind];
  const std::size_t from = required_[kind] != 0 ? kind : opposite;
  const std::size_t to = required_[kind] != 0 ? opposite : kind;
  if (!chance_.takes(random, stage.penalty * (unmet_[to] - unmet_[from]), stage.temperature)) return;
  require(from, false);
  require(to, true);
}

bool CoverAnnealer::anneal(const AnnealingSchedule& schedule, const Run& run) {
  return for_each_stage(schedule, run, [this](std::uint64_t steps, AnnealingStage stage) {
    if (choices_.empty()) return propose_flips<false>(steps, stage);
    // As often as a class is proposed, so is a pair of opposite kinds.
    const std::uint64_t flips = std::max<std::uint64_t>(1, classes_.size() / choices_.size());
    while (steps > 0) {
      const std::uint64_t count = std::min(steps, flips);
      propose_flips<true>(count, stage);
      propose_exchange(stage);
      steps -= count;
    }
  });
}

void CoverAnnealer::settle_kinds() {
  for (const std::uint16_t kind : choices_) {
    const std::size_t opposite = problem_.opposites[kind];
    const std::size_t from = required_[kind] != 0 ? kind : opposite;
    const std::size_t to = required_[kind] != 0 ? opposite : kind;
    if (unmet_[to] >= unmet_[from]) continue;
    require(from, false);
    require(to, true);
  }
}

void CoverAnnealer::complete() {
  settle_kinds();
  const std::size_t count = classes_.size() - 1;
  while (missing_ > 0) {
    std::size_t best = count;
    for (std::size_t c = 0; c < count; ++c) {
      if (is_chosen(c) || classes_[c].needs == 0) continue;
      // needs / cost, compared without a division
      if (best == count || std::int64_t{classes_[c].needs} * classes_[best].cost_and_chosen >
                               std::int64_t{classes_[best].needs} * classes_[c].cost_and_chosen)
        best = c;
    }
    flip(best);
  }
  // The dearest first, where there is a choice.
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [this](std::size_t a, std::size_t b) {
    return classes_[a].cost_and_chosen / 2 > classes_[b].cost_and_chosen / 2;
  });
  for (const std::size_t c : order)
    if (is_chosen(c) && classes_[c].needs == 0) flip(c);
}

}  // namespace halfturn

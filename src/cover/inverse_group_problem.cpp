#include "cover/inverse_group_problem.h"

#include <set>
#include <utility>

namespace halfturn {

InverseGroupProblem::InverseGroupProblem(const CoverProblem& problem, ClassGroups groups)
    : groups_(std::move(groups)) {
  for (std::size_t g = 0; g < groups_.count; ++g) sets_.add(0, {});
  for (std::size_t c = 0; c < problem.costs.size(); ++c) sets_.costs[groups_.group_of[c]] += problem.costs[c];

  std::vector<std::set<std::uint16_t>> members(problem.opposites.size());
  for (const CoverProblem::Demand& demand : problem.demands)
    for (const std::uint16_t c : demand.classes) members[demand.kind].insert(groups_.group_of[c]);
  demand_of_.resize(members.size());
  for (std::size_t kind = 0; kind < members.size(); ++kind) {
    const std::size_t opposite = problem.opposites[kind];
    if (opposite < kind) continue;
    const auto demand = static_cast<std::uint16_t>(demand_count());
    demand_of_[kind] = demand_of_[opposite] = demand;
    members[kind].insert(members[opposite].begin(), members[opposite].end());
    for (const std::uint16_t group : members[kind]) sets_.demands_of[group].push_back(demand);
    sets_.members_of.emplace_back(members[kind].begin(), members[kind].end());
  }
}

}  // namespace halfturn

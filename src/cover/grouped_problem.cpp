#include "cover/grouped_problem.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace halfturn {

GroupedProblem::GroupedProblem(const CoverProblem& problem, ClassGroups groups, bool with_inverses)
    : groups_(std::move(groups)) {
  for (std::size_t g = 0; g < groups_.count; ++g) sets_.add(0, {});
  for (std::size_t c = 0; c < problem.costs.size(); ++c) sets_.costs[groups_.group_of[c]] += problem.costs[c];

  std::vector<std::set<std::uint16_t>> members(problem.opposites.size());
  for (const CoverProblem::Demand& demand : problem.demands)
    for (const std::uint16_t c : demand.classes) members[demand.kind].insert(groups_.group_of[c]);
  demand_of_.resize(members.size());
  for (std::size_t kind = 0; kind < members.size(); ++kind) {
    const std::size_t opposite = with_inverses ? problem.opposites[kind] : kind;
    if (opposite < kind) continue;
    const auto demand = static_cast<std::uint16_t>(demand_count());
    demand_of_[kind] = demand_of_[opposite] = demand;
    members[kind].insert(members[opposite].begin(), members[opposite].end());
    for (const std::uint16_t group : members[kind]) sets_.demands_of[group].push_back(demand);
    sets_.members_of.emplace_back(members[kind].begin(), members[kind].end());
  }
}

CoverProblem with_divided_kinds(const CoverProblem& problem, const ClassGroups& groups) {
  CoverProblem divided = problem;
  std::map<std::array<std::uint16_t, 4>, std::uint16_t> kinds;  // by kind and groups
  for (CoverProblem::Demand& demand : divided.demands) {
    std::array<std::uint16_t, 3> members{};
    for (std::size_t i = 0; i < members.size(); ++i) members[i] = groups.group_of[demand.classes[i]];
    std::ranges::sort(members);
    const auto next = static_cast<std::uint16_t>(kinds.size());
    demand.kind = kinds.try_emplace({demand.kind, members[0], members[1], members[2]}, next).first->second;
  }
  divided.opposites.resize(kinds.size());
  std::iota(divided.opposites.begin(), divided.opposites.end(), std::uint16_t{0});
  return divided;
}

}  // namespace halfturn

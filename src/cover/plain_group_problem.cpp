#include "cover/plain_group_problem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

namespace halfturn {

PlainGroupProblem make_plain_group_problem(const CoverProblem& problem, const ClassGroups& groups) {
  std::map<std::array<std::uint16_t, 4>, std::int64_t> sizes;  // by kind and groups
  for (const CoverProblem::Demand& demand : problem.demands) {
    std::array<std::uint16_t, 3> members{};
    for (std::size_t i = 0; i < members.size(); ++i) members[i] = groups.group_of[demand.classes[i]];
    std::ranges::sort(members);
    ++sizes[{demand.kind, members[0], members[1], members[2]}];
  }
  assert(sizes.size() <= PlainGroupProblem::kMostDemands);

  PlainGroupProblem grouped;
  for (std::size_t g = 0; g < groups.count; ++g) grouped.sets.add(0, {});
  for (std::size_t c = 0; c < problem.costs.size(); ++c)
    grouped.sets.costs[groups.group_of[c]] += problem.costs[c];
  for (const auto& [key, size] : sizes) {
    const auto demand = static_cast<std::uint16_t>(grouped.kinds.size());
    grouped.kinds.push_back(key[0]);
    grouped.sizes.push_back(size);
    std::vector<std::uint16_t> members(key.begin() + 1, key.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const std::uint16_t group : members) grouped.sets.demands_of[group].push_back(demand);
    grouped.sets.members_of.push_back(std::move(members));
  }
  return grouped;
}

}  // namespace halfturn

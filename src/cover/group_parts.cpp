#include "cover/group_parts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cover/annealer.h"

namespace halfturn {

namespace {

using Demands = std::vector<const CoverProblem::Demand*>;

/// A group, and the kinds that it meets with some of its classes.
struct Group {
  std::vector<std::uint16_t> classes;
  std::map<std::uint16_t, Demands> kinds;
};

/// By number. Of every kind, a group has the same number of classes in all demands.
std::map<std::uint16_t, Group> groups_with_parts(const CoverProblem& problem,
                                                 const std::vector<std::uint16_t>& group_of) {
  std::map<std::uint16_t, Group> groups;
  for (const CoverProblem::Demand& demand : problem.demands) {
    const auto [a, b, c] = demand.classes;
    const bool with_a = group_of[a] == group_of[b] || group_of[a] == group_of[c];
    if (!with_a && group_of[b] != group_of[c]) continue;
    groups[group_of[with_a ? a : b]].kinds[demand.kind].push_back(&demand);
  }
  for (std::size_t c = 0; c < group_of.size(); ++c)
    if (const auto found = groups.find(group_of[c]); found != groups.end())
      found->second.classes.push_back(static_cast<std::uint16_t>(c));
  return groups;
}

/// Covering the demands by the group's classes alone, which are numbered from 0.
CoverProblem problem_within(const CoverProblem& problem, const std::vector<std::uint16_t>& classes,
                            const Demands& demands) {
  CoverProblem within;
  within.opposites = {0};
  for (const std::uint16_t c : classes) within.costs.push_back(problem.costs[c]);
  for (const CoverProblem::Demand* demand : demands) {
    std::vector<std::uint16_t> members;
    for (const std::uint16_t c : demand->classes)
      if (const auto found = std::ranges::lower_bound(classes, c); found != classes.end() && *found == c)
        members.push_back(static_cast<std::uint16_t>(found - classes.begin()));
    members.resize(3, members.back());
    within.demands.push_back({{members[0], members[1], members[2]}, 0});
  }
  std::ranges::sort(within.demands);
  within.demands.erase(std::unique(within.demands.begin(), within.demands.end()), within.demands.end());
  return within;
}

/// The part with all kinds whose bits are set in `which`, not yet found.
std::pair<GroupPart, Demands> part_of(std::uint16_t number, const Group& group, unsigned which) {
  GroupPart part;
  part.group = number;
  Demands demands;
  for (const auto& [kind, of_kind] : group.kinds) {
    if ((which & 1) != 0) {
      part.kinds.push_back(kind);
      demands.insert(demands.end(), of_kind.begin(), of_kind.end());
    }
    which >>= 1;
  }
  return {std::move(part), std::move(demands)};
}

}  // namespace

std::vector<GroupPart> find_group_parts(const CoverProblem& problem,
                                        const std::vector<std::uint16_t>& group_of, std::uint64_t seed,
                                        std::uint64_t steps, const Run& run) {
  constexpr AnnealingStage kFirst = {1'500, 2'300};
  constexpr AnnealingStage kLast = {60, 2'300};
  const std::map<std::uint16_t, Group> groups = groups_with_parts(problem, group_of);
  const auto choices = [](const Group& group) { return 1u << group.kinds.size(); };
  std::uint64_t all = 0;
  for (const auto& [number, group] : groups) all += (choices(group) - 1) * group.classes.size();

  std::vector<GroupPart> parts;
  std::uint64_t done = 0;
  for (const auto& [number, group] : groups)
    for (unsigned which = 1; which < choices(group); ++which) {
      auto [part, demands] = part_of(number, group, which);
      const CoverProblem within = problem_within(problem, group.classes, demands);
      CoverAnnealer annealer(within, false, seed);
      const std::uint64_t cost_of_group = annealer.cost();
      if (!annealer.anneal({steps * group.classes.size() / all, kFirst, kLast}, {1, run.stop, {}})) return {};
      annealer.complete();
      const std::vector<bool> chosen = annealer.chosen();
      for (std::size_t c = 0; c < chosen.size(); ++c)
        if (chosen[c]) part.classes.push_back(group.classes[c]);
      part.cost = annealer.cost();
      if (part.cost < cost_of_group) parts.push_back(std::move(part));
      done += group.classes.size();
      run.report({}, {}, static_cast<double>(done) / static_cast<double>(all));
    }
  return parts;
}

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.h"
#include "halfturn/run.h"

/// Parts of groups. Where two or all three classes of every demand of a kind are in the same group, some of
/// the group's classes, often about half of them, meet all of that kind. No other kinds can be met by a part
/// of one group.
namespace halfturn {

struct GroupPart {
  std::uint16_t group = 0;
  std::vector<std::uint16_t> kinds;    ///< that it meets
  std::vector<std::uint16_t> classes;  ///< of the group, ascending
  std::uint64_t cost = 0;
};

/// For every group and every choice of such kinds of it, the cheapest part that was found; only those that
/// are cheaper than the group. `steps`: of annealing in all. Empty where a stop was requested.
std::vector<GroupPart> find_group_parts(const CoverProblem& problem,
                                        const std::vector<std::uint16_t>& group_of, std::uint64_t seed,
                                        std::uint64_t steps, const Run& run);

}  // namespace halfturn

#pragma once

#include <cstdint>
#include <vector>

#include "cover/class_groups.h"
#include "cover/problem.h"
#include "cover/set_cover.h"

namespace halfturn {

/// The problem of a plain cover in which the classes of a group are chosen together. The demands of a kind
/// that have as many classes in each group become one demand. Any groups will do that leave at most
/// kMostDemands.
struct PlainGroupProblem {
  /// They have numbers of 16 bits; even squares make 64,201.
  static constexpr std::size_t kMostDemands = 65'536;

  SetCover sets;                     ///< its sets are the groups
  std::vector<std::uint16_t> kinds;  ///< by demand: its kind in the problem of classes
  std::vector<std::int64_t> sizes;   ///< by demand: how many demands of that problem it stands for
};

PlainGroupProblem make_plain_group_problem(const CoverProblem& problem, const ClassGroups& groups);

}  // namespace halfturn

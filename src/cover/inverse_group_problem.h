#pragma once

#include <cstdint>
#include <vector>

#include "cover/class_groups.h"
#include "cover/problem.h"
#include "cover/set_cover.h"

namespace halfturn {

/// The problem of a cover with inverses in which the classes of a group are chosen together.
///
/// All demands of a kind must have classes in the same groups, so that they become one demand, as they do
/// with any_order_groups(). The demands of two opposite kinds become one, for a group that meets either, and
/// the choice between the kinds is gone.
class InverseGroupProblem {
 public:
  InverseGroupProblem(const CoverProblem& problem, ClassGroups groups);

  std::size_t group_count() const { return groups_.count; }
  std::size_t demand_count() const { return sets_.members_of.size(); }
  /// By class.
  const std::vector<std::uint16_t>& group_of() const { return groups_.group_of; }
  /// The problem: its sets are the groups.
  const SetCover& sets() const { return sets_; }
  /// By kind: the demand that it has become.
  const std::vector<std::uint16_t>& demand_of() const { return demand_of_; }

 private:
  ClassGroups groups_;
  SetCover sets_;
  std::vector<std::uint16_t> demand_of_;
};

}  // namespace halfturn

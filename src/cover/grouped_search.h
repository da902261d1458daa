#pragma once

#include <cstdint>
#include <vector>

#include "cover/annealing.h"
#include "cover/problem.h"
#include "cover/set_cover.h"

/// A rough cover, in which classes that look alike are chosen together.
///
/// Two classes look alike if they differ only in where the edges lie within their slices. A group of such
/// classes depends only on counts, so all demands of a kind become one: one of three groups must be chosen,
/// or with inverses one of six. In this problem of 1,331 groups and 7,504 kinds annealing finds an order that
/// it never finds among the 64,430 classes themselves.
namespace halfturn {

class GroupedCoverSearch {
 public:
  static constexpr std::size_t kGroups = 1'331;

  GroupedCoverSearch(const CoverProblem& problem, const Phase1Coordinates& coordinates,
                     const EdgeClasses& classes, bool with_inverses);

  std::size_t group_count() const { return sets_.costs.size(); }
  std::size_t demand_count() const { return weights_.size(); }
  /// By class.
  const std::vector<std::uint16_t>& group_of() const { return group_of_; }
  /// The problem: its sets are the groups.
  const SetCover& sets() const { return sets_; }
  /// By kind: the demand that it has become.
  const std::vector<std::uint16_t>& demand_of() const { return demand_of_; }

  /// A cover of whole groups, by class. Empty where a stop was requested.
  std::vector<bool> search(std::uint64_t seed, const AnnealingSchedule& schedule, const Run& run) const;

 private:
  std::vector<std::uint16_t> group_of_;
  SetCover sets_;
  std::vector<std::uint16_t> demand_of_;
  std::vector<std::int64_t> weights_;  // by demand: how many demands of classes it stands for

  class Choice;
};

}  // namespace halfturn

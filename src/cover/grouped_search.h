#pragma once

#include <cstdint>
#include <vector>

#include "cover/annealing.h"
#include "cover/problem.h"

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

  std::size_t group_count() const { return costs_.size(); }
  std::size_t demand_count() const { return weights_.size(); }

  /// At which temperature each group is annealed: all at the schedule's, or each in proportion to the root of
  /// its cost, where the schedule's temperature is that of an average group.
  enum class Warmth : std::uint8_t { same, by_cost };

  /// A cover of whole groups, by class. Empty where a stop was requested.
  std::vector<bool> search(std::uint64_t seed, const AnnealingSchedule& schedule, Warmth warmth,
                           const Run& run) const;

 private:
  std::vector<std::uint16_t> group_of_;                 // by class
  std::vector<std::int64_t> costs_;                     // by group
  std::vector<std::vector<std::uint16_t>> demands_of_;  // by group
  std::vector<std::vector<std::uint16_t>> members_of_;  // by demand: the groups that meet it
  std::vector<std::int64_t> weights_;  // by demand: how many demands of classes it stands for

  class Choice;
};

}  // namespace halfturn

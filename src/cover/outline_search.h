#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "cover/inverse_group_problem.h"
#include "cover/problem.h"
#include "cover/set_cover.h"

/// Outlines that are better than those of whole groups: parts of groups are sets of their own.
///
/// What parts are worth having is learned. Some are known from the beginning: those that meet kinds which
/// have two classes in one group. The others are found where covers are refined: there some groups are chosen
/// in part, and so that what one of them leaves unmet, another meets. Such groups together are one new set.
/// From the sets that were learned from many covers the next outline takes the best of each.
namespace halfturn {

class OutlineSearch {
 public:
  /// Knows whole groups only. Both must outlive it.
  OutlineSearch(const CoverProblem& problem, const InverseGroupProblem& grouped);

  std::size_t set_count() const { return sets_.costs.size(); }

  /// Adds what find_group_parts finds. False where a stop was requested.
  bool find_parts(std::uint64_t seed, std::uint64_t steps, const Run& run);

  /// Adds the parts of groups that a cover consists of.
  void learn(const std::vector<bool>& cover);

  /// A choice of known sets that covers all. Empty where a stop was requested.
  SetChoice search(std::uint64_t seed, std::uint64_t exchanges, const Run& run) const;

  /// By class.
  std::vector<bool> classes_of(const SetChoice& choice) const;

 private:
  using Classes = std::vector<std::uint16_t>;
  using Groups = std::vector<std::uint16_t>;
  using Demands = std::vector<std::uint16_t>;  // of the outline
  using HasClass = std::function<bool(std::uint16_t)>;

  bool meets(const HasClass& has, std::uint16_t kind) const;
  Groups needed_for(std::uint16_t kind, const std::vector<bool>& cover) const;
  Groups needed_for_any(const std::vector<std::uint16_t>& kinds, const std::vector<bool>& cover) const;
  void add(Classes classes, Demands demands);
  void add_part(const Groups& groups, const std::vector<bool>& cover);

  const CoverProblem& problem_;
  const InverseGroupProblem& grouped_;
  std::vector<std::vector<CoverProblem::Demand>> demands_of_kind_;
  std::vector<std::vector<std::uint16_t>> kinds_of_demand_;  // a kind and its opposite, or one kind
  std::vector<Classes> classes_of_group_;
  SetCover sets_;  // the groups, then parts
  std::vector<Classes> classes_of_set_;
  std::map<Demands, std::size_t> parts_;  // the set that meets just these
};

}  // namespace halfturn

#include "cover/outline_search.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "cover/group_parts.h"

namespace halfturn {

namespace {

void sort_and_unite(std::vector<std::uint16_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

bool contains(const std::vector<std::uint16_t>& numbers, std::uint16_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

/// Numbers that are joined to clusters.
class Clusters {
 public:
  explicit Clusters(std::size_t count) : next_(count) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
  }

  std::size_t cluster_of(std::size_t number) const {
    while (next_[number] != number) number = next_[number];
    return number;
  }
  void join(std::size_t a, std::size_t b) { next_[cluster_of(a)] = cluster_of(b); }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace

OutlineSearch::OutlineSearch(const CoverProblem& problem, const InverseGroupProblem& grouped)
    : problem_(problem),
      grouped_(grouped),
      demands_of_kind_(problem.opposites.size()),
      kinds_of_demand_(grouped.demand_count()),
      classes_of_group_(grouped.group_count()),
      sets_(grouped.sets()) {
  for (const CoverProblem::Demand& demand : problem.demands) demands_of_kind_[demand.kind].push_back(demand);
  for (std::size_t kind = 0; kind < demands_of_kind_.size(); ++kind)
    kinds_of_demand_[grouped.demand_of()[kind]].push_back(static_cast<std::uint16_t>(kind));
  for (std::size_t c = 0; c < grouped.group_of().size(); ++c)
    classes_of_group_[grouped.group_of()[c]].push_back(static_cast<std::uint16_t>(c));
  classes_of_set_ = classes_of_group_;
}

bool OutlineSearch::find_parts(std::uint64_t seed, std::uint64_t steps, const Run& run) {
  for (GroupPart& part : find_group_parts(problem_, grouped_.group_of(), seed, steps, run)) {
    Demands demands;
    for (const std::uint16_t kind : part.kinds) demands.push_back(grouped_.demand_of()[kind]);
    add(std::move(part.classes), std::move(demands));
  }
  return !run.stop.stop_requested();
}

void OutlineSearch::learn(const std::vector<bool>& cover) {
  std::vector<std::size_t> chosen(grouped_.group_count(), 0);
  for (std::size_t c = 0; c < cover.size(); ++c) chosen[grouped_.group_of()[c]] += cover[c] ? 1u : 0u;
  const auto is_whole = [&](std::uint16_t g) { return chosen[g] == classes_of_group_[g].size(); };

  Clusters clusters(chosen.size());
  for (std::size_t d = 0; d < kinds_of_demand_.size(); ++d) {
    const bool met_by_one = std::ranges::any_of(grouped_.sets().members_of[d], is_whole);
    if (met_by_one) continue;
    const Groups needed = needed_for_any(kinds_of_demand_[d], cover);
    for (const std::uint16_t group : needed) clusters.join(group, needed.front());
  }

  std::map<std::size_t, Groups> parts;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (const auto group = static_cast<std::uint16_t>(i); chosen[i] != 0 && !is_whole(group))
      parts[clusters.cluster_of(group)].push_back(group);
  for (const auto& [cluster, groups] : parts) add_part(groups, cover);
}

SetChoice OutlineSearch::search(std::uint64_t seed, std::uint64_t exchanges, const Run& run) const {
  return search_set_cover(sets_, {.seed = seed, .exchanges = exchanges, .weights = {}}, run);
}

std::vector<bool> OutlineSearch::classes_of(const SetChoice& choice) const {
  std::vector<bool> chosen(problem_.costs.size(), false);
  for (std::size_t s = 0; s < choice.size(); ++s)
    if (choice[s])
      for (const std::uint16_t c : classes_of_set_[s]) chosen[c] = true;
  return chosen;
}

/// Whether the classes meet all demands of the kind.
bool OutlineSearch::meets(const HasClass& has, std::uint16_t kind) const {
  return std::ranges::all_of(demands_of_kind_[kind], [&has](const CoverProblem::Demand& demand) {
    return std::ranges::any_of(demand.classes, has);
  });
}

/// The groups whose chosen classes together meet all of the kind, without those that are not needed for it.
/// None where the cover does not meet it.
OutlineSearch::Groups OutlineSearch::needed_for(std::uint16_t kind, const std::vector<bool>& cover) const {
  if (!meets([&cover](std::uint16_t c) { return cover[c]; }, kind)) return {};
  Groups groups;
  for (const std::uint16_t c : demands_of_kind_[kind].front().classes)
    groups.push_back(grouped_.group_of()[c]);
  sort_and_unite(groups);
  for (const std::uint16_t group : Groups(groups)) {
    Groups others = groups;
    std::erase(others, group);
    const auto has = [&](std::uint16_t c) { return cover[c] && contains(others, grouped_.group_of()[c]); };
    if (meets(has, kind)) groups = std::move(others);
  }
  return groups;
}

/// The fewest for one of the kinds.
OutlineSearch::Groups OutlineSearch::needed_for_any(const std::vector<std::uint16_t>& kinds,
                                                    const std::vector<bool>& cover) const {
  Groups fewest;
  for (const std::uint16_t kind : kinds) {
    Groups groups = needed_for(kind, cover);
    if (!groups.empty() && (fewest.empty() || groups.size() < fewest.size())) fewest = std::move(groups);
  }
  return fewest;
}

/// A new set, or a cheaper form of a known one.
void OutlineSearch::add(Classes classes, Demands demands) {
  sort_and_unite(demands);
  // Sets are numbered with 16 bits. No search that ends within days learns so many.
  if (demands.empty() || set_count() > std::numeric_limits<std::uint16_t>::max()) return;
  std::int64_t cost = 0;
  for (const std::uint16_t c : classes) cost += problem_.costs[c];
  const auto [place, fresh] = parts_.try_emplace(demands, set_count());
  if (fresh) {
    sets_.add(cost, std::move(demands));
    classes_of_set_.push_back(std::move(classes));
  } else if (cost < sets_.costs[place->second]) {
    sets_.costs[place->second] = cost;
    classes_of_set_[place->second] = std::move(classes);
  }
}

/// Adds what the cover has of some groups, as one set.
void OutlineSearch::add_part(const Groups& groups, const std::vector<bool>& cover) {
  const auto has = [&](std::uint16_t c) { return cover[c] && contains(groups, grouped_.group_of()[c]); };
  Classes classes;
  Demands demands;
  for (const std::uint16_t group : groups) {
    std::ranges::copy_if(classes_of_group_[group], std::back_inserter(classes), has);
    for (const std::uint16_t d : grouped_.sets().demands_of[group])
      if (std::ranges::any_of(kinds_of_demand_[d], [&](std::uint16_t kind) { return meets(has, kind); }))
        demands.push_back(d);
  }
  add(std::move(classes), std::move(demands));
}

}  // namespace halfturn

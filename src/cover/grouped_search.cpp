#include "cover/grouped_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace halfturn {

namespace {

using EdgeBits = unsigned;  // a set of edge places

/// The places of each slice.
constexpr std::array<EdgeBits, 3> kPlaces = [] {
  std::array<EdgeBits, 3> places{};
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    places[static_cast<std::size_t>(3 - axis_of(kEdgeFaces[p][0]) - axis_of(kEdgeFaces[p][1]))] |= 1u << p;
  return places;
}();

/// Which places a slice coordinate stands for.
std::array<EdgeBits, kSliceCount> places_of_slices(const Phase1Coordinates& coordinates) {
  std::array<EdgeBits, kSliceCount> places{};
  for (EdgeBits set = 0; set < 1u << kEdgeCount; ++set) {
    if (std::popcount(set) != 4) continue;
    PlacedCorners corners{};
    PlacedEdges edges{};
    for (std::size_t p = 0; p < corners.size(); ++p) corners[p].piece = static_cast<int>(p);
    int inside = kFirstSliceEdge;
    int outside = 0;
    for (std::size_t p = 0; p < edges.size(); ++p)
      edges[p].piece = (set >> p & 1) != 0 ? inside++ : outside++;
    Result<Cube> cube = Cube::from_pieces(corners, edges);
    if (!cube) {
      std::swap(corners[0], corners[1]);  // puts the parity right
      cube = Cube::from_pieces(corners, edges);
    }
    places[coordinates.coset_of(*cube).slice] = set;
  }
  return places;
}

/// For each slice's places: how many edges at home in the U-D slice they hold, how many of those are flipped,
/// and how many of the others.
using Counts = std::array<int, 9>;

Counts counts_of(Phase1Coset pair, EdgeBits slice_edges) {
  const EdgeBits flips = pair.flip | (std::popcount(pair.flip) % 2 != 0 ? 1u << (kEdgeCount - 1) : 0);
  Counts counts{};
  for (std::size_t slice = 0; slice < kPlaces.size(); ++slice) {
    const EdgeBits here = kPlaces[slice];
    counts[3 * slice] = std::popcount(here & slice_edges);
    counts[3 * slice + 1] = std::popcount(here & slice_edges & flips);
    counts[3 * slice + 2] = std::popcount(here & ~slice_edges & flips);
  }
  return counts;
}

}  // namespace

GroupedCoverSearch::GroupedCoverSearch(const CoverProblem& problem, const Phase1Coordinates& coordinates,
                                       const EdgeClasses& classes, bool with_inverses) {
  const std::array<EdgeBits, kSliceCount> places = places_of_slices(coordinates);
  std::map<Counts, std::uint16_t> groups;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    // Of the 16 symmetries, quarter turns about U exchange two slices; the others keep the counts.
    const Phase1Coset pair = classes.representative(c);
    const Phase1Coset turned = coordinates.seen_through(pair, Symmetry::y());
    const Counts counts =
        std::min(counts_of(pair, places[pair.slice]), counts_of(turned, places[turned.slice]));
    const auto [place, fresh] = groups.try_emplace(counts, static_cast<std::uint16_t>(groups.size()));
    if (fresh) sets_.add(0, {});
    group_of_.push_back(place->second);
    sets_.costs[place->second] += problem.costs[static_cast<std::size_t>(c)];
  }

  std::vector<std::set<std::uint16_t>> members(problem.opposites.size());
  std::vector<std::int64_t> weights(problem.opposites.size());
  for (const CoverProblem::Demand& demand : problem.demands) {
    for (const std::uint16_t c : demand.classes) members[demand.kind].insert(group_of_[c]);
    ++weights[demand.kind];
  }
  demand_of_.resize(problem.opposites.size());
  for (std::size_t kind = 0; kind < members.size(); ++kind) {
    const std::size_t opposite = with_inverses ? problem.opposites[kind] : kind;
    if (opposite < kind) continue;
    const auto demand = static_cast<std::uint16_t>(weights_.size());
    demand_of_[kind] = demand_of_[opposite] = demand;
    members[kind].insert(members[opposite].begin(), members[opposite].end());
    for (const std::uint16_t group : members[kind]) sets_.demands_of[group].push_back(demand);
    sets_.members_of.emplace_back(members[kind].begin(), members[kind].end());
    weights_.push_back(std::min(weights[kind], weights[opposite]));
  }
}

/// A choice of groups, and what each of them is needed for.
class GroupedCoverSearch::Choice {
 public:
  explicit Choice(const GroupedCoverSearch& grouped)
      : problem_(grouped),
        chosen_(grouped.sets_.costs.size(), false),
        needs_(grouped.sets_.costs.size(), 0),
        met_(grouped.weights_.size(), 0),
        sum_(grouped.weights_.size(), 0),
        missing_(grouped.weights_.size()) {
    for (std::size_t g = 0; g < needs_.size(); ++g)
      for (const std::uint16_t d : grouped.sets_.demands_of[g]) needs_[g] += grouped.weights_[d];
    for (std::size_t g = 0; g < needs_.size(); ++g) flip(g);
  }

  const std::vector<bool>& chosen() const { return chosen_; }
  bool has(std::size_t g) const { return chosen_[g]; }
  std::int64_t cost() const { return cost_; }
  bool complete() const { return missing_ == 0; }
  /// The weights of the demands that the group alone meets or would meet.
  std::int64_t needs(std::size_t g) const { return needs_[g]; }

  void flip(std::size_t g) {
    const bool in = !chosen_[g];
    chosen_[g] = in;
    cost_ += in ? problem_.sets_.costs[g] : -problem_.sets_.costs[g];
    for (const std::uint16_t d : problem_.sets_.demands_of[g]) {
      const std::int64_t change = in ? -problem_.weights_[d] : problem_.weights_[d];
      met_[d] += in ? 1 : -1;
      sum_[d] += in ? g : -g;
      const int others = in ? met_[d] - 1 : met_[d];  // that are chosen
      if (others == 0) {
        missing_ = in ? missing_ - 1 : missing_ + 1;
        for (const std::uint16_t member : problem_.sets_.members_of[d])
          needs_[member] += member == g ? 0 : change;
      } else if (others == 1) {
        needs_[in ? sum_[d] - g : sum_[d]] += change;
      }
    }
  }

 private:
  const GroupedCoverSearch& problem_;
  std::vector<bool> chosen_;
  std::vector<std::int64_t> needs_;
  std::vector<int> met_;          // by demand: how many of its members are chosen
  std::vector<std::size_t> sum_;  // by demand: their numbers added up, so that a single one is known
  std::int64_t cost_ = 0;
  std::size_t missing_;  // demands that no chosen group meets
};

std::vector<bool> GroupedCoverSearch::search(std::uint64_t seed, const AnnealingSchedule& schedule,
                                             const Run& run) const {
  const std::vector<std::int64_t>& costs = sets_.costs;
  Choice now(*this);
  Chance chance(seed);
  std::vector<bool> best = now.chosen();
  std::int64_t best_cost = now.cost();
  const auto keep_best = [&] {
    if (!now.complete() || now.cost() >= best_cost) return;
    best_cost = now.cost();
    best = now.chosen();
  };
  const bool finished = for_each_stage(schedule, run, [&](std::uint64_t steps, AnnealingStage stage) {
    for (std::uint64_t i = 0; i < steps; ++i) {
      const std::uint64_t random = chance.next();
      const std::size_t g = Chance::pick(random, costs.size());
      const std::int64_t dearer = costs[g] - stage.penalty * now.needs(g);
      if (!chance.takes(random, now.has(g) ? -dearer : dearer, stage.temperature)) continue;
      now.flip(g);
      keep_best();
    }
  });
  if (!finished) return {};

  // What is missing still, and what is not needed any more.
  while (!now.complete()) {
    std::size_t most = costs.size();
    for (std::size_t g = 0; g < costs.size(); ++g)
      if (!now.has(g) && (most == costs.size() || now.needs(g) * costs[most] > now.needs(most) * costs[g]))
        most = g;
    now.flip(most);
  }
  for (std::size_t g = 0; g < costs.size(); ++g)
    if (now.has(g) && now.needs(g) == 0) now.flip(g);
  keep_best();

  std::vector<bool> chosen(group_of_.size());
  for (std::size_t c = 0; c < chosen.size(); ++c) chosen[c] = best[group_of_[c]];
  return chosen;
}

}  // namespace halfturn

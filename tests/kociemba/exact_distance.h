#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"

namespace halfturn {

/// Exact distances of cubes close to solved, by breadth-first search on whole cubes alone. In the quarter
/// metric it makes quarter turns only.
class ExactDistance {
 public:
  explicit ExactDistance(int radius, Metric metric = Metric::half)
      : radius_(radius), metric_(metric), turns_(moves_of_cost_one(metric)) {
    distance_.emplace(Cube(), 0);
    std::vector<Cube> frontier = {Cube()};
    for (int depth = 1; depth <= radius; ++depth) {
      std::vector<Cube> next;
      for (const Cube& cube : frontier)
        for (MoveMask left = turns_; !left.empty(); left = left.without_first())
          if (const Cube there = cube.after(left.first()); distance_.emplace(there, depth).second)
            next.push_back(there);
      frontier = std::move(next);
      level_sizes_.push_back(frontier.size());
    }
  }

  /// The distance if it is at most radius + `beyond`, else nothing.
  std::optional<int> of(const Cube& cube, int beyond) const {
    if (const auto at = distance_.find(cube); at != distance_.end()) return at->second;
    for (int outward = 1; outward <= beyond; ++outward)
      if (enters_ball(cube, outward, turns_)) return radius_ + outward;
    return std::nullopt;
  }

  const std::vector<std::size_t>& level_sizes() const { return level_sizes_; }

 private:
  /// Whether some sequence of `moves` moves leads into the ball of cubes within the radius.
  bool enters_ball(const Cube& cube, int moves, MoveMask allowed) const {
    if (moves == 0) return distance_.contains(cube);
    for (; !allowed.empty(); allowed = allowed.without_first())
      if (enters_ball(cube.after(allowed.first()), moves - 1, next(allowed.first()))) return true;
    return false;
  }
  MoveMask next(Move last) const { return metric_ == Metric::half ? moves_after(last) : turns_; }

  int radius_;
  Metric metric_;
  MoveMask turns_;
  std::unordered_map<Cube, int> distance_;
  std::vector<std::size_t> level_sizes_;
};

}  // namespace halfturn

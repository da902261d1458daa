#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/random.h"

namespace halfturn {

struct MovesInOrder {
  bool operator()(const Moves& a, const Moves& b) const {
    return std::ranges::lexicographical_compare(a, b, {}, &Move::index, &Move::index);
  }
};
using MoveSequences = std::set<Moves, MovesInOrder>;

/// The judge of the optimal solver: tries every sequence of moves on whole cubes. All that it leaves out are
/// positions that a breadth-first search shows to be too far from solved for the last few moves.
class SlowJudge {
 public:
  SlowJudge(Metric metric, int radius) : metric_(metric), radius_(radius) {
    distance_.emplace(Cube(), 0);
    levels_.push_back({Cube()});
    for (int depth = 1; depth <= radius; ++depth) {
      std::vector<Cube> next;
      for (const Cube& cube : levels_.back())
        for (const Cube& there : neighbours(cube))
          if (distance_.emplace(there, depth).second) next.push_back(there);
      levels_.push_back(std::move(next));
    }
  }

  /// All positions at a distance of at most the radius.
  const std::vector<Cube>& at_distance(int distance) const {
    return levels_[static_cast<std::size_t>(distance)];
  }

  /// All solutions of exactly `moves` moves, those that differ in the order of turns of opposite faces as
  /// one, in the form of one_form().
  MoveSequences solutions(const Cube& cube, int moves) const {
    MoveSequences found;
    Moves path;
    search(cube, moves, path, found);
    // A sequence with turns that join is a shorter one.
    std::erase_if(found, [&](const Moves& solution) { return length(solution, metric_) != moves; });
    return found;
  }

  /// How far the cube is from solved; more than `most` if farther than that.
  int distance(const Cube& cube, int most) const {
    for (int moves = 0; moves <= most; ++moves) {
      Moves path;
      MoveSequences found;
      search(cube, moves, path, found);
      if (!found.empty()) return moves;
    }
    return most + 1;
  }

  /// A random position at exactly this distance.
  Cube random_at(int distance, RandomCubes& random) const {
    while (true) {
      Cube cube;
      for (int i = 0; i < distance;) {
        const Move move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
        if (cost(move, metric_) != 1) continue;
        cube.apply(move);
        ++i;
      }
      if (this->distance(cube, distance - 1) == distance) return cube;
    }
  }

  /// Runs of turns about one axis, each with the sum of the turns of both faces, the first of U R F before
  /// its opposite; until nothing changes, because an empty run may leave two others side by side.
  static Moves one_form(Moves moves) {
    while (true) {
      Moves result;
      for (std::size_t begin = 0; begin < moves.size();) {
        const int axis = axis_of(moves[begin].face());
        std::array<int, 2> quarters{};
        std::size_t end = begin;
        for (; end < moves.size() && axis_of(moves[end].face()) == axis; ++end)
          quarters[static_cast<int>(moves[end].face()) < 3 ? 0 : 1] += moves[end].quarters();
        const auto face = static_cast<Face>(axis);
        if (quarters[0] % 4 != 0) result.emplace_back(face, quarters[0]);
        if (quarters[1] % 4 != 0) result.emplace_back(opposite(face), quarters[1]);
        begin = end;
      }
      if (result == moves) return result;
      moves = std::move(result);
    }
  }

 private:
  std::vector<Cube> neighbours(const Cube& cube) const {
    std::vector<Cube> all;
    for (Move move : kAllMoves)
      if (cost(move, metric_) == 1) all.push_back(cube.after(move));
    return all;
  }

  void search(const Cube& cube, int left, Moves& path, MoveSequences& found) const {
    if (left <= radius_) {
      const auto known = distance_.find(cube);
      if (known == distance_.end() || known->second > left) return;
    }
    if (left == 0) {
      found.insert(one_form(path));
      return;
    }
    for (Move move : kAllMoves) {
      if (cost(move, metric_) != 1) continue;
      // Two turns of one face are one turn, or in quarter turns none if they cancel.
      if (!path.empty() && path.back().face() == move.face() &&
          (metric_ == Metric::half || path.back() != move))
        continue;
      path.push_back(move);
      search(cube.after(move), left - 1, path, found);
      path.pop_back();
    }
  }

  Metric metric_;
  int radius_;
  std::unordered_map<Cube, int> distance_;
  std::vector<std::vector<Cube>> levels_;
};

}  // namespace halfturn

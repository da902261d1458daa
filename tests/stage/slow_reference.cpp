#include "stage/slow_reference.h"

#include <cstddef>
#include <unordered_set>
#include <utility>
#include <vector>

namespace halfturn::reference {
namespace {

/// A goal, with a face at the bottom, that has not been met yet.
struct Open {
  std::size_t goal;
  Face bottom;
};

/// Notes the distances of the goals that `pieces` meets, and takes them off the list.
void close_met(const Pieces& pieces, int distance, std::vector<Open>& open, Distances& distances) {
  // No stage is reached without a cross that is right up to a turn of the bottom; most positions have none.
  std::array<bool, kFaceCount> has_cross{};
  bool any = false;
  for (int f = 0; f < kFaceCount; ++f) {
    const bool has = cross_offset(pieces, frame_of(static_cast<Face>(f))).has_value();
    has_cross[static_cast<std::size_t>(f)] = has;
    any = any || has;
  }
  if (!any) return;
  std::erase_if(open, [&](const Open& one) {
    const auto bottom = static_cast<std::size_t>(one.bottom);
    if (!has_cross[bottom] || !reached(pieces, kGoals[one.goal], one.bottom)) return false;
    distances[one.goal][bottom] = distance;
    return true;
  });
}

Distances search(const Pieces& start, int limit, std::vector<Open> open) {
  Distances distances;
  for (auto& row : distances) row.fill(kBeyondLimit);
  close_met(start, 0, open, distances);
  std::unordered_set<Pieces> met = {start};
  std::vector<Pieces> frontier = {start};
  for (int depth = 1; depth <= limit && !open.empty(); ++depth) {
    std::vector<Pieces> next;
    for (const Pieces& from : frontier)
      for (Move move : kAllMoves) {
        Pieces there = from;
        there.turn(move);
        // The last level, the largest, is checked but not stored.
        if (depth < limit && !met.insert(there).second) continue;
        close_met(there, depth, open, distances);
        if (depth < limit) next.push_back(there);
      }
    frontier = std::move(next);
  }
  return distances;
}

}  // namespace

Distances reference_distances(const Pieces& start, int limit) {
  std::vector<Open> open;
  for (std::size_t goal = 0; goal < kGoals.size(); ++goal)
    for (int f = 0; f < kFaceCount; ++f) open.push_back({goal, static_cast<Face>(f)});
  return search(start, limit, std::move(open));
}

int reference_distance(const Pieces& start, const Goal& goal, Face bottom, int limit) {
  for (std::size_t i = 0; i < kGoals.size(); ++i)
    if (kGoals[i].name == goal.name)
      return search(start, limit, {{i, bottom}})[i][static_cast<std::size_t>(bottom)];
  return kBeyondLimit;
}

}  // namespace halfturn::reference

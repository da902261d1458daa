#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "stage/stage_goals.h"

/// What the predicates accept, counted: against what is known of each space, most of it published.
namespace halfturn::reference {
namespace {

using enum Face;
using Counts = std::vector<std::size_t>;

/// All 24 ways in which a piece can lie.
template <class Piece>
std::vector<Piece> all_ways(const Piece& home) {
  std::vector<Piece> met = {home};
  for (std::size_t next = 0; next < met.size(); ++next)
    for (Move move : kAllMoves)
      if (const Piece there = turned(met[next], move.face(), move.quarters());
          std::ranges::find(met, there) == met.end())
        met.push_back(there);
  return met;
}

Pieces cross_alone(const Frame& frame) {
  Pieces pieces;
  for (Corner& corner : pieces.corners) corner.fill(kOff);
  for (int e = 0; e < kEdgeCount; ++e)
    if (std::ranges::find(frame.cross, e) == frame.cross.end()) pieces.edge(e).fill(kOff);
  return pieces;
}

enum class Rest { off, solved };

/// The states of the cross, the corner of one slot and the edge of another (or the same) that meet a goal;
/// the rest is taken off, or solved but for the turns of the bottom.
std::vector<Pieces> states_meeting(std::string_view name, Face bottom, std::size_t corner_slot,
                                   std::size_t edge_slot, Rest rest = Rest::off) {
  const Frame& frame = frame_of(bottom);
  const Goal& goal = *std::ranges::find(kGoals, name, &Goal::name);
  const int corner = frame.slots[corner_slot].corner;
  const int edge = frame.slots[edge_slot].edge;
  std::vector<Pieces> states;
  for (int quarters = 0; quarters < 4; ++quarters) {
    Pieces pieces = rest == Rest::off ? cross_alone(frame) : Pieces();
    pieces.turn(bottom, quarters);
    for (const Corner& c : all_ways(kCornerFaces[static_cast<std::size_t>(corner)]))
      for (const Edge& e : all_ways(kEdgeFaces[static_cast<std::size_t>(edge)])) {
        pieces.corner(corner) = c;
        pieces.edge(edge) = e;
        if (reached(pieces, goal, bottom)) states.push_back(pieces);
      }
  }
  return states;
}

/// How many states there are at each distance from the roots.
Counts level_sizes(const std::vector<Pieces>& roots, int depth) {
  std::unordered_set<Pieces> met(roots.begin(), roots.end());
  std::vector<Pieces> frontier = roots;
  Counts sizes = {met.size()};
  for (int d = 1; d <= depth; ++d) {
    std::vector<Pieces> next;
    for (const Pieces& from : frontier)
      for (Move move : kAllMoves) {
        Pieces there = from;
        there.turn(move);
        if (met.insert(there).second) next.push_back(there);
      }
    frontier = std::move(next);
    sizes.push_back(frontier.size());
  }
  return sizes;
}

TEST(StageCounts, StatesOfOneCornerAndOneEdge) {
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const std::size_t corner = f % 3;
    const std::size_t edge = (corner + f) % 4;
    const bool one_slot = corner == edge;
    const auto count = [&](std::string_view name, Rest rest) {
      return states_meeting(name, static_cast<Face>(f), corner, edge, rest).size();
    };
    // A corner and an edge of two slots are no pair (but both may be solved); they may be a pseudo pair.
    EXPECT_EQ(count("xcross", Rest::off), one_slot ? 1u : 0u);
    EXPECT_EQ(count("cross_pair", Rest::off), one_slot ? 17u : 0u);
    EXPECT_EQ(count("pseudo_xcross", Rest::off), 4u);
    EXPECT_EQ(count("xxxcross_pair", Rest::solved), one_slot ? 17u : 1u);
    EXPECT_EQ(count("pseudo_xxxcross_pseudo_pair", Rest::solved), 68u);
  }
}

TEST(StageCounts, CrossThroughout) {
  EXPECT_EQ(level_sizes({cross_alone(frame_of(D))}, 9),
            (Counts{1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102, 0}));
}

TEST(StageCounts, FromTheStatesThatMeetAGoal) {
  for (Face bottom : {D, L}) {
    EXPECT_EQ(level_sizes(states_meeting("xcross", bottom, 1, 1), 4), (Counts{1, 15, 172, 1950, 21535}));
    EXPECT_EQ(level_sizes(states_meeting("cross_pair", bottom, 2, 2), 3), (Counts{17, 255, 3102, 35217}));
    EXPECT_EQ(level_sizes(states_meeting("pseudo_xcross", bottom, 3, 3), 4),
              (Counts{4, 48, 568, 6556, 70495}));
  }
}

/// A position with all that the cross and the orientation of the edges for an axis depend on: the cross, and
/// for each place whether the edge in it is oriented.
struct OrientedCross {
  Pieces pieces;
  std::array<bool, kEdgeCount> oriented{};

  OrientedCross(const Pieces& whole, const Frame& frame, int axis) : pieces(cross_alone(frame)) {
    for (int e : frame.cross) pieces.edge(e) = whole.edge(e);
    for (std::size_t place = 0; place < kEdgeCount; ++place)
      for (int e = 0; e < kEdgeCount; ++e)
        if (std::ranges::is_permutation(whole.edge(e), kEdgeFaces[place]))
          oriented[place] = edge_oriented(whole, e, axis);
  }
  friend bool operator==(const OrientedCross&, const OrientedCross&) = default;
};

struct HashOrientedCross {
  std::size_t operator()(const OrientedCross& state) const {
    return std::hash<Pieces>()(state.pieces) * 31 +
           std::hash<std::string_view>()({reinterpret_cast<const char*>(state.oriented.data()), kEdgeCount});
  }
};

TEST(StageCounts, CrossWithOrientedEdges) {
  for (int axis : {1, 2}) {
    std::vector<Pieces> frontier = {Pieces()};
    std::unordered_set<OrientedCross, HashOrientedCross> met = {{Pieces(), frame_of(D), axis}};
    Counts sizes = {1};
    for (int depth = 1; depth <= 4; ++depth) {
      std::vector<Pieces> next;
      for (const Pieces& from : frontier)
        for (Move move : kAllMoves) {
          Pieces there = from;
          there.turn(move);
          if (met.emplace(there, frame_of(D), axis).second) next.push_back(there);
        }
      frontier = std::move(next);
      sizes.push_back(frontier.size());
    }
    EXPECT_EQ(sizes, (Counts{1, 15, 178, 1982, 21041})) << "axis " << axis;
  }
}

}  // namespace
}  // namespace halfturn::reference

#include "stage/stage_goals.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace halfturn::reference {
namespace {

template <class Piece>
bool touches(const Piece& piece, Face face) {
  return std::ranges::find(piece, face) != piece.end();
}

Slot slot_of(int corner, Face bottom) {
  Slot slot{.corner = corner};
  std::array<Face, 2> sides{};
  std::ranges::copy_if(kCornerFaces[static_cast<std::size_t>(corner)], sides.begin(),
                       [&](Face face) { return face != bottom; });
  // A clockwise turn of the top carries left to back.
  if (carried(opposite(bottom), sides[0]) != sides[1]) std::swap(sides[0], sides[1]);
  slot.left = sides[0];
  slot.back = sides[1];
  for (int e = 0; e < kEdgeCount; ++e)
    if (const Edge& faces = kEdgeFaces[static_cast<std::size_t>(e)];
        touches(faces, slot.left) && touches(faces, slot.back))
      slot.edge = e;
  return slot;
}

Frame make_frame(Face bottom) {
  Frame frame{.bottom = bottom, .top = opposite(bottom)};
  std::size_t n = 0;
  for (int e = 0; e < kEdgeCount; ++e)
    if (touches(kEdgeFaces[static_cast<std::size_t>(e)], bottom)) frame.cross[n++] = e;
  n = 0;
  for (int c = 0; c < kCornerCount; ++c)
    if (touches(kCornerFaces[static_cast<std::size_t>(c)], bottom)) frame.slots[n++] = slot_of(c, bottom);
  return frame;
}

bool slot_solved(const Pieces& pieces, const Slot& slot) {
  return pieces.corner_solved(slot.corner) && pieces.edge_solved(slot.edge);
}

/// How many slots other than `but` are solved.
int solved_slots(const Pieces& pieces, const Frame& frame, const Slot* but = nullptr) {
  int count = 0;
  for (const Slot& slot : frame.slots)
    if (&slot != but && slot_solved(pieces, slot)) ++count;
  return count;
}

bool cross_solved(const Pieces& pieces, const Frame& frame) {
  return std::ranges::all_of(frame.cross, [&](int e) { return pieces.edge_solved(e); });
}

/// Whether `done` holds after some turn of the top, or none, and some insert at the slot.
template <class Done>
bool some_insert(const Pieces& pieces, const Frame& frame, const Slot& slot, Done done) {
  const std::array<Moves, 4> ways = inserts(frame, slot);
  for (int setup = 0; setup < 4; ++setup)
    for (const Moves& insert : ways) {
      Pieces after = pieces;
      after.turn(frame.top, setup);
      after.turn(insert);
      if (done(after)) return true;
    }
  return false;
}

bool paired(const Pieces& pieces, const Frame& frame, const Slot& slot) {
  const auto solved = [&](const Pieces& after) { return slot_solved(after, slot); };
  return solved(pieces) || some_insert(pieces, frame, slot, solved);
}

bool standard_reached(const Pieces& pieces, const Frame& frame, int n) {
  return cross_solved(pieces, frame) && solved_slots(pieces, frame) >= n;
}

bool pair_reached(const Pieces& pieces, const Frame& frame, int n) {
  return cross_solved(pieces, frame) && std::ranges::any_of(frame.slots, [&](const Slot& further) {
           return solved_slots(pieces, frame, &further) >= n && paired(pieces, frame, further);
         });
}

/// Whether a bottom corner would be home after the turn that solves the cross.
bool corner_right(const Pieces& pieces, const Frame& frame, int corner) {
  const std::optional<int> offset = cross_offset(pieces, frame);
  return offset && turned(pieces.corner(corner), frame.bottom, *offset) ==
                       kCornerFaces[static_cast<std::size_t>(corner)];
}

/// How many bottom corners other than `but` are right under the offset of the cross.
int right_corners(const Pieces& pieces, const Frame& frame, int but = -1) {
  return static_cast<int>(std::ranges::count_if(frame.slots, [&](const Slot& slot) {
    return slot.corner != but && corner_right(pieces, frame, slot.corner);
  }));
}

/// How many slot edges other than `but` are solved.
int right_edges(const Pieces& pieces, const Frame& frame, int but = -1) {
  return static_cast<int>(std::ranges::count_if(
      frame.slots, [&](const Slot& slot) { return slot.edge != but && pieces.edge_solved(slot.edge); }));
}

bool pseudo_reached(const Pieces& pieces, const Frame& frame, int n) {
  return cross_offset(pieces, frame) && right_corners(pieces, frame) >= n && right_edges(pieces, frame) >= n;
}

/// Whether the corner and the edge of `slot` are a pseudo pair: right already, or after some turn of the
/// bottom that is not counted and an insert, which puts both of them into the edge's slot. (An insert can
/// also bring the edge home alone, past a corner that is right in another slot: that is no pair.)
bool pseudo_paired(const Pieces& pieces, const Frame& frame, int corner, const Slot& slot) {
  const auto right = [&](const Pieces& after) {
    return after.edge_solved(slot.edge) && corner_right(after, frame, corner);
  };
  const auto inserted = [&](const Pieces& after) {
    return right(after) && std::ranges::is_permutation(after.corner(corner),
                                                       kCornerFaces[static_cast<std::size_t>(slot.corner)]);
  };
  if (right(pieces)) return true;
  for (int quarters = 0; quarters < 4; ++quarters) {
    Pieces turned = pieces;
    turned.turn(frame.bottom, quarters);
    if (some_insert(turned, frame, slot, inserted)) return true;
  }
  return false;
}

bool pseudo_pair_reached(const Pieces& pieces, const Frame& frame, int n) {
  if (!pseudo_reached(pieces, frame, n)) return false;
  for (const Slot& corner_from : frame.slots)
    for (const Slot& edge_from : frame.slots)
      if (right_corners(pieces, frame, corner_from.corner) >= n &&
          right_edges(pieces, frame, edge_from.edge) >= n &&
          pseudo_paired(pieces, frame, corner_from.corner, edge_from))
        return true;
  return false;
}

bool eo_reached(const Pieces& pieces, const Frame& frame, int n) {
  if (!standard_reached(pieces, frame, n)) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == axis_of(frame.bottom)) continue;
    bool all = true;
    for (int e = 0; e < kEdgeCount; ++e) all = all && edge_oriented(pieces, e, axis);
    if (all) return true;
  }
  return false;
}

/// Every way an edge can lie and still get home without quarter turns of the axis, by a search from home.
std::set<Edge> oriented_ways(int edge, int axis) {
  std::vector<Edge> met = {kEdgeFaces[static_cast<std::size_t>(edge)]};
  for (std::size_t next = 0; next < met.size(); ++next)
    for (Move move : kAllMoves) {
      if (axis_of(move.face()) == axis && move.quarters() != 2) continue;
      const Edge there = turned(met[next], move.face(), move.quarters());
      if (std::ranges::find(met, there) == met.end()) met.push_back(there);
    }
  return {met.begin(), met.end()};
}

}  // namespace

const Frame& frame_of(Face bottom) {
  static const std::array<Frame, kFaceCount> frames = [] {
    std::array<Frame, kFaceCount> made;
    for (std::size_t f = 0; f < made.size(); ++f) made[f] = make_frame(static_cast<Face>(f));
    return made;
  }();
  return frames[static_cast<std::size_t>(bottom)];
}

std::array<Moves, 4> inserts(const Frame& frame, const Slot& slot) {
  const Move l(slot.left, 1);
  const Move b(slot.back, 1);
  const Move u(frame.top, 1);
  return {{{l, u, l.inverse()},
           {l, u.inverse(), l.inverse()},
           {b.inverse(), u, b},
           {b.inverse(), u.inverse(), b}}};
}

std::optional<int> cross_offset(const Pieces& pieces, const Frame& frame) {
  for (int quarters = 0; quarters < 4; ++quarters)
    if (std::ranges::all_of(frame.cross, [&](int e) {
          return turned(pieces.edge(e), frame.bottom, quarters) == kEdgeFaces[static_cast<std::size_t>(e)];
        }))
      return quarters;
  return std::nullopt;
}

bool edge_oriented(const Pieces& pieces, int edge, int axis) {
  using Ways = std::array<std::array<std::set<Edge>, kEdgeCount>, 3>;
  static const Ways ways = [] {
    Ways made;
    for (int a = 0; a < 3; ++a)
      for (int e = 0; e < kEdgeCount; ++e)
        made[static_cast<std::size_t>(a)][static_cast<std::size_t>(e)] = oriented_ways(e, a);
    return made;
  }();
  return ways[static_cast<std::size_t>(axis)][static_cast<std::size_t>(edge)].contains(pieces.edge(edge));
}

bool reached(const Pieces& pieces, const Goal& goal, Face bottom) {
  const Frame& frame = frame_of(bottom);
  switch (goal.variant) {
    case Variant::standard:
      return standard_reached(pieces, frame, goal.number);
    case Variant::pseudo:
      return pseudo_reached(pieces, frame, goal.number);
    case Variant::pair:
      return pair_reached(pieces, frame, goal.number);
    case Variant::pseudo_pair:
      return pseudo_pair_reached(pieces, frame, goal.number);
    case Variant::eo:
      return eo_reached(pieces, frame, goal.number);
  }
  return false;
}

}  // namespace halfturn::reference

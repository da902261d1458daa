#include "stage/random_goals.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace halfturn::reference {
namespace {

bool stands_in(const Cube& cube, int corner, const Slot& slot) {
  return std::ranges::is_permutation(Pieces::of(cube).corner(corner),
                                     kCornerFaces[static_cast<std::size_t>(slot.corner)]);
}

/// A sequence that changes only the top layer, mirrored if not `left`. It flips edges only if `flips`.
Moves top_sequence(const Frame& frame, const Slot& slot, bool left, bool flips) {
  const Move a = left ? Move(slot.left, 1) : Move(slot.back, 3);
  const Move b = left ? Move(slot.back, 1) : Move(slot.left, 3);
  const Move u(frame.top, left ? 1 : 3);
  const Move half(frame.top, 2);
  if (flips) return {b, a, u, a.inverse(), u.inverse(), b.inverse()};
  return {a, u, a.inverse(), u, a, half, a.inverse()};
}

}  // namespace

std::array<int, 4> RandomGoals::shuffled() {
  std::array<int, 4> order = {0, 1, 2, 3};
  for (int i = 3; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(below(i + 1))]);
  return order;
}

void RandomGoals::turn(Cube& cube, Face face) {
  if (const int quarters = below(4); quarters != 0) cube.apply({face, quarters});
}

/// Turns the bottom and the top, then changes the top layer, together with a random slot if nothing in it is
/// kept. If axis >= 0, every edge keeps its orientation for that axis.
void RandomGoals::mix_step(Cube& cube, const Frame& frame, unsigned kept_corners, unsigned kept_edges,
                           int axis) {
  turn(cube, frame.bottom);
  turn(cube, frame.top);
  const auto s = static_cast<std::size_t>(below(4));
  const Slot& slot = frame.slots[s];
  const bool left = axis < 0 ? below(2) == 0 : axis_of(slot.left) != axis;
  const bool flips = axis < 0 && below(2) == 0;
  const std::size_t insert = (left ? 0u : 2u) + static_cast<std::size_t>(below(2));
  bool kept = (kept_edges >> s & 1u) != 0;
  for (std::size_t c = 0; c < 4; ++c)
    kept = kept || ((kept_corners >> c & 1u) != 0 && stands_in(cube, frame.slots[c].corner, slot));
  if (kept)
    cube = cube.after(top_sequence(frame, slot, left, flips));
  else
    cube = cube.after(inserts(frame, slot)[insert]);
}

Cube RandomGoals::meeting(const Goal& goal, Face bottom) {
  const Frame& frame = frame_of(bottom);
  const bool pseudo = goal.variant == Variant::pseudo || goal.variant == Variant::pseudo_pair;
  const bool pair = goal.variant == Variant::pair || goal.variant == Variant::pseudo_pair;
  const int axis = goal.variant == Variant::eo ? (axis_of(bottom) + 1 + below(2)) % 3 : -1;
  const std::array<int, 4> edges = shuffled();
  const std::array<int, 4> corners = pseudo ? shuffled() : edges;
  unsigned kept_corners = 0;
  unsigned kept_edges = 0;
  for (int i = 0; i < goal.number + (pair ? 1 : 0); ++i) {
    kept_corners |= 1u << corners[static_cast<std::size_t>(i)];
    kept_edges |= 1u << edges[static_cast<std::size_t>(i)];
  }
  Cube cube;
  for (int step = 0; step < 60; ++step) mix_step(cube, frame, kept_corners, kept_edges, axis);

  // The last kept corner and edge are taken out as a pair.
  if (pair) {
    const auto last = static_cast<std::size_t>(goal.number);
    const Slot& slot = frame.slots[static_cast<std::size_t>(edges[last])];
    const int corner = frame.slots[static_cast<std::size_t>(corners[last])].corner;
    for (int i = 0; i < 3 && !stands_in(cube, corner, slot); ++i) cube.apply({bottom, 1});
    Moves out = inserts(frame, slot)[static_cast<std::size_t>(below(4))];
    std::ranges::reverse(out);
    for (Move move : out) cube.apply(move.inverse());
    turn(cube, frame.top);
  }
  if (pseudo)
    turn(cube, bottom);
  else if (const int offset = cross_offset(Pieces::of(cube), frame).value(); offset != 0)
    cube.apply({bottom, offset});
  return cube;
}

Cube RandomGoals::moved(const Cube& cube, int moves) {
  Cube result = cube;
  for (int last = -1; moves > 0; --moves) {
    int face = below(kFaceCount);
    while (face == last) face = below(kFaceCount);
    result.apply({static_cast<Face>(face), 1 + below(3)});
    last = face;
  }
  return result;
}

}  // namespace halfturn::reference

#include "kociemba/search/roots.h"

#include <algorithm>
#include <utility>

#include "halfturn/notation.h"
#include "kociemba/search/turn_order.h"

namespace halfturn {

namespace {

/// Whether a symmetry of H takes one cube to the other.
bool same_for_h(const Phase1Coordinates& coordinates, const Cube& a, const Cube& b) {
  // A cheap test first: hardly any two cubes have the same class of twist.
  if (coordinates.twist_class(coordinates.coset_of(a).twist).index !=
      coordinates.twist_class(coordinates.coset_of(b).twist).index)
    return false;
  for (int s = 0; s < kUdSymmetryCount; ++s)
    if (a == b.seen_through(Symmetry::from_index(s))) return true;
  return false;
}

/// A sequence that may end a solution after phase 2. It does not begin with a move of H, which would belong
/// to phase 2; nor with a half turn made of two quarter turns.
struct Tail {
  Cube cube;
  std::array<Move, SolveRoot::kLongestTail> moves;
};

template <Metric metric>
std::vector<Tail> tails_of_length(std::size_t length) {
  using Order = TurnOrder<metric>;
  std::vector<Tail> tails = {Tail{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Tail> longer;
    for (const Tail& tail : tails) {
      const MoveMask allowed = i == 0   ? Order::moves(Order::first()) - moves_of_h()
                               : i == 1 ? Order::moves(Order::after_pair(tail.moves[0]))
                                        : Order::moves(Order::after_path(tail.moves, i));
      for (MoveMask left = allowed; !left.empty(); left = left.without_first()) {
        Tail next = {tail.cube.after(left.first()), tail.moves};
        next.moves[i] = left.first();
        longer.push_back(next);
      }
    }
    tails = std::move(longer);
  }
  return tails;
}

}  // namespace

Moves Start::solution(const Moves& moves) const {
  const Moves as_given = halfturn::seen_through(moves, seen_through.inverse());
  return inverted ? inverse(as_given) : as_given;
}

std::vector<Start> make_starts(const Phase1Coordinates& coordinates, const Cube& cube, StartMask chosen) {
  std::vector<Start> starts;
  for (int s = 0; s < 6; ++s) {
    if ((chosen >> s & 1u) == 0) continue;
    const Symmetry up = axis_to_ud(s % 3);
    const bool inverted = s >= 3;
    const Cube seen = (inverted ? cube.inverse() : cube).seen_through(up);
    const bool known = std::ranges::any_of(
        starts, [&](const Start& other) { return same_for_h(coordinates, seen, other.cube); });
    if (!known) starts.push_back({seen, up, inverted});
  }
  return starts;
}

SolveRoot SolveRootSet::make_root(const Cube& cube, std::size_t start) const {
  SolveRoot root;
  root.coset = tables_.cosets.coset_of(cube);
  root.pieces = PieceBytes::of(cube);
  root.start = static_cast<std::uint8_t>(start);
  return root;
}

std::span<const SolveRoot> SolveRootSet::with_tail(std::size_t length) {
  std::vector<SolveRoot>& roots = roots_[length];
  if (roots.empty()) {
    const std::vector<Tail> tails = tables_.metric == Metric::half ? tails_of_length<Metric::half>(length)
                                                                   : tails_of_length<Metric::quarter>(length);
    roots.reserve(tails.size() * starts_.size());
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      for (const Tail& tail : tails) {
        SolveRoot root = make_root(tail.cube * starts_[s].cube, s);
        root.tail_length = static_cast<std::uint8_t>(length);
        root.tail = tail.moves;
        tables_.prefetch(root.coset);
        roots.push_back(root);
      }
    }
    for (SolveRoot& root : roots) root.distance = tables_.distance(root.coset);
  }
  return roots;
}

std::vector<SolveRoot> SolveRootSet::after_first_move(const SolveRoot& root, int togo) const {
  std::vector<SolveRoot> roots;
  for (MoveMask left = tables_.moves(root.coset, togo); !left.empty(); left = left.without_first()) {
    const Move move = left.first();
    SolveRoot next = make_root(starts_[root.start].cube.after(move), root.start);
    next.distance = tables_.distance(next.coset);
    next.has_head = true;
    next.head = move;
    roots.push_back(next);
  }
  return roots;
}

}  // namespace halfturn

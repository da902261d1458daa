#include "halfturn/random.h"

#include <numeric>
#include <utility>

namespace halfturn {

std::uint32_t RandomCubes::below(std::uint32_t bound) {
  // The lowest 2^64 mod bound numbers would favour the small remainders: leave them out.
  const std::uint64_t wide = bound;
  const std::uint64_t first_fair = (0 - wide) % wide;
  std::uint64_t number = engine_();
  while (number < first_fair) number = engine_();
  return static_cast<std::uint32_t>(number % wide);
}

Cube RandomCubes::next() {
  PlacedCorners corners;
  PlacedEdges edges;
  bool odd = false;

  // The order of the draws must not change: a seed always gives the same positions.
  const auto shuffle = [&](auto& pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i].piece = static_cast<int>(i);
    for (std::size_t i = pieces.size() - 1; i > 0; --i) {
      const std::size_t j = below(static_cast<std::uint32_t>(i + 1));
      if (i == j) continue;
      std::swap(pieces[i].piece, pieces[j].piece);
      odd = !odd;
    }
  };
  const auto turn = [&](auto& pieces, int ways) {
    int sum = 0;
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      pieces[i].turn = static_cast<int>(below(static_cast<std::uint32_t>(ways)));
      sum += pieces[i].turn;
    }
    pieces.back().turn = (ways - sum % ways) % ways;  // the last one is decided by the others
  };
  shuffle(corners);
  shuffle(edges);
  // One swap pairs the odd arrangements off with the even ones, so all that remain are equally likely.
  if (odd) std::swap(edges[0].piece, edges[1].piece);
  turn(corners, 3);
  turn(edges, 2);
  return Cube::from_pieces(corners, edges).value();
}

Moves random_moves(RandomCubes& random, int length, Metric metric) {
  Moves moves;
  for (int left = length; left > 0; left -= cost(moves.back(), metric)) {
    MoveMask next = moves.empty() ? MoveMask::all() : moves_after(moves.back());
    if (left == 1) next = next & moves_of_cost_one(metric);
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(next.size())); skip > 0; --skip)
      next = next.without_first();
    moves.push_back(next.first());
  }
  return moves;
}

}  // namespace halfturn

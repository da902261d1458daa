#include "optimal/search.h"

namespace halfturn::optimal {

Moves Path::solution() const {
  Moves moves;
  for (int i = 0; i < size(); ++i)
    if (const Step step = (*this)[i]; !step.on_inverse) moves.push_back(step.move);
  for (int i = size(); i-- > 0;)
    if (const Step step = (*this)[i]; step.on_inverse) moves.push_back(step.move.inverse());
  return moves;
}

Node root_of(const Cube& cube) {
  Node node;
  node.ahead = PlacedPieces::of(cube);
  node.behind = PlacedPieces::of(cube.inverse());
  node.parity = is_odd(cube) ? 1 : 0;
  return node;
}

Node after(const Node& node, Move move) {
  Node next = node;
  next.ahead = PortablePieces::product(node.ahead, kMovedPieces[static_cast<std::size_t>(move.index())]);
  next.behind =
      PortablePieces::product(kMovedPieces[static_cast<std::size_t>(move.inverse().index())], node.behind);
  next.path.add(move, node.ahead_is_inverse);
  next.last_ahead = Follow::after(node.last_ahead, move);
  next.forget_cosets();
  if (move.quarters() != 2) next.parity ^= 1U;
  return next;
}

}  // namespace halfturn::optimal

#include "sample/draw.h"

#include <algorithm>
#include <utility>

namespace halfturn::stage {

namespace {

/// The free pieces of one kind, and the places left for them.
struct Free {
  std::array<std::uint8_t, kEdgeCount> piece{};  // as bytes of the state
  std::array<std::uint8_t, kEdgeCount> place{};
  std::size_t count = 0;
};

Free free_pieces(const PieceState& state, PieceMask fixed, std::size_t first, std::size_t pieces) {
  unsigned taken = 0;
  for (std::size_t i = first; i < first + pieces; ++i)
    if ((fixed >> i & 1u) != 0) taken |= 1u << state.place(i);
  Free free;
  std::size_t places = 0;
  for (std::size_t i = 0; i < pieces; ++i) {
    if ((fixed >> (first + i) & 1u) == 0) free.piece[free.count++] = static_cast<std::uint8_t>(first + i);
    if ((taken >> i & 1u) == 0) free.place[places++] = static_cast<std::uint8_t>(i);
  }
  return free;
}

void shuffle(Free& free, Draw& draw) {
  for (std::size_t i = free.count; i > 1; --i)
    std::swap(free.place[i - 1], free.place[draw.below(static_cast<std::uint32_t>(i))]);
}

/// Writes places, and turns that add up to a multiple of `ways`; false if no piece is free and they do not.
bool put(PieceState& state, PieceMask fixed, const Free& free, std::size_t first, std::size_t pieces,
         int ways, Draw& draw) {
  int sum = 0;
  for (std::size_t i = first; i < first + pieces; ++i)
    if ((fixed >> i & 1u) != 0) sum += state.turn(i);
  if (free.count == 0) return sum % ways == 0;
  std::uint32_t choices = 1;
  for (std::size_t i = 0; i + 1 < free.count; ++i) choices *= static_cast<std::uint32_t>(ways);
  std::uint32_t turns = draw.below(choices);
  for (std::size_t i = 0; i < free.count; ++i) {
    int turn = static_cast<int>(turns % static_cast<std::uint32_t>(ways));
    turns /= static_cast<std::uint32_t>(ways);
    if (i + 1 == free.count) turn = (ways - sum % ways) % ways;  // the others determine the last
    sum += turn;
    state.byte[free.piece[i]] = PieceState::pack(free.place[i], turn);
  }
  return true;
}

bool is_odd(const PieceState& state, std::size_t first, std::size_t pieces) {
  bool odd = false;
  unsigned seen_places = 0;  // the places of the pieces so far, a bit each
  for (std::size_t i = first; i < first + pieces; ++i) {
    const auto place = static_cast<unsigned>(state.place(i));
    odd = odd != (std::popcount(seen_places >> place) % 2 == 1);
    seen_places |= 1u << place;
  }
  return odd;
}

}  // namespace

bool complete(PieceState& state, PieceMask fixed, Draw& draw) {
  constexpr std::size_t kCorners = PieceState::kCorners;
  Free edges = free_pieces(state, fixed, 0, kEdgeCount);
  Free corners = free_pieces(state, fixed, kCorners, kCornerCount);
  shuffle(edges, draw);
  shuffle(corners, draw);
  if (!put(state, fixed, edges, 0, kEdgeCount, 2, draw) ||
      !put(state, fixed, corners, kCorners, kCornerCount, 3, draw))
    return false;
  if (is_odd(state, 0, kEdgeCount) == is_odd(state, kCorners, kCornerCount)) return true;
  // A swap maps the arrangements of the wrong parity one to one to the others: all stay equally likely.
  const Free& free = edges.count >= 2 ? edges : corners;
  if (free.count < 2) return false;
  std::uint8_t& first = state.byte[free.piece[0]];
  std::uint8_t& second = state.byte[free.piece[1]];
  const auto difference = static_cast<std::uint8_t>((first ^ second) & 15);
  first ^= difference;
  second ^= difference;
  return true;
}

Cube cube_of(const PieceState& state) {
  PlacedCorners corners;
  PlacedEdges edges;
  for (std::size_t e = 0; e < kEdgeCount; ++e)
    edges[static_cast<std::size_t>(state.place(e))] = {static_cast<int>(e), state.turn(e)};
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    const std::size_t i = PieceState::kCorners + c;
    corners[static_cast<std::size_t>(state.place(i))] = {static_cast<int>(c), state.turn(i)};
  }
  return Cube::from_pieces(corners, edges).value();
}

}  // namespace halfturn::stage

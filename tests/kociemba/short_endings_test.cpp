#include "kociemba/search/short_endings.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "halfturn/random.h"
#include "kociemba/search/search_tables.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {
namespace {

/// All canonical sequences of exactly `length` moves that end in H and were never there before, by trying
/// everything.
void collect(const Phase1Coordinates& coordinates, Phase1Coset coset, int length, MoveMask allowed,
             Moves& moves, std::set<std::vector<int>>& found) {
  if (length == 0) {
    if (!coset.in_h()) return;
    std::vector<int> indices;
    for (Move move : moves) indices.push_back(move.index());
    found.insert(indices);
    return;
  }
  if (coset.in_h()) return;
  for (; !allowed.empty(); allowed = allowed.without_first()) {
    moves.push_back(allowed.first());
    collect(coordinates, coordinates.after(coset, allowed.first()), length - 1, moves_after(allowed.first()),
            moves, found);
    moves.pop_back();
  }
}

TEST(ShortEndingsCoordinates, AreAllTheWaysIntoH) {
  const auto coordinates = Phase1Coordinates::make();
  const ShortEndings endings(*coordinates, EndingRule::first_entry);
  RandomCubes random(1);
  int found_any = 0;
  for (int i = 0; i < 400; ++i) {
    Phase1Coset coset;
    for (int m = 0; m < i % 6; ++m)
      coset = coordinates->after(coset, Move::from_index(static_cast<int>(random.below(kMoveCount))));
    for (int length = 0; length <= ShortEndings::kLongest; ++length) {
      std::set<std::vector<int>> expected;
      Moves moves;
      collect(*coordinates, coset, length, MoveMask::all(), moves, expected);
      std::set<std::vector<int>> got;
      const ShortEndings::Range range = endings.find(coset, length);
      for (std::uint32_t s = range.begin; s < range.end; ++s) {
        std::vector<int> indices;
        Cube cube;
        for (Move move : endings.moves(s)) {
          indices.push_back(move.index());
          cube.apply(move);
        }
        ASSERT_EQ(endings.pieces(s).byte, PieceBytes::of(cube).byte);
        if (!indices.empty()) {
          ASSERT_EQ(endings.first_move_bit(s), 1u << indices.front());
        }
        got.insert(indices);
      }
      ASSERT_EQ(got, expected);
      ASSERT_EQ(got.size(), range.end - range.begin);
      found_any += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(found_any, 300);
}

TEST(CornerFilterCoordinates, LetsThroughExactlyWhatIsCloseEnough) {
  const auto coordinates = Phase2Coordinates::make();
  const CornerFilter filter(*coordinates);
  const auto passes = [&](std::uint16_t corners, int k) {
    PieceBytes bytes{};
    const EightPieces pieces = pieces_of(corners);
    std::copy(pieces.begin(), pieces.end(), bytes.byte.begin() + 16);
    const std::size_t key = corner_key<PortableBytes>(bytes);
    return (filter.within(k)[key / 64] >> key % 64 & 1) != 0;
  };
  EXPECT_TRUE(passes(0, 0));
  std::vector<int> newly(CornerFilter::kFarthest + 1);
  for (int c = 0; c < kArrangementCount; ++c) {
    const auto corners = static_cast<std::uint16_t>(c);
    for (int k = 0; k <= CornerFilter::kFarthest; ++k) {
      const bool now = passes(corners, k);
      const bool before = k > 0 && passes(corners, k - 1);
      ASSERT_TRUE(now || !before);
      newly[static_cast<std::size_t>(k)] += now && !before ? 1 : 0;
      // Within k moves exactly where some neighbour is within k - 1.
      bool neighbour = c == 0;
      for (MoveMask left = moves_of_h(); k > 0 && !left.empty(); left = left.without_first())
        neighbour = neighbour || passes(coordinates->after({corners, 0, 0}, left.first()).corners, k - 1);
      ASSERT_EQ(now, neighbour || before);
    }
  }
  EXPECT_EQ(newly[0], 1);
  EXPECT_EQ(newly[1], 10);
  int total = 0;
  for (int count : newly) total += count;
  EXPECT_EQ(total, kArrangementCount);
  EXPECT_GT(newly.back(), 0) << "kFarthest is larger than it need be";
}

}  // namespace
}  // namespace halfturn

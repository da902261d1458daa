#include "kociemba/search/short_endings.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "halfturn/random.h"
#include "kociemba/search/search_tables.h"
#include "kociemba/tables/arrangement.h"
#include "support/sanitized.h"

namespace halfturn {
namespace {

/// Whether a search may make these moves: in the quarter metric only quarter turns, and two of the same face
/// one after the other only where they are a clockwise half turn.
bool is_canonical(const Moves& moves, Metric metric) {
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const bool is_half_turn = metric == Metric::quarter && moves[i] == moves[i - 1] &&
                              moves[i].quarters() == 1 && (i < 2 || moves[i - 2] != moves[i]);
    if (!is_half_turn && !moves_after(moves[i - 1]).has(moves[i])) return false;
  }
  return true;
}

/// All canonical sequences of exactly `length` moves that end in H and were never there before, by trying
/// everything.
void collect(const Phase1Coordinates& coordinates, Metric metric, Phase1Coset coset, int length, Moves& moves,
             std::set<std::vector<int>>& found) {
  if (length == 0) {
    if (!coset.in_h()) return;
    std::vector<int> indices;
    for (Move move : moves) indices.push_back(move.index());
    found.insert(indices);
    return;
  }
  if (coset.in_h()) return;
  for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first()) {
    moves.push_back(left.first());
    if (is_canonical(moves, metric))
      collect(coordinates, metric, coordinates.after(coset, left.first()), length - 1, moves, found);
    moves.pop_back();
  }
}

class ShortEndingsCoordinates : public testing::TestWithParam<Metric> {};
INSTANTIATE_TEST_SUITE_P(Metrics, ShortEndingsCoordinates, testing::ValuesIn(kAllMetrics));

TEST_P(ShortEndingsCoordinates, AreAllTheWaysIntoH) {
  const Metric metric = GetParam();
  const auto coordinates = Phase1Coordinates::make();
  const ShortEndings endings(*coordinates, metric);
  RandomCubes random(1);
  int found_any = 0;
  constexpr int kCosets = kSanitized ? 60 : 400;
  for (int i = 0; i < kCosets; ++i) {
    Phase1Coset coset;
    for (int m = 0; m < i % 6; ++m)
      coset = coordinates->after(coset, Move::from_index(static_cast<int>(random.below(kMoveCount))));
    for (int length = 0; length <= ShortEndings::kLongest; ++length) {
      std::set<std::vector<int>> expected;
      Moves moves;
      collect(*coordinates, metric, coset, length, moves, expected);
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
        const bool is_pair = indices.size() > 1 && indices[0] == indices[1];
        if (!indices.empty()) {
          ASSERT_EQ(endings.first_move_bit(s),
                    is_pair ? 1u << (kMoveCount + indices.front() / 3) : 1u << indices.front());
        }
        got.insert(indices);
      }
      ASSERT_EQ(got, expected);
      ASSERT_EQ(got.size(), range.end - range.begin);
      found_any += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(found_any, metric == Metric::half ? kCosets * 3 / 4 : kCosets / 2);
}

class CornerFilterCoordinates : public testing::TestWithParam<Metric> {};
INSTANTIATE_TEST_SUITE_P(Metrics, CornerFilterCoordinates, testing::ValuesIn(kAllMetrics));

TEST_P(CornerFilterCoordinates, LetsThroughExactlyWhatIsCloseEnough) {
  const Metric metric = GetParam();
  const auto coordinates = Phase2Coordinates::make();
  const CornerFilter filter(*coordinates, metric);
  const auto passes = [&](std::uint16_t corners, int k) {
    PieceBytes bytes{};
    const EightPieces pieces = pieces_of(corners);
    std::copy(pieces.begin(), pieces.end(), bytes.byte.begin() + 16);
    const std::size_t key = corner_key<PortableBytes>(bytes);
    return (filter.within(k)[key / 64] >> key % 64 & 1) != 0;
  };
  EXPECT_TRUE(passes(0, 0));
  std::vector<int> newly(static_cast<std::size_t>(filter.farthest() + 1));
  for (int c = 0; c < kArrangementCount; ++c) {
    const auto corners = static_cast<std::uint16_t>(c);
    for (int k = 0; k <= filter.farthest(); ++k) {
      const bool now = passes(corners, k);
      const bool before = k > 0 && passes(corners, k - 1);
      ASSERT_TRUE(now || !before);
      newly[static_cast<std::size_t>(k)] += now && !before ? 1 : 0;
      // Within k exactly where some neighbour is within k less the move to it.
      bool neighbour = c == 0;
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
        const int before_move = k - cost(left.first(), metric);
        if (before_move < 0) continue;
        neighbour =
            neighbour || passes(coordinates->after({corners, 0, 0}, left.first()).corners, before_move);
      }
      ASSERT_EQ(now, neighbour || before);
    }
  }
  EXPECT_EQ(newly[0], 1);
  EXPECT_EQ(newly[1], metric == Metric::half ? 10 : 4);
  EXPECT_EQ(filter.farthest(), metric == Metric::half ? 13 : 21);
  int total = 0;
  for (int count : newly) total += count;
  EXPECT_EQ(total, kArrangementCount);
  EXPECT_GT(newly.back(), 0) << "farthest() is larger than it need be";
}

}  // namespace
}  // namespace halfturn

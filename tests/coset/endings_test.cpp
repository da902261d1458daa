#include "coset/endings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "coset/search.h"
#include "halfturn/cube.h"
#include "halfturn/random.h"
#include "support/test_store.h"

namespace halfturn {
namespace {

/// What a sequence does.
using Done = std::tuple<std::array<std::uint8_t, 16>, std::array<std::uint8_t, 8>>;

Done done_by(const PieceBytes& pieces) {
  Done done;
  std::copy_n(pieces.byte.begin(), 16, std::get<0>(done).begin());
  std::copy_n(pieces.byte.begin() + 16, 8, std::get<1>(done).begin());
  return done;
}

/// All sequences of exactly so many moves into H that a search may make after `next`, by trying everything.
class PlainEndings {
 public:
  explicit PlainEndings(const Phase1Coordinates& coordinates) : coordinates_(coordinates) {}

  void find(Phase1Coset coset, MoveMask next, int length) {
    for (std::vector<Done>* list : {&any, &outside, &either}) list->clear();
    path_.clear();
    try_all(coset, Cube{}, next, length);
    for (std::vector<Done>* list : {&any, &outside, &either}) std::ranges::sort(*list);
  }

  std::vector<Done> any;
  std::vector<Done>
      outside;               ///< whose last move is not in H, in whatever order a search makes opposite faces
  std::vector<Done> either;  ///< those, and where the order of the last two moves decides it

 private:
  void try_all(Phase1Coset coset, const Cube& made, MoveMask next, int left) {
    if (left == 0) {
      if (coset.in_h()) sort_in(done_by(PieceBytes::of(made)));
      return;
    }
    for (; !next.empty(); next = next.without_first()) {
      const Move move = next.first();
      path_.push_back(move);
      try_all(coordinates_.after(coset, move), made.after(move), moves_after(move), left - 1);
      path_.pop_back();
    }
  }

  void sort_in(const Done& done) {
    any.push_back(done);
    const auto in_h = [&](std::size_t from_end) { return moves_of_h().has(path_[path_.size() - from_end]); };
    const bool is_pair = path_.size() > 1 && opposite(path_.back().face()) == path_[path_.size() - 2].face();
    const bool order_decides = is_pair && in_h(1) != in_h(2);
    const bool is_outside = path_.empty() || !in_h(1);
    if (is_outside && !order_decides) outside.push_back(done);
    if (is_outside || order_decides) either.push_back(done);
  }

  const Phase1Coordinates& coordinates_;
  Moves path_;
};

TEST(CosetEndingsWithTable, AreAllTheWaysIntoHFromWhateverSide) {
  const Result<Phase1Table> table = Phase1Table::open(test_tables(), Residency::mapped, {});
  ASSERT_TRUE(table.ok());
  const auto layout = BitmapLayout::make();
  const auto tables = std::make_unique<const CosetSearchTables>(*table, *layout);
  const Phase1Coordinates& coordinates = table->coordinates();
  RandomCubes random(1);
  for (const EndingRule rule : {EndingRule::any, EndingRule::last_move_outside}) {
    const CosetEndings& endings = rule == EndingRule::any ? tables->all_endings : tables->outside_endings;
    PlainEndings plain(coordinates);
    std::size_t sequences = 0;
    for (int i = 0; i < 600; ++i) {
      // Some after other moves, and a few of the longest, which take a while.
      const int length = i >= 590 ? CosetEndings::kLongest : i % (CosetEndings::kLongest - 1);
      Phase1Coset coset;
      for (int m = 0; m < length; ++m)
        coset = coordinates.after(coset, Move::from_index(static_cast<int>(random.below(kMoveCount))));
      const Move last = Move::from_index(static_cast<int>(random.below(kMoveCount)));
      const auto at = coordinates.reduced_index(coset);
      const CosetSearchTables::Seen& seen = tables->seen[at.symmetry];
      const std::uint32_t next = seen.moves_after[static_cast<std::size_t>(last.index())];
      std::vector<Done> got;
      const CosetEndings::Range range = endings.find(endings.ask(at.position, length), length);
      for (std::uint32_t s = range.begin; s < range.begin + range.count; ++s) {
        const PackedPieces& sequence = endings.sequence(s);
        if ((sequence.own & next) != sequence.own) continue;
        got.push_back(
            done_by(PortableBytes::compose(PortableBytes::compose(seen.back, sequence), seen.pieces)));
      }
      std::ranges::sort(got);
      plain.find(coset, moves_after(last), length);
      if (rule == EndingRule::any) {
        ASSERT_EQ(got, plain.any) << length << " moves, case " << i;
      } else {
        ASSERT_TRUE(std::ranges::includes(got, plain.outside)) << length << " moves, case " << i;
        ASSERT_TRUE(std::ranges::includes(plain.either, got)) << length << " moves, case " << i;
      }
      sequences += got.size();
    }
    EXPECT_GT(sequences, 500u);
  }
}

}  // namespace
}  // namespace halfturn

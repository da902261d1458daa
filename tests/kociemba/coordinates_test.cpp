#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/random.h"
#include "kociemba/random_in_h.h"
#include "kociemba/tables/arrangement.h"

namespace halfturn {
namespace {

/// Number of values at each distance from value 0, where `after(value, move)` is a neighbour.
template <class After>
std::vector<int> levels(std::size_t size, After after) {
  std::vector<int> distance(size, -1);
  std::vector<int> counts;
  distance[0] = 0;
  for (std::vector<std::uint16_t> frontier = {0}; !frontier.empty();) {
    counts.push_back(static_cast<int>(frontier.size()));
    std::vector<std::uint16_t> next;
    for (std::uint16_t value : frontier) {
      for (Move move : kAllMoves) {
        const std::uint16_t neighbour = after(value, move);
        if (distance[neighbour] >= 0) continue;
        distance[neighbour] = static_cast<int>(counts.size());
        next.push_back(neighbour);
      }
    }
    frontier = std::move(next);
  }
  return counts;
}

TEST(Phase1Coordinates, MovesActAsOnTheCube) {
  const auto coordinates = Phase1Coordinates::make();
  RandomCubes random(1);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    for (Move move : kAllMoves)
      ASSERT_EQ(coordinates->after(coordinates->coset_of(cube), move),
                coordinates->coset_of(cube.after(move)));
  }
}

TEST(Phase1Coordinates, SymmetriesActAsOnTheCube) {
  const auto coordinates = Phase1Coordinates::make();
  RandomCubes random(2);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    for (int s = 0; s < kUdSymmetryCount; ++s) {
      const Symmetry symmetry = Symmetry::from_index(s);
      ASSERT_EQ(coordinates->seen_through(coordinates->coset_of(cube), symmetry),
                coordinates->coset_of(cube.seen_through(symmetry)));
    }
  }
}

TEST(Phase1Coordinates, NameCosetsOfH) {
  const auto coordinates = Phase1Coordinates::make();
  RandomCubes random(3);
  EXPECT_TRUE(coordinates->coset_of(Cube()).in_h());
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    // What an element of H does first stays in H, so it does not change the coset that a position makes of
    // it.
    const Cube in_h = random_in_h(random);
    ASSERT_TRUE(coordinates->coset_of(in_h).in_h());
    ASSERT_EQ(coordinates->coset_of(in_h * cube), coordinates->coset_of(cube));
  }
  EXPECT_FALSE(coordinates->coset_of(Cube::of(Move{Face::R, 1})).in_h());
}

TEST(Phase1Coordinates, TwistAndFlipAloneHaveThePublishedLevels) {
  const auto coordinates = Phase1Coordinates::make();
  EXPECT_EQ(levels(kTwistCount,
                   [&](std::uint16_t t, Move m) {
                     return coordinates->after({t, 0, 0}, m).twist;
                   }),
            (std::vector<int>{1, 4, 34, 186, 816, 1018, 128}));
  EXPECT_EQ(levels(kFlipCount,
                   [&](std::uint16_t f, Move m) {
                     return coordinates->after({0, f, 0}, m).flip;
                   }),
            (std::vector<int>{1, 2, 25, 202, 620, 900, 285, 13}));
  const auto slices = levels(kSliceCount, [&](std::uint16_t s, Move m) {
    return coordinates->after({0, 0, s}, m).slice;
  });
  EXPECT_EQ(std::accumulate(slices.begin(), slices.end(), 0), kSliceCount);
}

TEST(Phase1Coordinates, TwistClassesPartitionTheTwists) {
  const auto coordinates = Phase1Coordinates::make();
  std::map<int, std::set<int>> members;
  for (int t = 0; t < kTwistCount; ++t) {
    const auto twist = static_cast<std::uint16_t>(t);
    const auto [index, symmetry] = coordinates->twist_class(twist);
    members[index].insert(t);
    ASSERT_EQ(coordinates->seen_through({twist, 0, 0}, Symmetry::from_index(symmetry)).twist,
              coordinates->representative(index));
  }
  ASSERT_EQ(members.size(), kTwistClasses);
  for (const auto& [index, twists] : members) EXPECT_EQ(*twists.begin(), coordinates->representative(index));
}

TEST(Phase1Coordinates, ThereAre64430ClassesOfFlipAndSlice) {
  const auto coordinates = Phase1Coordinates::make();
  std::vector<bool> seen(std::size_t{kFlipCount} * kSliceCount);
  int classes = 0;
  for (std::uint16_t slice = 0; slice < kSliceCount; ++slice) {
    for (std::uint16_t flip = 0; flip < kFlipCount; ++flip) {
      if (seen[std::size_t{slice} * kFlipCount + flip]) continue;
      ++classes;
      for (int s = 0; s < kUdSymmetryCount; ++s) {
        const Phase1Coset image = coordinates->seen_through({0, flip, slice}, Symmetry::from_index(s));
        seen[std::size_t{image.slice} * kFlipCount + image.flip] = true;
      }
    }
  }
  EXPECT_EQ(classes, 64430);
}

TEST(Arrangements, NumbersAndPiecesAgree) {
  EXPECT_EQ(arrangement_of({0, 1, 2, 3, 4, 5, 6, 7}), 0);
  std::set<EightPieces> different;
  for (std::size_t i = 0; i < kArrangements; ++i) {
    const EightPieces pieces = pieces_of(static_cast<std::uint16_t>(i));
    different.insert(pieces);
    ASSERT_EQ(arrangement_of(pieces), i);
  }
  EXPECT_EQ(different.size(), kArrangements);
}

TEST(Phase2Coordinates, MovesActAsOnTheCube) {
  const auto coordinates = Phase2Coordinates::make();
  RandomCubes random(4);
  for (int i = 0; i < 5000; ++i) {
    const Cube cube = random_in_h(random);
    for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first()) {
      const Move move = left.first();
      ASSERT_EQ(coordinates->after(*coordinates->position_of(cube), move),
                coordinates->position_of(cube.after(move)));
    }
  }
}

TEST(Phase2Coordinates, SymmetriesActAsOnTheCube) {
  const auto coordinates = Phase2Coordinates::make();
  RandomCubes random(5);
  for (int i = 0; i < 5000; ++i) {
    const Cube cube = random_in_h(random);
    const Phase2Position position = *coordinates->position_of(cube);
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s) {
      const auto image =
          coordinates->position_of(cube.seen_through(Symmetry::from_index(static_cast<int>(s))));
      ASSERT_EQ(coordinates->corners_seen(s, position.corners), image->corners);
      ASSERT_EQ(coordinates->edges_seen(s, position.edges), image->edges);
    }
  }
}

TEST(Phase2Coordinates, RefusePositionsOutsideH) {
  const auto coordinates = Phase2Coordinates::make();
  EXPECT_TRUE(coordinates->position_of(Cube())->solved());
  for (Move move : kAllMoves)
    EXPECT_EQ(coordinates->position_of(Cube::of(move)).has_value(), moves_of_h().has(move)) << move.index();
}

TEST(Phase2Coordinates, CornerClassesPartitionTheArrangements) {
  const auto coordinates = Phase2Coordinates::make();
  std::map<int, std::set<int>> members;
  for (int c = 0; c < kArrangementCount; ++c) {
    const auto corners = static_cast<std::uint16_t>(c);
    const auto [index, symmetry] = coordinates->corner_class(corners);
    members[index].insert(c);
    ASSERT_EQ(coordinates->corners_seen(symmetry, corners), coordinates->representative(index));
  }
  ASSERT_EQ(members.size(), kCornerClasses);
  for (const auto& [index, corners] : members)
    EXPECT_EQ(*corners.begin(), coordinates->representative(index));
}

}  // namespace
}  // namespace halfturn

#include <gtest/gtest.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/phase1.h"
#include "halfturn/random.h"
#include "kociemba/tables/phase1_build.h"
#include "kociemba/test_tables.h"

namespace halfturn {
namespace {

class Phase1TableTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<Phase1Table> opened = Phase1Table::open(test_tables(), Residency::resident, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    table_ = std::make_unique<const Phase1Table>(std::move(*opened));
  }
  static void TearDownTestSuite() { table_.reset(); }

  static Phase1Coset random_coset(RandomCubes& random) {
    return {static_cast<std::uint16_t>(random.below(kTwistCount)),
            static_cast<std::uint16_t>(random.below(kFlipCount)),
            static_cast<std::uint16_t>(random.below(kSliceCount))};
  }

  static std::unique_ptr<const Phase1Table> table_;
};

std::unique_ptr<const Phase1Table> Phase1TableTest::table_;

TEST_F(Phase1TableTest, HistogramOfAllCosetsIsThePublishedOne) {
  const std::array<std::uint64_t, 13> published = {
      1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738, 58202444, 476};
  const Result<TableData> data = test_tables().open(Phase1Table::kind(), Residency::mapped);
  ASSERT_TRUE(data.ok()) << data.error().text();
  const auto* entry = reinterpret_cast<const std::uint32_t*>(data->bytes().data());
  std::array<std::uint64_t, 13> counts{};
  for (const std::uint64_t size : twist_class_sizes(table_->coordinates()))
    for (std::size_t i = 0; i < Phase1Table::kRowEntries; ++i)
      counts.at(static_cast<std::size_t>(Phase1Entry::distance(*entry++))) += size;
  EXPECT_EQ(counts, published);
}

TEST_F(Phase1TableTest, AgreesWithPlainBreadthFirstSearchOfCosets) {
  const Phase1Coordinates& coordinates = table_->coordinates();
  const auto key = [](Phase1Coset c) {
    return (std::uint64_t{c.twist} * kSliceCount + c.slice) * kFlipCount + c.flip;
  };
  std::unordered_map<std::uint64_t, int> distance = {{0, 0}};
  std::vector<Phase1Coset> frontier = {{}};
  for (int depth = 1; depth <= 6; ++depth) {
    std::vector<Phase1Coset> next;
    for (Phase1Coset coset : frontier) {
      for (Move move : kAllMoves) {
        const Phase1Coset neighbour = coordinates.after(coset, move);
        if (distance.emplace(key(neighbour), depth).second) next.push_back(neighbour);
      }
    }
    for (Phase1Coset coset : next) ASSERT_EQ(table_->distance(coset), depth);
    frontier = std::move(next);
  }
  EXPECT_EQ(frontier.size(), 1043817u);
}

TEST_F(Phase1TableTest, MaskAgreesWithTheNeighboursForEverySlack) {
  const Phase1Coordinates& coordinates = table_->coordinates();
  RandomCubes random(7);
  for (int i = 0; i < 1'000'000; ++i) {
    const Phase1Coset coset = random_coset(random);
    const int distance = table_->distance(coset);
    std::array<int, kMoveCount> there{};
    for (std::size_t m = 0; m < kMoveCount; ++m)
      there[m] = table_->distance(coordinates.after(coset, kAllMoves[m]));
    for (int slack = -2; slack <= 3; ++slack) {
      const int togo = distance + slack;
      std::uint32_t wanted = 0;
      for (std::size_t m = 0; m < kMoveCount; ++m)
        if (togo >= distance && there[m] <= togo - 1) wanted |= 1u << m;
      const Phase1Table::Answer answer = table_->distance_and_moves(coset, togo);
      ASSERT_EQ(answer.distance, distance);
      ASSERT_EQ(answer.moves.bits(), wanted) << "coset " << i << ", slack " << slack;
    }
  }
}

TEST_F(Phase1TableTest, MasksNearHAreRightToo) {
  // Random cosets hardly ever come close to H, where the special cases are: no closer move at H itself, few
  // beside it.
  const Phase1Coordinates& coordinates = table_->coordinates();
  RandomCubes random(8);
  for (int i = 0; i < 20'000; ++i) {
    Phase1Coset coset;
    const int moves = static_cast<int>(random.below(6));
    for (int m = 0; m < moves; ++m)
      coset = coordinates.after(coset, Move::from_index(static_cast<int>(random.below(kMoveCount))));
    const int distance = table_->distance(coset);
    for (int slack = 0; slack <= 2; ++slack) {
      const MoveMask mask = table_->distance_and_moves(coset, distance + slack).moves;
      for (Move move : kAllMoves)
        ASSERT_EQ(mask.has(move), table_->distance(coordinates.after(coset, move)) <= distance + slack - 1);
    }
  }
}

TEST_F(Phase1TableTest, WalkingCloserEndsInHAfterExactlyTheDistance) {
  const Phase1Coordinates& coordinates = table_->coordinates();
  RandomCubes random(9);
  for (int i = 0; i < 100'000; ++i) {
    const Phase1Coset start = random_coset(random);
    const Moves moves = table_->solve(start);
    ASSERT_EQ(static_cast<int>(moves.size()), table_->distance(start));
    Phase1Coset coset = start;
    for (Move move : moves) {
      ASSERT_FALSE(coset.in_h());
      coset = coordinates.after(coset, move);
    }
    ASSERT_TRUE(coset.in_h());
  }
}

TEST_F(Phase1TableTest, SolutionsReplayOnTheCube) {
  RandomCubes random(10);
  for (int i = 0; i < 10'000; ++i) {
    const Cube cube = random.next();
    const Cube brought = cube.after(table_->solve(table_->coordinates().coset_of(cube)));
    ASSERT_TRUE(table_->coordinates().coset_of(brought).in_h());
  }
}

TEST_F(Phase1TableTest, SymmetricCosetsAreEquallyFar) {
  RandomCubes random(11);
  for (int i = 0; i < 50'000; ++i) {
    const Phase1Coset coset = random_coset(random);
    for (int s = 0; s < kUdSymmetryCount; ++s)
      ASSERT_EQ(table_->distance(table_->coordinates().seen_through(coset, Symmetry::from_index(s))),
                table_->distance(coset));
  }
}

TEST_F(Phase1TableTest, ReadsTheSameWhereTheFileLies) {
  const Result<Phase1Table> mapped = Phase1Table::open(test_tables(), Residency::mapped, {});
  ASSERT_TRUE(mapped.ok());
  RandomCubes random(12);
  for (int i = 0; i < 20'000; ++i) {
    const Phase1Coset coset = random_coset(random);
    ASSERT_EQ(mapped->distance(coset), table_->distance(coset));
  }
}

TEST(Phase1Build, StopsWhenAsked) {
  std::stop_source stop;
  halfturn::Run run;
  run.stop = stop.get_token();
  int reports = 0;
  run.progress = [&](const Progress&) {
    if (++reports == 3) stop.request_stop();
  };
  std::vector<std::byte> content(Phase1Table::kind().content_bytes());
  const Result<void> built = build_phase1(Metric::half, content, run);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace halfturn

#include "stage/slow_reference.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "stage/inequalities.h"
#include "stage/random_goals.h"

namespace halfturn::reference {
namespace {

using enum Face;
constexpr std::array<Face, 6> kBottoms = {U, R, F, D, L, B};

Pieces position_after(const std::string& moves) {
  return Pieces::of(parse_moves(moves)->position());
}

/// The column of one bottom face, in the order of kGoals.
std::vector<int> column(const Distances& distances, Face bottom) {
  std::vector<int> result;
  for (const auto& row : distances) result.push_back(row[static_cast<std::size_t>(bottom)]);
  return result;
}

TEST(SlowReference, OneMove) {
  const Distances distances = reference_distances(position_after("R"), 2);
  for (std::size_t g = 0; g < kGoals.size(); ++g) {
    const bool pseudo = kGoals[g].variant == Variant::pseudo || kGoals[g].variant == Variant::pseudo_pair;
    for (Face bottom : kBottoms)
      EXPECT_EQ(distances[g][static_cast<std::size_t>(bottom)],
                bottom == L || (bottom == R && pseudo) ? 0 : 1)
          << kGoals[g].name;
  }
}

TEST(SlowReference, TwoMoves) {
  // R' leaves one pair out of its slot; only the way back brings it in.
  EXPECT_EQ(column(reference_distances(position_after("R U"), 3), D), (std::vector<int>{1, 1, 1, 1, 2,  //
                                                                                        1, 1, 1, 1,     //
                                                                                        1, 1, 1, 1,     //
                                                                                        1, 1, 1, 1,     //
                                                                                        1, 1, 1, 1, 2}));
}

TEST(SlowReference, KnowsNothingBeyondTheLimit) {
  const Goal& f2l = kGoals[4];
  EXPECT_EQ(reference_distance(position_after("R U"), f2l, D, 2), 2);
  EXPECT_EQ(reference_distance(position_after("R U"), f2l, D, 1), kBeyondLimit);
  EXPECT_EQ(reference_distance(position_after("R U"), f2l, D, 0), kBeyondLimit);
  EXPECT_EQ(reference_distance(position_after("U"), f2l, D, 0), 0);
}

TEST(SlowReference, OneGoalAtATimeIsTheSame) {
  RandomGoals random(5);
  const Pieces pieces = Pieces::of(random.moved(Cube(), 4));
  const Distances distances = reference_distances(pieces, 3);
  for (std::size_t g = 0; g < kGoals.size(); ++g)
    for (Face bottom : kBottoms)
      EXPECT_EQ(reference_distance(pieces, kGoals[g], bottom, 3),
                distances[g][static_cast<std::size_t>(bottom)]);
}

std::vector<Stage> every_stage() {
  return {all_stages().begin(), all_stages().end()};
}

std::vector<StageRow> rows_of(const Distances& distances) {
  std::vector<StageRow> rows;
  for (const auto& distance : distances) {
    StageRow& row = rows.emplace_back();
    for (const View view : kAllViews)
      row[view] = static_cast<std::uint8_t>(distance[static_cast<std::size_t>(bottom_of(view))]);
  }
  return rows;
}

TEST(Inequalities, HoldForTheReference) {
  RandomGoals random(6);
  for (int i = 0; i < 30; ++i) {
    const int moves = 1 + i % 4;
    const Distances distances = reference_distances(Pieces::of(random.moved(Cube(), moves)), moves);
    EXPECT_TRUE(check_inequalities(every_stage(), rows_of(distances)));
  }
}

TEST(Inequalities, AreSeenToBreak) {
  for (std::size_t g = 0; g < kGoals.size(); ++g) {
    const auto holds_with = [&](std::uint8_t cell) {
      StageRow even;
      even.values.fill(7);
      std::vector<StageRow> rows(kGoals.size(), even);
      rows[g][View::R] = cell;
      return static_cast<bool>(check_inequalities(every_stage(), rows));
    };
    EXPECT_TRUE(holds_with(7));
    EXPECT_FALSE(holds_with(kNotComputed)) << kGoals[g].name;
    EXPECT_EQ(holds_with(6), kGoals[g].name == "pseudo_cross") << kGoals[g].name;  // the easiest
    EXPECT_EQ(holds_with(8), kGoals[g].name == "eo_f2l") << kGoals[g].name;        // the hardest
  }
  EXPECT_FALSE(check_inequalities(std::vector{Stage(3), Stage(8)}, std::vector<StageRow>(1)));
  EXPECT_FALSE(check_inequalities(std::vector{Stage(0), Stage(20)}, std::vector<StageRow>(2)));  // unrelated
}

}  // namespace
}  // namespace halfturn::reference

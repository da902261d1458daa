#include "halfturn/comfort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "halfturn/notation.h"

namespace halfturn {
namespace {

Comfort of(const std::string& text, const std::string& faces = "URFDLB") {
  const auto moves = parse_moves(text);
  EXPECT_TRUE(moves) << text;
  return comfort_of(moves->moves, *parse_faces(faces));
}

TEST(Comfort, CountsMovesOfOtherFaces) {
  EXPECT_EQ(of("", "R").outside, 0);
  EXPECT_EQ(of("R U R' U'", "RU").outside, 0);
  EXPECT_EQ(of("R U R' U' D2 B L", "ru").outside, 3);
  EXPECT_EQ(of("R U F", "RUF").outside, 0);
}

TEST(Comfort, CountsRegrips) {
  EXPECT_EQ(of("U D2 F' U'").regrips, 0);
  EXPECT_EQ(of("R U R' U'").regrips, 0);
  EXPECT_EQ(of("R U R").regrips, 0) << "two quarters up";
  EXPECT_EQ(of("R U R U R").regrips, 1) << "the third is too far";
  EXPECT_EQ(of("R' U R'").regrips, 1) << "down goes one quarter";
  EXPECT_EQ(of("R U R U R U R'").regrips, 1) << "after the regrip the wrist is one quarter up";
  EXPECT_EQ(of("R2 U R2").regrips, 0) << "up and down again";
  EXPECT_EQ(of("R U R2").regrips, 0) << "from one up to one down";
  EXPECT_EQ(of("R U R2 U R'").regrips, 1);
  EXPECT_EQ(of("L' U L'").regrips, 0) << "the mirror image of R U R";
  EXPECT_EQ(of("L U L").regrips, 1);
  EXPECT_EQ(of("R L' U R L'").regrips, 0) << "each hand on its own";
  EXPECT_EQ(of("B U").regrips, 1);
  EXPECT_EQ(of("B F B'").regrips, 1) << "the hand stays at the back";
  EXPECT_EQ(of("B U B'").regrips, 2);
}

TEST(Comfort, MirrorImagesAreAlike) {
  // A mirror swaps R and L and the sense of every turn.
  for (const std::string text : {"R U R U2 R2 F R' D L L2 U' L", "R2 L2 R L R L B R2 B'"}) {
    const auto sequence = parse_moves(text);
    ASSERT_TRUE(sequence);
    Moves mirrored;
    for (const Move move : sequence->moves) {
      const Face face = move.face() == Face::R ? Face::L : move.face() == Face::L ? Face::R : move.face();
      mirrored.emplace_back(face, 4 - move.quarters());
    }
    EXPECT_EQ(comfort_of(mirrored, 63).regrips, of(text).regrips) << text;
  }
}

TEST(Comfort, OrdersEqualLengthsOnly) {
  std::vector<Moves> all;
  for (const std::string text : {"L B D", "R U R U R", "U2 B", "R U F", "D R U", "U R F", "R2"})
    all.push_back(parse_moves(text)->moves);
  std::ranges::stable_sort(all, ComfortOrder(*parse_faces("RUF")));
  std::vector<std::string> texts;
  for (const Moves& moves : all) texts.push_back(format_moves(moves));
  EXPECT_THAT(texts, ::testing::ElementsAre("R2", "U2 B", "R U F", "U R F", "D R U", "L B D", "R U R U R"));
}

TEST(Comfort, OrdersByTheLengthInTheMetric) {
  std::vector<Moves> all;
  for (const std::string text : {"R2 U2", "R U F", "U2 F"}) all.push_back(parse_moves(text)->moves);
  std::ranges::stable_sort(all, ComfortOrder(*parse_faces("RUF"), Metric::quarter));
  std::vector<std::string> texts;
  for (const Moves& moves : all) texts.push_back(format_moves(moves));
  EXPECT_THAT(texts, ::testing::ElementsAre("R U F", "U2 F", "R2 U2"));
}

TEST(Comfort, SaysWhichLetterIsNoFace) {
  EXPECT_EQ(*parse_faces("urfdlb"), 63u);
  EXPECT_EQ(*parse_faces("RUF"), 0b111u);
  EXPECT_EQ(parse_faces("RUX").error().text(),
            "line 1, column 3: 'X' is no face (the faces are U R F D L B, as in RUF)");
  EXPECT_EQ(parse_faces("RUR").error().column, 3u);
  EXPECT_FALSE(parse_faces(""));
}

}  // namespace
}  // namespace halfturn

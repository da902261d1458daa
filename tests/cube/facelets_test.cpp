#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "halfturn/position.h"
#include "halfturn/random.h"

/// Facelets as people and cameras write them: in colours, with gaps, and with mistakes.
namespace halfturn {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::string_view kFaces = "URFDLB";
constexpr std::string_view kColours = "WRGYOB";

std::string translated(std::string text, std::string_view from, std::string_view to) {
  for (char& letter : text) letter = to[from.find(letter)];
  return text;
}

std::string in_small_letters(std::string text) {
  for (char& letter : text) letter = static_cast<char>(letter | 0x20);
  return text;
}

TEST(Facelets, MayBeColoursAndSmallLetters) {
  RandomCubes random(31);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    const Symmetry held = Symmetry::from_index(2 * (i % 24));
    const std::string faces = format_facelets(cube, held);
    const std::string colours = translated(faces, kFaces, kColours);
    for (const std::string& text : {faces, colours, in_small_letters(faces), in_small_letters(colours)}) {
      const Result<Position> position = parse_position(text);
      ASSERT_TRUE(position.ok()) << text << ": " << position.error().text();
      EXPECT_EQ(position->kind, PositionKind::facelets);
      EXPECT_EQ(position->cube, cube);
      EXPECT_EQ(position->orientation, held);
    }
  }
}

TEST(Facelets, ColoursMayBeArrangedInAnyWay) {
  RandomCubes random(32);
  std::string arrangement(kColours);
  std::ranges::sort(arrangement);
  do {
    const Cube cube = random.next();
    const std::string text = translated(format_facelets(cube), kFaces, arrangement);
    const Result<Position> position = parse_position(text);
    ASSERT_TRUE(position.ok()) << text << ": " << position.error().text();
    EXPECT_EQ(position->cube, cube);
  } while (std::ranges::next_permutation(arrangement).found);
}

TEST(Facelets, UnknownOnesAreFilledInIfOnlyOneCubeFits) {
  RandomCubes random(33);
  std::mt19937 choose(33);
  int determined = 0;
  for (int i = 0; i < 3000; ++i) {
    const Cube cube = random.next();
    std::string text = format_facelets(cube);
    const int unknown = i % 15 + 1;
    for (int k = 0; k < unknown; ++k) text[choose() % 54] = '?';
    const Result<Position> position = parse_facelets(text);
    if (position) {
      EXPECT_EQ(position->cube, cube) << text;
      ++determined;
    } else if (std::ranges::count(text, '?') == 1) {
      ADD_FAILURE() << text << ": " << position.error().text();
    } else {
      EXPECT_TRUE(position.error().message.starts_with("several possible cubes") ||
                  position.error().message.starts_with("the centre"))
          << text << ": " << position.error().text();
    }
  }
  EXPECT_GT(determined, 1000);
}

TEST(Facelets, WhatUnknownOnesLeaveOpenIsSaid) {
  const auto error_of = [](const std::string& text) {
    const Result<Position> position = parse_facelets(text);
    EXPECT_FALSE(position.ok());
    return position.ok() ? "" : position.error().text();
  };
  std::string text = format_facelets(Cube());
  for (const std::size_t edge : {5u, 10u, 7u, 19u}) text[edge] = '?';  // UR and UF
  EXPECT_EQ(error_of(text), "several possible cubes have these facelets (two of them differ on U6 U8 R2 F2)");
  EXPECT_EQ(
      error_of(std::string(54, '?')),
      "line 1, column 5: the centre U5 is unknown (at most one of the six centres may be ?, because the "
      "others tell which it is)");
  text = std::string(54, '?');
  for (std::size_t f = 0; f < 6; ++f) text[9 * f + 4] = kFaces[f];
  EXPECT_THAT(error_of(text), HasSubstr("several possible cubes"));
  text[5] = 'F';
  text[10] = 'B';
  EXPECT_EQ(error_of(text),
            "line 1, column 6: no piece shows FB on U6 R2 (one of these facelets is misread)");
}

std::vector<std::string> names_of(const std::vector<FaceletRepair>& repairs) {
  std::vector<std::string> names;
  for (const FaceletRepair& repair : repairs) names.push_back(repair.what);
  return names;
}

TEST(Facelets, AMistakeIsFoundAmongTheNearestCubes) {
  RandomCubes random(34);
  std::mt19937 choose(34);
  for (int i = 0; i < 300; ++i) {
    const Cube cube = random.next();
    const std::string right = format_facelets(cube);
    std::string wrong = right;
    std::string what;
    const std::size_t first = choose() % 54;
    const std::size_t second = choose() % 54;
    const auto name = [](std::size_t index) {
      return std::string(1, kFaces[index / 9]) + std::to_string(index % 9 + 1);
    };
    if (first % 9 == 4 || second % 9 == 4) continue;
    switch (i % 3) {
      case 0:  // a camera's two facelets exchanged
        std::swap(wrong[first], wrong[second]);
        what = "exchange " + name(std::min(first, second)) + " and " + name(std::max(first, second));
        break;
      case 1:  // one misread
        wrong[first] = wrong[second];
        what = "make " + name(first) + " " + right[first];
        break;
      default: {  // one face read sideways: counter-clockwise, so that clockwise puts it right
        const std::size_t face = 9 * (first / 9);
        constexpr std::array<std::size_t, 9> kTurned = {2, 5, 8, 1, 4, 7, 0, 3, 6};
        for (std::size_t k = 0; k < 9; ++k) wrong[face + k] = right[face + kTurned[k]];
        what = std::string("turn the ") + kFaces[first / 9] + " face's reading by a quarter clockwise";
      }
    }
    if (wrong == right || parse_facelets(wrong)) continue;
    const std::vector<FaceletRepair> repairs = nearest_positions(wrong);
    EXPECT_THAT(names_of(repairs), Contains(what)) << wrong;
    EXPECT_TRUE(
        std::ranges::any_of(repairs, [&](const FaceletRepair& r) { return r.position.cube == cube; }));
  }
}

TEST(Facelets, NearbyCubesAreInTheMessageIfTheyAreFew) {
  std::string text = "UUUUUUUUURRRRRRRRRFDFFFFFFFDDDFDDDDDLLLLLLLLLBBBBBBBBB";
  EXPECT_THAT(parse_facelets(text).error().text(),
              HasSubstr("; possible would be: exchange U8 and L6, or exchange F2 and D4)"));
  EXPECT_EQ(nearest_positions(format_facelets(Cube())).size(), 0u);
  EXPECT_EQ(nearest_positions("R U F").size(), 0u);
  // A flipped edge: any one of twelve could be meant.
  text = format_facelets(Cube());
  std::swap(text[5], text[10]);
  EXPECT_GE(nearest_positions(text).size(), 12u);
  EXPECT_EQ(parse_facelets(text).error().hint,
            "flip any one edge in its place, or look for an edge that is misread");
}

TEST(Facelets, MessagesUseTheLettersOfTheText) {
  const std::string right = translated(format_facelets(Cube()), kFaces, kColours);
  std::string text = right;
  text[0] = 'K';
  EXPECT_THAT(parse_facelets(text).error().text(), HasSubstr("facelet U1 is 'K', which is no colour (each"));
  text = right;
  text[0] = 'G';
  EXPECT_THAT(parse_facelets(text).error().text(), HasSubstr("W 8 times, G 10 times"));
  EXPECT_THAT(parse_facelets(text).error().text(), HasSubstr("make U1 W"));
}

}  // namespace
}  // namespace halfturn

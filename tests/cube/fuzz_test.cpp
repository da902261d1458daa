#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

/// What every answer must keep, whatever the text was.
void expect_sound(const std::string& text) {
  const auto position = parse_position(text);
  if (!position) {
    const Error& error = position.error();
    EXPECT_FALSE(error.message.empty());
    EXPECT_EQ(error.kind, ErrorKind::bad_input);
    EXPECT_EQ(error.line == 0, error.column == 0);
    EXPECT_LE(error.column, text.size() + 1);
    EXPECT_LT(error.text().size(), 400u) << "messages stay short";
    EXPECT_EQ(error.text().find('\n'), std::string::npos);
    return;
  }
  EXPECT_EQ(position->kind, recognise_position(text));
  EXPECT_FALSE(position->orientation.is_reflection());
  const auto facelets = parse_position(format_facelets(position->cube, position->orientation));
  ASSERT_TRUE(facelets.ok()) << facelets.error().text();
  EXPECT_EQ(facelets->kind, PositionKind::facelets);
  EXPECT_EQ(facelets->cube, position->cube);
  EXPECT_EQ(facelets->orientation, position->orientation);
  const auto pieces = parse_position(format_pieces(position->cube));
  ASSERT_TRUE(pieces.ok()) << pieces.error().text();
  EXPECT_EQ(pieces->kind, PositionKind::pieces);
  EXPECT_EQ(pieces->cube, position->cube);
}

std::string random_moves(RandomCubes& random) {
  const std::vector<std::string> parts = {
      "U", "R",  "F",  "D",   "L", "B", "r", "u", "Fw", "M", "E", "S",  "x",      "y",  "z'",     "(R", "(",
      ")", ")2", ")'", ")3'", "'", "2", "3", "1", " ",  " ", " ", "\n", "\u2019", "//", "\u00A0", "B'2"};
  std::string text;
  for (std::uint32_t k = random.below(40); k > 0; --k)
    text += parts[random.below(static_cast<std::uint32_t>(parts.size()))];
  return text;
}

std::string random_bytes(RandomCubes& random) {
  std::string text;
  const bool any = random.below(2) == 0;
  for (std::uint32_t k = random.below(70); k > 0; --k)
    text += any ? static_cast<char>(random.below(256)) : "URFDLBurfMxy'2(3) w/\n"[random.below(21)];
  return text;
}

void mutate(std::string& text, RandomCubes& random) {
  for (std::uint32_t k = random.below(3); k > 0; --k) {
    const auto length = static_cast<std::uint32_t>(text.size());
    const std::size_t at = random.below(length + 1);
    const char letter =
        random.below(4) == 0 ? static_cast<char>(random.below(256)) : "URFDLB' 2\n"[random.below(10)];
    switch (random.below(4)) {
      case 0:
        text.insert(at, 1, letter);
        break;
      case 1:
        text.erase(at, 1);
        break;
      case 2:
        if (at < length) text[at] = letter;
        break;
      default:
        if (length > 1) std::swap(text[random.below(length)], text[random.below(length)]);
    }
  }
}

TEST(Fuzz, NothingThatPeopleTypeDoesHarm) {
  RandomCubes random(31);
  int accepted[3] = {0, 0, 0};
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    switch (random.below(5)) {
      case 0:
        text = random_bytes(random);
        break;
      case 1:
        text = random_moves(random);
        break;
      case 2:
        text = format_pieces(random.next());
        break;
      case 3:
        text = format_facelets(random.next(), Symmetry::from_index(2 * static_cast<int>(random.below(24))));
        break;
      default:
        text = "R U2 F' (L D)2 x Rw M' // end";
    }
    mutate(text, random);
    if (const auto position = parse_position(text)) ++accepted[static_cast<int>(position->kind)];
    expect_sound(text);
    if (HasFailure()) {
      FAIL() << "text " << i << ": " << testing::PrintToString(text);
    }
  }
  // The test means something only if much gets through on every path.
  EXPECT_GT(accepted[static_cast<int>(PositionKind::facelets)], 10'000);
  EXPECT_GT(accepted[static_cast<int>(PositionKind::pieces)], 10'000);
  EXPECT_GT(accepted[static_cast<int>(PositionKind::moves)], 10'000);
}

TEST(Fuzz, EachReaderTakesAnyText) {
  RandomCubes random(32);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? random_bytes(random) : format_pieces(random.next());
    mutate(text, random);
    for (const auto& result : {parse_facelets(text), parse_pieces(text)})
      EXPECT_TRUE(result.ok() || !result.error().message.empty());
    const auto moves = parse_moves(text);
    EXPECT_TRUE(moves.ok() || !moves.error().message.empty());
  }
}

}  // namespace
}  // namespace halfturn

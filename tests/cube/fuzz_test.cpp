#include <gtest/gtest.h>

#include <string>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "support/sanitized.h"

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

// tests/fuzz looks for any bytes that do harm; this for positions that are right or all but right, which
// nobody guesses.
TEST(Fuzz, PositionsAndTheirNeighbours) {
  RandomCubes random(31);
  int accepted[2] = {0, 0};
  constexpr int kTexts = kSanitized ? 10'000 : 100'000;
  for (int i = 0; i < kTexts; ++i) {
    const bool is_pieces = random.below(2) == 0;
    std::string text =
        is_pieces
            ? format_pieces(random.next())
            : format_facelets(random.next(), Symmetry::from_index(2 * static_cast<int>(random.below(24))));
    mutate(text, random);
    accepted[is_pieces ? 1 : 0] += parse_position(text).ok() ? 1 : 0;
    expect_sound(text);
    if (HasFailure()) {
      FAIL() << "text " << i << ": " << testing::PrintToString(text);
    }
  }
  // The test means something only if much gets through on both paths.
  EXPECT_GT(accepted[0], kTexts / 10);
  EXPECT_GT(accepted[1], kTexts / 10);
}

}  // namespace
}  // namespace halfturn

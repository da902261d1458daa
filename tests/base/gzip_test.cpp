#include "base/gzip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/text_input.h"

namespace halfturn::testing {
namespace {

std::string compressed(const std::string& text, std::size_t piece) {
  std::string file;
  GzipWriter writer([&](std::string_view bytes) -> Result<void> {
    file += bytes;
    return {};
  });
  for (std::size_t at = 0; at < text.size(); at += piece)
    EXPECT_TRUE(writer.add(std::string_view(text).substr(at, piece)).ok());
  EXPECT_TRUE(writer.end().ok());
  return file;
}

/// What is read of a file in pieces, then a full stop or the error.
std::string content_of(const std::string& file, std::size_t file_piece, std::size_t space) {
  TextInput bytes(file, file_piece);
  GzipInput input(bytes, "FILE");
  std::vector<char> room(space);
  std::string content;
  while (true) {
    const Result<std::size_t> got = input.read(room);
    if (!got) return content + got.error().text();
    if (*got == 0) return content + ".";
    content.append(room.data(), *got);
  }
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919 % 10'007) + "\n";
  return text;
}

TEST(Gzip, WhatIsCompressedIsReadAgainInWhateverPieces) {
  const std::string text = long_text();
  const std::string file = compressed(text, text.size());
  EXPECT_LT(file.size(), text.size() / 2);
  EXPECT_TRUE(file == compressed(text, 11)) << "the pieces do not matter";
  EXPECT_EQ(file.substr(0, 10), std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10)) << "no name, no time";
  for (const std::size_t piece : {1u, 100u, 1'000'000u})
    for (const std::size_t space : {1u, 1000u, 1'000'000u})
      EXPECT_TRUE(content_of(file, piece, space) == text + ".") << piece << " " << space;
  // Few bytes that become many.
  const std::string zeros(1'000'000, '0');
  EXPECT_TRUE(content_of(compressed(zeros, 5000), 1 << 16, 100) == zeros + ".");
  EXPECT_EQ(content_of(compressed("", 1), 10, 10), ".");
  EXPECT_EQ(content_of(compressed("one ", 9) + compressed("two", 9), 7, 10), "one two.") << "joined files";
}

TEST(Gzip, WhatIsNotCompressedIsReadAsItIs) {
  for (const std::string text : {"", "\x1f", "plain", "\x1fx"})
    EXPECT_EQ(content_of(text, 1, 10), text + ".");
}

TEST(Gzip, DamageIsFound) {
  const std::string file = compressed("some text, some text", 9);
  EXPECT_THAT(content_of(file.substr(0, file.size() - 1), 100, 100),
              ::testing::HasSubstr("cannot read FILE: the compressed file is cut short"));
  EXPECT_THAT(content_of(file.substr(0, 2), 100, 100), ::testing::HasSubstr("cut short"));
  for (std::size_t at = 10; at < file.size(); ++at) {
    std::string other = file;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_THAT(content_of(other, 100, 100), ::testing::HasSubstr("cannot read FILE: ")) << at;
  }
}

TEST(Gzip, AnErrorOfTheFileComesThrough) {
  TextInput bytes("\x1f\x8b\x08", Error{ErrorKind::machine, "the lamp went out", {}});
  GzipInput input(bytes, "FILE");
  std::vector<char> room(9);
  EXPECT_EQ(input.read(room).error().message, "the lamp went out");
  GzipWriter writer([](std::string_view) -> Result<void> { return Error{ErrorKind::machine, "full", {}}; });
  EXPECT_EQ(writer.add("text").error().message, "full");
}

}  // namespace
}  // namespace halfturn::testing

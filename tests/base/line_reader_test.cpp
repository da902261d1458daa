#include "base/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "base/file_descriptor.h"

namespace halfturn::testing {
namespace {

constexpr std::size_t kLongest = 5;

/// The lines of a text that comes in pieces, with their numbers.
std::vector<std::string> lines_of(const std::string& text, std::size_t piece) {
  TextBuffer buffer;
  std::vector<std::string> lines;
  const auto take = [&] {
    while (const std::optional<TextLine> line = buffer.next_line(kLongest))
      lines.push_back(std::to_string(line->number) +
                      (line->too_long ? " too long" : ":" + std::string(line->text)));
  };
  for (std::size_t at = 0; at < text.size(); at += piece) {
    buffer.add(std::string_view(text).substr(at, piece));
    take();
  }
  buffer.end();
  take();
  EXPECT_EQ(buffer.taken(), text.size());
  return lines;
}

TEST(TextBuffer, CutsLinesWhereverThePiecesEnd) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a\r\n\n12345\n123456\n1234567890\r\n\xEF\xBB\xBF\nlast\r";
  const std::vector<std::string> lines = {
      "1:a", "2:", "3:12345", "4 too long", "5 too long", "6:\xEF\xBB\xBF", "7:last"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece)
    EXPECT_EQ(lines_of(text, piece), lines) << "in pieces of " << piece;
}

TEST(TextBuffer, HasNoLinesWhereThereIsNoText) {
  EXPECT_TRUE(lines_of("", 1).empty());
  EXPECT_TRUE(lines_of("\xEF\xBB\xBF", 1).empty());
  EXPECT_EQ(lines_of("\n", 1), std::vector<std::string>{"1:"});
}

TEST(LineReader, ReadsUntilTheEndOrAStop) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "one\ntwo\nthree", 13), 13);
  std::stop_source stop;
  LineReader reader(ends[0], stop.get_token());
  EXPECT_EQ(reader.next(), "one");
  EXPECT_EQ(reader.next(), "two");
  ::close(ends[1]);
  EXPECT_EQ(reader.next(), "three");
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_FALSE(reader.failed());

  stop.request_stop();
  EXPECT_EQ(LineReader(ends[0], stop.get_token()).next(), std::nullopt);
  ::close(ends[0]);
}

TEST(LineReader, SaysWhyItCannotRead) {
  const FileDescriptor folder(::open("/", O_RDONLY | O_CLOEXEC));
  LineReader reader(folder.get(), {});
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.error_number(), EISDIR);
}

}  // namespace
}  // namespace halfturn::testing

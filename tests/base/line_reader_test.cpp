#include "base/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

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

TEST(TextBuffer, MovesNoByteTwiceHoweverSmallThePieces) {
  // A long rest stays where it is while small lines before it are taken and small pieces come behind it.
  TextBuffer buffer;
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "ab\n";
  buffer.add(lines + std::string(100'000, 'x'));
  const char* const begin = buffer.rest().data();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(buffer.next_line()->text, "ab");
    buffer.add("");
    EXPECT_EQ(buffer.rest().data(), begin + 3 * (i + 1));
  }
}

std::string told(const Result<std::optional<TextLine>>& line) {
  if (!line) return "error: " + line.error().text();
  if (!*line) return "end";
  return (*line)->too_long ? "too long" : std::string((*line)->text);
}

TEST(LineReader, ReadsUntilTheEndOrAStop) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "one\ntwo\nthree", 13), 13);
  std::stop_source stop;
  LineReader reader(ends[0], "it", stop.get_token());
  EXPECT_EQ(told(reader.next()), "one");
  EXPECT_EQ(told(reader.next()), "two");
  ::close(ends[1]);
  EXPECT_EQ(told(reader.next()), "three");
  EXPECT_EQ(told(reader.next()), "end");

  stop.request_stop();
  const auto stopped = LineReader(ends[0], "it", stop.get_token()).next();
  ASSERT_FALSE(stopped.ok()) << "a stop is no end";
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
  ::close(ends[0]);
}

TEST(LineReader, SaysWhyItCannotRead) {
  const FileDescriptor folder(::open("/", O_RDONLY | O_CLOEXEC));
  const auto line = LineReader(folder.get(), "the folder", {}).next();
  ASSERT_FALSE(line.ok()) << "a failure is no end";
  EXPECT_EQ(line.error().kind, ErrorKind::machine);
  EXPECT_EQ(line.error().message, "cannot read the folder: Is a directory");
  const auto closed = LineReader(-1, "nothing", {}).next();
  ASSERT_FALSE(closed.ok());
  EXPECT_EQ(closed.error().message, "cannot read nothing: Bad file descriptor");
}

TEST(LineReader, SkipsALineThatIsTooLong) {
  const FileDescriptor file(::memfd_create("test", MFD_CLOEXEC));
  const std::string text =
      std::string(kLongestLine, 'a') + "\n" + std::string(3 * kLongestLine, 'b') + "\r\nlast";
  ASSERT_EQ(::write(file.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::lseek(file.get(), 0, SEEK_SET);
  LineReader reader(file.get(), "it", {});
  EXPECT_EQ(told(reader.next()), std::string(kLongestLine, 'a'));
  EXPECT_EQ(told(reader.next()), "too long");
  EXPECT_EQ(told(reader.next()), "last");
  EXPECT_EQ(told(reader.next()), "end");
  EXPECT_EQ(line_too_long(2).text(),
            "line 2: this line is longer than 1 MiB (a line has at most 1,048,576 bytes)");
}

}  // namespace
}  // namespace halfturn::testing

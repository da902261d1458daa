#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_input.h"
#include "base/text.h"
#include "halfturn/result.h"

namespace halfturn {

/// The longest line that is read, in bytes without its end. Longer ones are skipped as they arrive, so that
/// no input takes much memory.
inline constexpr std::size_t kLongestLine = 1 << 20;

/// The error for a longer line.
Error line_too_long(std::size_t line);

/// One line of a text.
struct TextLine {
  std::string_view text;   ///< without its end, LF or CR LF
  std::size_t number = 0;  ///< 1-based
  bool too_long = false;   ///< longer than was asked for; then `text` is empty
};

/// A text of any length that arrives in pieces and is taken line by line or in any other way. Holds what has
/// been added and not yet taken.
class TextBuffer {
 public:
  using Mark = base::Mark;

  /// Whether to drop a byte order mark at the beginning.
  explicit TextBuffer(Mark mark = Mark::drop) : mark_(mark) {}

  void add(std::string_view bytes);
  void end() { ended_ = true; }  ///< nothing more will be added
  /// Reads a piece and adds it, or notes the end. Returns whether anything was added.
  Result<bool> add_from(ByteInput& input);

  bool ended() const { return ended_; }
  /// Whether what is there may be the beginning of a byte order mark to be dropped: add more before looking.
  bool may_become_mark() const {
    return mark_ == Mark::drop && !ended_ && taken() == 0 && base::kByteOrderMark.starts_with(rest());
  }
  /// What is not yet taken; valid until something is added.
  std::string_view rest() const { return std::string_view(buffer_).substr(at_); }
  std::size_t line() const { return line_; }              ///< where the rest begins, 1-based
  std::uint64_t taken() const { return dropped_ + at_; }  ///< bytes of the text before the rest

  void take(std::size_t bytes);
  /// Takes the next line, or as much of it as has been added. Returns whether its end was there.
  bool take_line();
  /// Takes and returns the next line. Nothing if it is incomplete or there is none. A line of more than
  /// `longest` bytes is reported as too long and then skipped as it arrives.
  std::optional<TextLine> next_line(std::size_t longest = kLongestLine) {
    const std::string_view here = rest();
    const std::size_t end = here.find('\n', searched_);
    if (passing_ || end >= longest) return unusual_line(longest);
    at_ += end + 1;
    searched_ = 0;
    return TextLine{.text = without_return(here.substr(0, end)), .number = line_++};
  }

 private:
  static std::string_view without_return(std::string_view line) {
    return line.substr(0, line.size() - (line.ends_with('\r') ? 1 : 0));
  }
  std::optional<TextLine> unusual_line(std::size_t longest);  // long, skipped, incomplete, or the last
  void make_room();
  void drop_mark();

  std::string buffer_;
  std::size_t at_ = 0;         // where in the buffer the rest begins
  std::size_t searched_ = 0;   // how much of the rest has no line end
  std::uint64_t dropped_ = 0;  // bytes of the text before the buffer
  std::size_t line_ = 1;
  Mark mark_;
  bool passing_ = false;  // skipping a line that is too long
  bool ended_ = false;
};

/// Reads lines from a file descriptor as they arrive. Unlike a stream, it notices a stop while it waits.
class LineReader {
 public:
  /// `name` is for messages; `mark`: what becomes of a byte order mark at the beginning of the text.
  LineReader(int fd, std::string name, std::stop_token stop, base::Mark mark = base::Mark::drop)
      : input_(fd, std::move(name), std::move(stop)), text_(mark) {}

  /// The next line; nothing at the end. Its text is valid until the next call. One longer than kLongestLine
  /// is `too_long`. Errors, which are no end: machine, stopped.
  Result<std::optional<TextLine>> next();

 private:
  FileInput input_;
  TextBuffer text_;
};

}  // namespace halfturn

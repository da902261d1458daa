#include "base/line_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>

namespace halfturn {

namespace {
constexpr std::size_t kReadAtOnce = 1 << 16;
}

Error line_too_long(std::size_t line) {
  return {.message = "this line is longer than 1 MiB",
          .hint = fmt::format("a line has at most {} bytes", base::grouped(kLongestLine)),
          .line = line};
}

/// Only when the rest, which is moved, is no longer than what was taken: so a byte is moved once on average,
/// however small the pieces are that are added and taken.
void TextBuffer::make_room() {
  if (at_ < buffer_.size() - at_) return;
  buffer_.erase(0, at_);
  dropped_ += std::exchange(at_, 0);
}

void TextBuffer::drop_mark() {
  if (mark_ == Mark::drop && taken() == 0 && rest().starts_with(base::kByteOrderMark))
    at_ = base::kByteOrderMark.size();
}

void TextBuffer::add(std::string_view bytes) {
  make_room();
  buffer_ += bytes;
  drop_mark();
}

Result<bool> TextBuffer::add_from(ByteInput& input) {
  make_room();
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kReadAtOnce);
  const Result<std::size_t> got = input.read(std::span(buffer_).subspan(before));
  buffer_.resize(before + (got ? *got : 0));
  if (!got) return got.error();
  ended_ = *got == 0;
  drop_mark();
  return !ended_;
}

void TextBuffer::take(std::size_t bytes) {
  line_ += static_cast<std::size_t>(std::ranges::count(rest().substr(0, bytes), '\n'));
  at_ += bytes;
  searched_ = 0;
}

bool TextBuffer::take_line() {
  const std::size_t end = rest().find('\n');
  const bool whole = end != std::string_view::npos;
  take(whole ? end + 1 : rest().size());
  return whole;
}

std::optional<TextLine> TextBuffer::unusual_line(std::size_t longest) {
  if (passing_ && !take_line()) return std::nullopt;
  passing_ = false;
  const std::string_view here = rest();
  const std::size_t end = std::min(here.find('\n', searched_), here.size());
  if (end > longest) {
    passing_ = true;
    return TextLine{.text = {}, .number = line_, .too_long = true};
  }
  const bool whole = end < here.size();
  if (!whole && (!ended_ || here.empty())) {
    searched_ = end;
    return std::nullopt;
  }
  at_ += end + (whole ? 1 : 0);
  searched_ = 0;
  return TextLine{.text = without_return(here.substr(0, end)), .number = line_++};
}

Result<std::optional<TextLine>> LineReader::next() {
  while (true) {
    if (input_.stop_requested()) return FileInput::stopped();  // also while lines are at hand
    if (const std::optional<TextLine> line = text_.next_line()) return line;
    if (text_.ended()) return std::optional<TextLine>();
    if (const Result<bool> more = text_.add_from(input_); !more) return more.error();
  }
}

}  // namespace halfturn

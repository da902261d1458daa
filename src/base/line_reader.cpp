#include "base/line_reader.h"

#include <algorithm>
#include <span>

#include "base/text.h"

namespace halfturn {

namespace {
constexpr std::size_t kReadAtOnce = 1 << 16;
}

void TextBuffer::make_room() {
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

std::optional<std::string> LineReader::next() {
  while (!input_.stop_requested()) {
    if (const std::optional<TextLine> line = text_.next_line()) return std::string(line->text);
    if (text_.ended()) return std::nullopt;
    if (!text_.add_from(input_)) text_.end();
  }
  return std::nullopt;
}

}  // namespace halfturn

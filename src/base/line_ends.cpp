#include "base/line_ends.h"

#include <algorithm>

#include "base/text.h"

namespace halfturn {

namespace {
constexpr std::size_t kTakeAtOnce = 1 << 16;
constexpr std::size_t kFarthestFirst = 1 << 16;
}  // namespace

Result<bool> LineEnds::take_more() {
  if (ended_) return false;
  waiting_.erase(0, at_);
  at_ = 0;
  const std::size_t before = waiting_.size();
  const std::size_t held = has_return_ ? 1 : 0;
  waiting_.resize(before + held + kTakeAtOnce);
  const Result<std::size_t> got = input_.read(std::span(waiting_).subspan(before + held));
  waiting_.resize(before + held + (got ? *got : 0));
  if (!got) {
    waiting_.resize(before);
    return got.error();
  }
  if (held > 0) waiting_[before] = '\r';
  ended_ = *got == 0;
  has_return_ = false;
  for (std::size_t i = waiting_.find('\r', before); i != std::string::npos; i = waiting_.find('\r', i + 1)) {
    const bool is_last = i + 1 == waiting_.size();
    if (is_last && !ended_) {
      has_return_ = true;
      waiting_.pop_back();
    } else if (is_last || waiting_[i + 1] != '\n') {
      waiting_[i] = '\n';
    }
  }
  return true;
}

Result<std::size_t> LineEnds::read(std::span<char> space) {
  while (at_ == waiting_.size()) {
    const Result<bool> more = take_more();
    if (!more) return more.error();
    if (!*more) return std::size_t{0};
  }
  const std::size_t count = std::min(space.size(), waiting_.size() - at_);
  std::copy_n(waiting_.begin() + static_cast<std::ptrdiff_t>(at_), count, space.begin());
  at_ += count;
  return count;
}

bool LineEnds::ready() {
  return at_ < waiting_.size() || ended_ || input_.ready();
}

Result<char> LineEnds::first_byte() {
  std::size_t from = 0;
  while (true) {
    const std::string_view text = std::string_view(waiting_).substr(0, kFarthestFirst);
    const bool may_be_mark =
        !ended_ && text.size() < base::kByteOrderMark.size() && base::kByteOrderMark.starts_with(text);
    if (!may_be_mark) {
      if (from == 0 && text.starts_with(base::kByteOrderMark)) from = base::kByteOrderMark.size();
      from = std::min(text.find_first_not_of(" \t\r\n", from), text.size());
      if (from < text.size()) return text[from];
      if (text.size() == kFarthestFirst) return '\0';
    }
    const Result<bool> more = take_more();
    if (!more) return more.error();
    if (!*more) return '\0';
  }
}

}  // namespace halfturn

#include "cli/shared/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace halfturn::cli {

namespace {
constexpr int kPollEvery = 100;
constexpr std::size_t kLineChunk = 1 << 16;
}  // namespace

bool LineReader::fill() {
  while (!stop_.stop_requested()) {
    pollfd ready{.fd = fd_, .events = POLLIN, .revents = 0};
    const int count = ::poll(&ready, 1, kPollEvery);
    if (count == 0 || (count < 0 && errno == EINTR)) continue;
    std::array<char, kLineChunk> chunk;
    const ssize_t got = ::read(fd_, chunk.data(), chunk.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) error_number_ = errno;
    if (got <= 0) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    return true;
  }
  return false;
}

std::optional<std::string> LineReader::next() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::size_t searched = at_;
  while (!ended_) {
    if (stop_.stop_requested()) return std::nullopt;
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = buffer_.substr(at_, end - at_);
      at_ = end + 1;
      if (line.ends_with('\r')) line.pop_back();
      if (std::exchange(first_, false) && line.starts_with(kByteOrderMark))
        line.erase(0, kByteOrderMark.size());
      return line;
    }
    const std::size_t pending = buffer_.size() - at_;
    if (!fill()) ended_ = true;
    searched = at_ + pending;
  }
  if (stop_.stop_requested() || at_ >= buffer_.size()) return std::nullopt;
  std::string line = buffer_.substr(at_);
  at_ = buffer_.size();
  if (std::exchange(first_, false) && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
  return line;
}

}  // namespace halfturn::cli

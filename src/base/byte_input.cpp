#include "base/byte_input.h"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace halfturn {

namespace {
constexpr int kPollMilliseconds = 100;
}

Result<std::size_t> FileInput::read(std::span<char> space) {
  while (!stop_.stop_requested()) {
    pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
    const int count = ::poll(&waiting, 1, kPollMilliseconds);
    // poll() passes over a negative descriptor; read() says what is wrong with it.
    if (fd_ >= 0 && (count == 0 || (count < 0 && errno == EINTR))) continue;
    const ssize_t got = ::read(fd_, space.data(), space.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR || errno == EAGAIN) continue;
    return Error{ErrorKind::machine,
                 fmt::format("cannot read {}: {}", name_, std::generic_category().message(errno)),
                 {}};
  }
  return stopped();
}

bool FileInput::ready() {
  pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, 0) != 0;
}

}  // namespace halfturn

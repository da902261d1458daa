#include "cli/shared/say.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace halfturn::cli {

namespace {

constexpr int kWaitForRoomMilliseconds = 1000;

/// Keeps the signal of a broken pipe from this thread, so that writing to one is an error like any other.
/// Only here: the same signal on stdout ends the program quietly, as with 'halfturn scramble | head'.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() noexcept {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutPipeSignal() {
    // The signal goes to the thread that wrote, so it is pending here, and is taken away before it can act.
    constexpr timespec kWithoutWaiting{};
    if (!was_pending_)
      while (sigtimedwait(&pipe_, nullptr, &kWithoutWaiting) < 0 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace

void say_text(std::string_view text) noexcept {
  const WithoutPipeSignal quiet;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno == EAGAIN) {
      pollfd room{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
      if (::poll(&room, 1, kWaitForRoomMilliseconds) <= 0) break;
    } else if (written == 0 || errno != EINTR) {
      break;
    }
  }
}

}  // namespace halfturn::cli

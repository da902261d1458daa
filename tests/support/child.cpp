#include "support/child.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <system_error>

namespace halfturn::testing {

namespace {

constexpr auto kPatience = std::chrono::minutes(2);

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Child::Child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    ::close(ends[0]);
    std::string text;
    try {
      text = work();
    } catch (const std::exception& error) {
      text = std::string("(threw: ") + error.what() + ")";
    }
    write_all(ends[1], text);
    ::_exit(0);
  }
  ::close(ends[1]);
  answer_ = ends[0];
}

Child::~Child() {
  kill();
  ::close(answer_);
}

void Child::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  status_after_end();
}

int Child::status_after_end() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

std::string Child::wait() {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::string text;
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd waiting{answer_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) == 0) {
      kill();
      return "(hung)";
    }
    std::array<char, 4096> piece{};
    const ssize_t got = ::read(answer_, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  const int status = status_after_end();
  if (WIFSIGNALED(status)) return "(signal " + std::to_string(WTERMSIG(status)) + ")";
  if (WEXITSTATUS(status) != 0) return "(exit code " + std::to_string(WEXITSTATUS(status)) + ")";
  return text;
}

bool is_root() {
  return ::geteuid() == 0;
}

bool become_nobody() {
  return ::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0;
}

std::string as_ordinary_user(const std::function<std::string()>& work) {
  return in_child([&]() -> std::string {
    if (is_root() && !become_nobody()) return "(cannot become another user)";
    return work();
  });
}

}  // namespace halfturn::testing

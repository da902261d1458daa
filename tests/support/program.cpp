#include "support/program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>

#include "support/child.h"

namespace halfturn::testing {

namespace {

constexpr auto kWaitForOutput = std::chrono::minutes(2);
constexpr auto kPollInterval = std::chrono::milliseconds(2);
constexpr int kNotStarted = 127;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// An unnamed file in memory: unlike a pipe, it takes any amount of output without a reader.
int memory_file(const std::string& content = {}) {
  const int fd = checked(::memfd_create("test", MFD_CLOEXEC), "memfd_create");
  if (::write(fd, content.data(), content.size()) != static_cast<ssize_t>(content.size()) ||
      ::lseek(fd, 0, SEEK_SET) != 0)
    throw std::system_error(errno, std::generic_category(), "write");
  return fd;
}

std::string content_of(int fd) {
  std::string text;
  std::array<char, 4096> piece{};
  ssize_t got = 0;
  while ((got = ::pread(fd, piece.data(), piece.size(), static_cast<off_t>(text.size()))) > 0)
    text.append(piece.data(), static_cast<std::size_t>(got));
  return text;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Runs between fork and exec, so it makes only system calls.
bool prepare(const Start& start, const sigset_t& no_signals) {
  for (int signal = 1; signal < SIGRTMIN; ++signal)
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  for (int signal : start.ignored_signals) ::signal(signal, SIG_IGN);
  if (::sigprocmask(SIG_SETMASK, &no_signals, nullptr) != 0) return false;
  if (start.largest_file) {
    const rlimit limit{*start.largest_file, *start.largest_file};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
  }
  if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) return false;
  return !start.as_nobody || become_nobody();
}

}  // namespace

Running::Running(const Start& start) {
  std::vector<std::string> arguments = {start.program.filename().string()};
  arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
  std::vector<std::string> environment;
  for (const auto& [name, value] : start.environment) environment.push_back(name + "=" + value);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  sigset_t no_signals;
  sigemptyset(&no_signals);

  // Opened before the fork, because another user may have no access to its path.
  const int program = checked(::open(start.program.c_str(), O_RDONLY | O_CLOEXEC), start.program.c_str());
  const int in = memory_file(start.input);
  out_ = start.output.empty()
             ? memory_file()
             : checked(::open(start.output.c_str(), O_WRONLY | O_CLOEXEC), start.output.c_str());
  err_ = start.errors.empty()
             ? memory_file()
             : checked(::open(start.errors.c_str(), O_WRONLY | O_CLOEXEC), start.errors.c_str());
  std::array<int, 2> pipe{};
  checked(::pipe2(pipe.data(), O_CLOEXEC), "pipe");
  ::close(pipe[0]);
  pid_ = checked(::fork(), "fork");
  if (pid_ == 0) {
    bool ready = prepare(start, no_signals) && ::dup2(in, STDIN_FILENO) >= 0 &&
                 ::dup2(out_, STDOUT_FILENO) >= 0 && ::dup2(err_, STDERR_FILENO) >= 0;
    for (const int fd : start.broken) ready = ready && ::dup2(pipe[1], fd) >= 0;
    for (const int fd : start.closed) ready = ready && ::close(fd) == 0;
    if (ready) ::fexecve(program, argument_pointers.data(), environment_pointers.data());
    ::_exit(kNotStarted);
  }
  ::close(pipe[1]);
  ::close(program);
  ::close(in);
}

Running::~Running() {
  if (!ended()) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(out_);
  ::close(err_);
}

void Running::send(int signal) const {
  if (!status_) ::kill(pid_, signal);
}

bool Running::listens_for(int signal) {
  // The program blocks the signals that a thread of its own waits for.
  const std::string path = "/proc/" + std::to_string(pid_) + "/status";
  while (!ended()) {
    std::ifstream status(path);
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("SigBlk:") && (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0)
        return true;
    std::this_thread::sleep_for(kPollInterval);
  }
  return false;
}

bool Running::ended() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_.has_value();
}

Outcome Running::wait() {
  Outcome outcome;
  const auto deadline = std::chrono::steady_clock::now() + kWaitForOutput;
  while (!ended()) {
    if (!outcome.hung && std::chrono::steady_clock::now() > deadline) {
      outcome.hung = true;
      send(SIGKILL);
    }
    std::this_thread::sleep_for(kPollInterval);
  }
  if (WIFEXITED(*status_)) outcome.code = WEXITSTATUS(*status_);
  if (WIFSIGNALED(*status_)) outcome.signal = WTERMSIG(*status_);
  outcome.out = content_of(out_);
  outcome.err = content_of(err_);
  return outcome;
}

}  // namespace halfturn::testing

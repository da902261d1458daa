#include "cli/shared/other_program.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/file_descriptor.h"
#include "base/system_error.h"

namespace halfturn::cli {

namespace {

bool put(const FileDescriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::lseek(file.get(), 0, SEEK_SET) == 0;
}

std::string content_of(const FileDescriptor& file) {
  std::string all;
  std::array<char, 1 << 16> buffer{};
  off_t at = 0;
  while (true) {
    const ssize_t count = ::pread(file.get(), buffer.data(), buffer.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

}  // namespace

bool is_on_path(const std::string& program) {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing changes it
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::filesystem::path file = std::filesystem::path(folders.substr(0, end)) / program;
    std::error_code trouble;
    if (std::filesystem::is_regular_file(file, trouble) && ::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

namespace {

/// How a child begins: with these descriptors, and without the signals that this process holds back.
class Start {
 public:
  Start() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;
  ~Start() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  Result<pid_t> spawn(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int failure =
        ::posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
    if (failure != 0) return system_error("start", words.front(), failure);
    return child;
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

Result<int> end_of(pid_t child, const std::string& name, const std::stop_token& stop) {
  const std::stop_callback tell(stop, [child] { ::kill(child, SIGTERM); });
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return system_error("wait for", name, errno);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<ProgramAnswer> run_program(const std::vector<std::string>& words, const ProgramCall& call) {
  // Files in memory, which are read and written like pipes, but nobody waits for anybody.
  const FileDescriptor in(::memfd_create("in", MFD_CLOEXEC));
  const FileDescriptor out(::memfd_create("out", MFD_CLOEXEC));
  const FileDescriptor err(::memfd_create("err", MFD_CLOEXEC));
  if (in.get() < 0 || out.get() < 0 || err.get() < 0 || !put(in, call.input))
    return system_error("keep", "what a program reads and writes in memory", errno);
  Start start;
  if (!call.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&start.actions, call.folder.c_str());
  ::posix_spawn_file_actions_adddup2(&start.actions, in.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&start.actions, out.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&start.actions, err.get(), STDERR_FILENO);
  const Result<pid_t> child = start.spawn(words);
  if (!child) return child.error();
  const Result<int> code = end_of(*child, words.front(), call.stop);
  if (!code) return code.error();
  return ProgramAnswer{*code, content_of(out), content_of(err)};
}

Result<int> run_attached(const std::vector<std::string>& words, const std::filesystem::path& folder,
                         const std::stop_token& stop) {
  Start start;
  ::posix_spawn_file_actions_addopen(&start.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addchdir_np(&start.actions, folder.c_str());
  const Result<pid_t> child = start.spawn(words);
  if (!child) return child.error();
  return end_of(*child, words.front(), stop);
}

}  // namespace halfturn::cli

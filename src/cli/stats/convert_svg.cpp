#include "cli/stats/convert_svg.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/file_descriptor.h"
#include "base/system_error.h"
#include "cli/shared/other_program.h"

namespace halfturn::cli {

namespace {

constexpr const char* kConverter = "rsvg-convert";

Error no_converter() {
  return {ErrorKind::machine, fmt::format("there is no program {}, which makes PNG and PDF", kConverter),
          "install it, on Debian with 'apt-get install librsvg2-bin', or take --picture svg"};
}

Error cannot_convert(const std::string& why) {
  return {ErrorKind::machine, fmt::format("{} could not convert a picture: {}", kConverter, why),
          "--picture svg needs no other program"};
}

/// A file in memory, which the other program reads or writes as if it were a pipe, but nobody waits for
/// anybody.
FileDescriptor memory_file() {
  return FileDescriptor(::memfd_create("picture", MFD_CLOEXEC));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::lseek(fd, 0, SEEK_SET) == 0;
}

std::string read_all(int fd) {
  std::string all;
  std::array<char, 1 << 16> buffer{};
  off_t at = 0;
  while (true) {
    const ssize_t count = ::pread(fd, buffer.data(), buffer.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

Result<void> find_svg_converter() {
  if (is_on_path(kConverter)) return {};
  return no_converter();
}

Result<std::string> converted_svg(std::string_view svg, std::string_view format) {
  const FileDescriptor input = memory_file();
  const FileDescriptor output = memory_file();
  const FileDescriptor messages = memory_file();
  if (input.get() < 0 || output.get() < 0 || messages.get() < 0 || !write_all(input.get(), svg))
    return system_error("keep", "a picture in memory", errno);
  std::string format_flag = fmt::format("--format={}", format);
  std::string zoom_flag = format == "png" ? "--zoom=2" : "--zoom=1";
  std::string name = kConverter;
  const std::array<char*, 4> arguments = {name.data(), format_flag.data(), zoom_flag.data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, messages.get(), STDERR_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, kConverter, &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure == ENOENT) return no_converter();
  if (failure != 0) return cannot_convert(system_error("start", kConverter, failure).message);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return cannot_convert(system_error("wait for", kConverter, errno).message);
  std::string picture = read_all(output.get());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !picture.empty()) return picture;
  if (WIFSIGNALED(status)) return cannot_convert(fmt::format("it was ended by signal {}", WTERMSIG(status)));
  const std::string said = first_line(read_all(messages.get()));
  if (!said.empty()) return cannot_convert(said);
  if (WEXITSTATUS(status) != 0) return cannot_convert(fmt::format("exit code {}", WEXITSTATUS(status)));
  return cannot_convert("it wrote nothing");
}

}  // namespace halfturn::cli

#include "base/output_target.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file_kind.h"
#include "base/system_error.h"

namespace halfturn {

namespace {

constexpr auto kReaderInterval = std::chrono::milliseconds(50);

Error cannot_write(const std::filesystem::path& name, int error_number) {
  Error error = system_error("write", name, error_number);
  error.remedy = Remedy::none;  // this is not the folder for tables
  return error;
}

/// A link of /proc/PID/fd, which stands for an open file.
bool is_open_file(const std::filesystem::path& link) {
  struct statfs info {};
  return ::statfs(link.parent_path().c_str(), &info) == 0 && info.f_type == PROC_SUPER_MAGIC;
}

/// The number of the descriptor, if it is one of this process.
std::optional<int> own_descriptor(const std::filesystem::path& link) {
  const std::string name = link.filename().string();
  int number = -1;
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  struct stat by_number {};
  struct stat by_name {};
  if (failure != std::errc() || end != name.data() + name.size() || ::fstat(number, &by_number) != 0 ||
      ::stat(link.c_str(), &by_name) != 0 || by_number.st_dev != by_name.st_dev ||
      by_number.st_ino != by_name.st_ino)
    return std::nullopt;
  return number;
}

Result<FileDescriptor> open_stream(const std::filesystem::path& path, mode_t mode,
                                   const std::stop_token& stop) {
  if (S_ISDIR(mode) || S_ISSOCK(mode)) return not_a_file(path, mode);
  // Non-blocking for a pipe alone: to wait for its reader, and later for room in it, must not be deaf.
  const int flags = O_WRONLY | O_NOCTTY | O_CLOEXEC | (S_ISFIFO(mode) ? O_NONBLOCK : 0);
  while (true) {
    FileDescriptor file(::open(path.c_str(), flags));
    if (file.valid()) return file;
    if (errno == EINTR) continue;
    if (errno != ENXIO || !S_ISFIFO(mode)) return cannot_write(path, errno);
    if (stop.stop_requested())
      return Error{.kind = ErrorKind::stopped,
                   .message = "stopped while waiting for somebody to read " + path.string(),
                   .hint = {}};
    std::this_thread::sleep_for(kReaderInterval);
  }
}

}  // namespace

Result<OutputTarget> find_output(const std::filesystem::path& name, const std::stop_token& stop) {
  std::filesystem::path path = name;
  while (true) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0) {
      if (errno == ENOENT) return OutputTarget{.path = path, .stream = {}};
      return cannot_write(path, errno);
    }
    if (S_ISREG(info.st_mode)) return OutputTarget{.path = path, .is_there = true, .stream = {}};
    if (!S_ISLNK(info.st_mode)) {
      Result<FileDescriptor> stream = open_stream(path, info.st_mode, stop);
      if (!stream) return stream.error();
      return OutputTarget{.path = path, .is_there = true, .stream = *std::move(stream)};
    }
    if (is_open_file(path)) {
      // A copy of the descriptor, so that what is written comes after what is there already.
      const std::optional<int> number = own_descriptor(path);
      FileDescriptor copy(number ? ::fcntl(*number, F_DUPFD_CLOEXEC, 0)
                                 : ::open(path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC));
      if (!copy.valid()) return cannot_write(name, errno);
      return OutputTarget{.path = path, .is_there = true, .stream = std::move(copy)};
    }
    // The system judges first: links in a circle, and links that others have laid in a shared folder.
    if (::stat(path.c_str(), &info) != 0 && errno != ENOENT) return cannot_write(name, errno);
    std::error_code failure;
    const std::filesystem::path target = std::filesystem::read_symlink(path, failure);
    if (failure) return cannot_write(name, failure.value());
    path = path.parent_path() / target;  // the target alone, if it is absolute
  }
}

}  // namespace halfturn

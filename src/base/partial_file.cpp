#include "base/partial_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "base/file_kind.h"
#include "base/sync.h"
#include "base/system_error.h"

namespace halfturn {

namespace {

constexpr mode_t kFileMode = 0666;  // minus the umask
constexpr auto kPollInterval = std::chrono::milliseconds(50);

/// Whether the path still names the file that we hold; a former holder of the lock may have renamed or
/// removed it.
bool still_named(const struct stat& held, const std::filesystem::path& path) {
  struct stat named {};
  return ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

/// An empty file of our own and with no other name: what another writer has made a moment ago and not locked
/// yet. Anything else is what a killed process, or somebody else, has left behind.
bool is_fresh(const struct stat& info) {
  return info.st_size == 0 && info.st_nlink == 1 && info.st_uid == ::geteuid();
}

/// Fails with EEXIST rather than replace anything.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
#if defined(RENAME_NOREPLACE)
  const int failed = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  // Some network file systems do not know this.
  if (failed == 0 || errno != EINVAL) return failed;
#endif
  if (::link(from.c_str(), to.c_str()) != 0) return -1;
  ::unlink(from.c_str());
  return 0;
}

/// Refuses a final name that stands for something that renaming would destroy.
Result<void> check_replaceable(const std::filesystem::path& final_path) {
  struct stat info {};
  if (::lstat(final_path.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISLNK(info.st_mode)) return {};
  return not_a_file(final_path, info.st_mode);
}

/// Makes the file, or opens the one that is there if it is regular. Not through a link: what it points to is
/// not ours to touch. An invalid descriptor: it has gone meanwhile; try again.
Result<FileDescriptor> make_or_open(const std::filesystem::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
  if (file.valid()) return file;
  if (errno != EEXIST) return system_error("write", path, errno);
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return FileDescriptor();
    return system_error("write", path, errno);
  }
  if (!S_ISREG(info.st_mode)) return not_a_file(path, info.st_mode);
  file = FileDescriptor(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid() && errno != ENOENT) return system_error("write", path, errno);
  return file;
}

}  // namespace

PartialFile::PartialFile(FileDescriptor file, std::filesystem::path partial, std::filesystem::path final_path)
    : file_(std::move(file)), partial_path_(std::move(partial)), final_path_(std::move(final_path)) {}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : file_(std::move(other.file_)),
      partial_path_(std::move(other.partial_path_)),
      final_path_(std::move(other.final_path_)),
      waited_(other.waited_),
      pending_(std::exchange(other.pending_, false)) {}

PartialFile::~PartialFile() {
  if (pending_) ::unlink(partial_path_.c_str());  // before the lock is given back by closing
}

std::optional<Result<PartialFile>> PartialFile::try_to_acquire(const std::filesystem::path& final_path) {
  if (Result<void> replaceable = check_replaceable(final_path); !replaceable) return replaceable.error();
  std::filesystem::path partial = final_path;
  partial += ".partial";
  while (true) {
    Result<FileDescriptor> file = make_or_open(partial);
    if (!file) return file.error();
    if (!file->valid()) continue;
    if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK) return std::nullopt;
      // A file system without locks. A name of our own keeps two writers apart; the last to finish wins.
      std::filesystem::path own = partial;
      own += fmt::format(".{}", ::getpid());
      ::unlink(partial.c_str());
      ::unlink(own.c_str());
      *file =
          FileDescriptor(::open(own.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
      if (!file->valid()) return system_error("write", own, errno);
      return PartialFile(*std::move(file), std::move(own), final_path);
    }
    struct stat held {};
    if (::fstat(file->get(), &held) != 0) return system_error("write", partial, errno);
    if (!still_named(held, partial)) continue;
    if (is_fresh(held)) return PartialFile(*std::move(file), std::move(partial), final_path);
    if (::unlink(partial.c_str()) != 0) return system_error("write", partial, errno);
  }
}

Result<PartialFile> PartialFile::acquire(const std::filesystem::path& final_path, const std::stop_token& stop,
                                         const std::function<void()>& waiting) {
  bool waited = false;
  while (true) {
    if (std::optional<Result<PartialFile>> acquired = try_to_acquire(final_path)) {
      if (acquired->ok()) acquired->value().waited_ = waited;
      return *std::move(acquired);
    }
    waited = true;
    waiting();
    if (stop.stop_requested())
      return Error{.kind = ErrorKind::stopped, .message = "stopped while waiting", .hint = {}};
    std::this_thread::sleep_for(kPollInterval);
  }
}

Result<PartialFile> PartialFile::acquire_now(const std::filesystem::path& final_path) {
  if (std::optional<Result<PartialFile>> acquired = try_to_acquire(final_path)) return *std::move(acquired);
  return Error{.kind = ErrorKind::bad_input,
               .message = fmt::format("another process is writing {}", final_path.string()),
               .hint = "wait for its end, or choose another name"};
}

Result<void> PartialFile::reserve(std::uint64_t bytes) {
#if defined(__linux__)
  if (::fallocate(file_.get(), 0, 0, static_cast<off_t>(bytes)) == 0) return {};
#else
  errno = ::posix_fallocate(file_.get(), 0, static_cast<off_t>(bytes));
  if (errno == 0) return {};
#endif
  if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINTR) return {};  // then writing will tell
  const int error_number = errno;
  Error error = system_error("write", final_path_, error_number);
  struct statvfs disk {};
  if (error_number == ENOSPC && ::fstatvfs(file_.get(), &disk) == 0)
    error.message += fmt::format("; it needs {}, {} are free", human_bytes(bytes),
                                 human_bytes(std::uint64_t{disk.f_bavail} * disk.f_frsize));
  return error;
}

Result<void> PartialFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      return system_error("write", final_path_, errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> PartialFile::commit(bool replace) {
  if (Result<void> synced = sync_file(file_, final_path_); !synced) return synced;
  // Something may have been made under the final name while the content was.
  if (Result<void> replaceable = check_replaceable(final_path_); !replaceable) return replaceable;
  const int failed = replace ? ::rename(partial_path_.c_str(), final_path_.c_str())
                             : rename_to_new(partial_path_, final_path_);
  if (failed != 0 && !replace && errno == EEXIST)
    return Error{.kind = ErrorKind::bad_input,
                 .message = fmt::format("{} is there already", final_path_.string()),
                 .hint = "choose another name"};
  if (failed != 0) return system_error("give its name to", final_path_, errno);
  pending_ = false;
  return sync_folder_of(final_path_);
}

Result<void> PartialFile::commit() {
  return commit(true);
}

Result<void> PartialFile::commit_if_new() {
  return commit(false);
}

}  // namespace halfturn

#include "base/partial_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/system_error.h"

namespace halfturn {

namespace {

constexpr mode_t kFileMode = 0644;
constexpr auto kPollInterval = std::chrono::milliseconds(50);

/// Whether the path still names the file that we hold; a former holder of the lock may have renamed or
/// removed it.
bool still_named(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(file.get(), &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace

PartialFile::PartialFile(FileDescriptor file, std::filesystem::path partial, std::filesystem::path final_path,
                         bool waited)
    : file_(std::move(file)),
      partial_path_(std::move(partial)),
      final_path_(std::move(final_path)),
      waited_(waited) {}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : file_(std::move(other.file_)),
      partial_path_(std::move(other.partial_path_)),
      final_path_(std::move(other.final_path_)),
      waited_(other.waited_),
      pending_(std::exchange(other.pending_, false)) {}

PartialFile::~PartialFile() {
  if (pending_) ::unlink(partial_path_.c_str());  // before the lock is given back by closing
}

Result<PartialFile> PartialFile::acquire(const std::filesystem::path& final_path, const std::stop_token& stop,
                                         const std::function<void()>& waiting) {
  std::filesystem::path partial = final_path;
  partial += ".partial";
  bool waited = false;
  while (true) {
    // Not through a link: what it points to is not ours to empty.
    FileDescriptor file(::open(partial.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kFileMode));
    if (!file.valid()) return system_error("write", partial, errno);
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) {
        // A file system without locks. A name of our own keeps two writers apart; the last to finish wins.
        std::filesystem::path own = partial;
        own += fmt::format(".{}", ::getpid());
        ::unlink(partial.c_str());
        file = FileDescriptor(::open(own.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode));
        if (!file.valid()) return system_error("write", own, errno);
        return PartialFile(std::move(file), std::move(own), final_path, waited);
      }
      waited = true;
      waiting();
      if (stop.stop_requested())
        return Error{.kind = ErrorKind::stopped, .message = "stopped while waiting", .hint = {}};
      std::this_thread::sleep_for(kPollInterval);
    }
    if (!still_named(file, partial)) continue;
    if (::ftruncate(file.get(), 0) != 0) return system_error("write", partial, errno);
    return PartialFile(std::move(file), std::move(partial), final_path, waited);
  }
}

Result<void> PartialFile::reserve(std::uint64_t bytes) {
  if (::fallocate(file_.get(), 0, 0, static_cast<off_t>(bytes)) == 0) return {};
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

Result<void> PartialFile::commit() {
  if (::fsync(file_.get()) != 0) return system_error("write", final_path_, errno);
  if (::rename(partial_path_.c_str(), final_path_.c_str()) != 0)
    return system_error("give its name to", final_path_, errno);
  pending_ = false;
  // The name itself must reach the disk too. Where a folder cannot be synced, the file is complete all the
  // same.
  const FileDescriptor folder(::open(final_path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid()) ::fsync(folder.get());
  return {};
}

}  // namespace halfturn

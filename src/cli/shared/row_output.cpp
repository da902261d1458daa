#include "cli/shared/row_output.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/file_kind.h"
#include "base/output_target.h"
#include "base/sync.h"

namespace halfturn::cli {

namespace {

constexpr auto kWriteEvery = std::chrono::milliseconds(500);
constexpr int kRoomMilliseconds = 100;
constexpr std::size_t kWriteFrom = 1 << 16;  // bytes; more are written at once

Error trouble(const char* attempt, const std::string& name, int number) {
  Error error{ErrorKind::machine,
              fmt::format("cannot {} {}: {}", attempt, name, std::generic_category().message(number)),
              {}};
  if (number == ENOSPC || number == EDQUOT || number == EFBIG) error.hint = "make room";
  if (number == ENOENT) error.hint = "its folder must be there";
  return error;
}

}  // namespace

Error is_there_already(const std::string& path) {
  return {ErrorKind::bad_input, fmt::format("{} is there already", path),
          "write over it by --force, go on with a file of many by --resume, or choose another name"};
}

RowOutput::RowOutput(std::string name, std::filesystem::path path, FileDescriptor file, bool made,
                     std::stop_token stop)
    : name_(std::move(name)),
      path_(std::move(path)),
      fd_(std::move(file)),
      made_(made),
      stop_(std::move(stop)) {}

Result<std::unique_ptr<RowOutput>> RowOutput::open(const std::string& path, IfThere if_there,
                                                   const std::stop_token& stop) {
  const auto made = [&stop](std::string name, std::filesystem::path file, FileDescriptor fd, bool is_new) {
    return std::unique_ptr<RowOutput>(
        new RowOutput(std::move(name), std::move(file), std::move(fd), is_new, stop));
  };
  if (path.empty()) {
    FileDescriptor copy(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!copy.valid()) return trouble("write", "the output", errno);
    return made("the output", {}, std::move(copy), false);
  }
  Result<OutputTarget> target = find_output(path, stop);
  if (!target) return target.error();
  if (target->stream.valid()) {
    if (if_there == IfThere::resume)
      return Error{ErrorKind::bad_input, fmt::format("{} is no file that could be resumed", path),
                   "leave out --resume"};
    return made(path, target->path, std::move(target->stream), false);
  }
  constexpr mode_t kMode = 0666;  // minus the umask
  FileDescriptor file(
      ::open(target->path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode));
  const bool is_new = file.valid();
  if (!is_new && errno != EEXIST) return trouble("write", path, errno);
  if (!is_new && if_there == IfThere::refuse) return is_there_already(path);
  if (!is_new)
    file = FileDescriptor(::open(target->path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid()) return trouble("write", path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return trouble("write", path, errno);
  if (!S_ISREG(info.st_mode)) return not_a_file(path, info.st_mode);  // it has just been exchanged
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorKind::bad_input, fmt::format("another process is writing {}", path),
                 "wait for its end, or choose another name"};
  return made(path, target->path, std::move(file), is_new);
}

RowOutput::~RowOutput() {
  if (writer_.joinable()) {
    writer_.request_stop();
    writer_.join();
  }
  if (made_ && !begun_) ::unlink(path_.c_str());
}

Result<void> RowOutput::begin(std::uint64_t keep) {
  struct stat info {};
  if (is_file() && ::fstat(fd_.get(), &info) == 0 && S_ISREG(info.st_mode)) {
    const auto end = static_cast<off_t>(keep);
    if (info.st_size != end && ::ftruncate(fd_.get(), end) != 0) return trouble("write", name_, errno);
    if (::lseek(fd_.get(), end, SEEK_SET) != end) return trouble("write", name_, errno);
    if (made_)
      if (Result<void> synced = sync_folder_of(path_); !synced) return synced;
  }
  begun_ = true;
  writer_ = std::jthread([this](const std::stop_token& stop) { write_regularly(stop); });
  return {};
}

void RowOutput::write_out() {
  std::string_view rest = waiting_;
  while (!rest.empty() && error_number_ == 0) {
    const ssize_t written = ::write(fd_.get(), rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{.fd = fd_.get(), .events = POLLOUT, .revents = 0};
      if (::poll(&ready, 1, kRoomMilliseconds) == 0 && stop_.stop_requested()) error_number_ = ECANCELED;
    } else if (errno != EINTR) {
      error_number_ = errno;
    }
  }
  waiting_.clear();
}

void RowOutput::write_regularly(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    waking_.wait_for(lock, stop, kWriteEvery, [] { return false; });
    write_out();
  }
}

bool RowOutput::append(std::string_view text) {
  const std::lock_guard lock(mutex_);
  waiting_ += text;
  if (waiting_.size() >= kWriteFrom) write_out();
  return error_number_ == 0;
}

void RowOutput::flush() {
  const std::lock_guard lock(mutex_);
  write_out();
}

std::optional<Error> RowOutput::error() {
  const std::lock_guard lock(mutex_);
  if (error_number_ == 0) return std::nullopt;
  if (error_number_ == ECANCELED)
    return Error{ErrorKind::stopped, fmt::format("stopped while nobody reads {}", name_), {}};
  return trouble("write", name_, error_number_);
}

Result<void> RowOutput::finish() {
  if (writer_.joinable()) {
    writer_.request_stop();
    writer_.join();
  }
  flush();
  if (const std::optional<Error> failed = error()) return *failed;
  return is_file() ? sync_file(fd_, name_) : Result<void>();
}

}  // namespace halfturn::cli

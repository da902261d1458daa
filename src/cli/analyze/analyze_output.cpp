#include "cli/analyze/analyze_output.h"

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

namespace halfturn::cli {

namespace {

constexpr auto kWriteEvery = std::chrono::milliseconds(500);
constexpr std::size_t kWriteFrom = 1 << 16;  // bytes; more are written at once

Error trouble(const char* attempt, const std::string& name, int number) {
  Error error{ErrorKind::machine,
              fmt::format("cannot {} {}: {}", attempt, name, std::generic_category().message(number)),
              {}};
  if (number == ENOSPC || number == EDQUOT || number == EFBIG) error.hint = "make room";
  if (number == ENOENT) error.hint = "its folder must be there";
  return error;
}

constexpr int kPollMilliseconds = 100;

Error stopped_writing(const std::string& name) {
  return {ErrorKind::stopped, fmt::format("stopped while {} took nothing more", name), {}};
}

bool is_fifo(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
}

/// Waits for a reader, as an ordinary open would, but not beyond a stop.
Result<FileDescriptor> open_fifo(const std::string& path, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.valid()) return file;
    if (errno != ENXIO && errno != EINTR) return trouble("write", path, errno);
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
  }
  return Error{ErrorKind::stopped, fmt::format("stopped before anybody read {}", path), {}};
}

/// Whether fsync failed because there is nothing to sync, as with a pipe or a device.
bool cannot_be_synced(int number) {
  return number == EINVAL || number == ENOTSUP || number == EROFS;
}

}  // namespace

RowOutput::RowOutput(std::string path, FileDescriptor file, bool made, std::stop_token stop)
    : path_(std::move(path)),
      name_(path_.empty() ? "the output" : path_),
      fd_(std::move(file)),
      made_(made),
      stop_(std::move(stop)) {}

Result<std::unique_ptr<RowOutput>> RowOutput::open(const std::string& path, IfThere if_there,
                                                   std::stop_token stop) {
  const auto made = [&](FileDescriptor file, bool is_new) {
    return std::unique_ptr<RowOutput>(new RowOutput(path, std::move(file), is_new, stop));
  };
  if (path.empty()) {
    FileDescriptor copy(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!copy.valid()) return trouble("write", "the output", errno);
    return made(std::move(copy), false);
  }
  constexpr mode_t kMode = 0666;  // minus the umask
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
  const bool is_new = file.valid();
  if (!is_new && errno != EEXIST) return trouble("write", path, errno);
  if (!is_new && if_there == IfThere::refuse)
    return Error{ErrorKind::bad_input, fmt::format("{} is there already", path),
                 "write over it by --force, go on with a file of many by --resume, or choose another name"};
  if (!is_new && is_fifo(path)) {
    Result<FileDescriptor> fifo = open_fifo(path, stop);
    if (!fifo) return fifo.error();
    file = std::move(*fifo);
  }
  // A device may be write-only.
  if (!file.valid()) file = FileDescriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.valid() && if_there == IfThere::replace && errno == EACCES)
    file = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid()) return trouble("write", path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return trouble("write", path, errno);
  if (if_there == IfThere::resume && !S_ISREG(info.st_mode))
    return Error{ErrorKind::bad_input, fmt::format("{} is no file that could be resumed", path),
                 "leave out --resume"};
  if (S_ISREG(info.st_mode) && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorKind::bad_input, fmt::format("another process is writing {}", path),
                 "wait for its end, or choose another name"};
  return made(std::move(file), is_new);
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
      if (::poll(&ready, 1, kPollMilliseconds) == 0 && stop_.stop_requested()) error_number_ = ECANCELED;
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

std::optional<Error> RowOutput::error() {
  const std::lock_guard lock(mutex_);
  if (error_number_ == 0) return std::nullopt;
  if (error_number_ == ECANCELED) return stopped_writing(name_);
  return trouble("write", name_, error_number_);
}

Result<void> RowOutput::finish() {
  if (writer_.joinable()) {
    writer_.request_stop();
    writer_.join();
  }
  {
    const std::lock_guard lock(mutex_);
    write_out();
    if (error_number_ == 0 && is_file() && ::fsync(fd_.get()) != 0 && !cannot_be_synced(errno))
      error_number_ = errno;
  }
  if (const std::optional<Error> failed = error()) return *failed;
  return {};
}

}  // namespace halfturn::cli

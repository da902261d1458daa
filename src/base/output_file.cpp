#include "base/output_file.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "base/output_target.h"
#include "base/sync.h"
#include "base/system_error.h"

namespace halfturn {

namespace {

constexpr std::size_t kWriteFrom = 1 << 16;  // bytes; fewer wait for more
constexpr int kRoomMilliseconds = 100;

/// The same error without the advice to choose another folder for tables: this is not that folder.
Error about_output(Error error) {
  error.remedy = Remedy::none;
  return error;
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::filesystem::path& name, const std::stop_token& stop,
                                    IfBusy if_busy) {
  Result<OutputTarget> target = find_output(name, stop);
  if (!target) return target.error();
  OutputFile output(name, stop);
  if (target->stream.valid()) {
    output.stream_ = std::move(target->stream);
    return output;
  }
  std::error_code none;
  if (const std::filesystem::path folder = target->path.parent_path();
      !folder.empty() && !std::filesystem::exists(folder, none)) {
    Error error = about_output(system_error("write", name, ENOENT));
    error.hint = "its folder must be there";
    return error;
  }
  output.would_replace_ = target->is_there;
  Result<PartialFile> file = if_busy == IfBusy::wait ? PartialFile::acquire(target->path, stop, [] {})
                                                     : PartialFile::acquire_now(target->path);
  if (!file) return about_output(file.error());
  output.file_.emplace(*std::move(file));
  return output;
}

Result<void> OutputFile::write_to_stream(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(stream_.get(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      if (stop_.stop_requested())
        return Error{
            .kind = ErrorKind::stopped, .message = "stopped while writing " + name_.string(), .hint = {}};
      pollfd ready{.fd = stream_.get(), .events = POLLOUT, .revents = 0};
      ::poll(&ready, 1, kRoomMilliseconds);
    } else if (errno != EINTR) {
      return about_output(system_error("write", name_, errno));
    }
  }
  return {};
}

Result<void> OutputFile::write_out() {
  const std::string text = std::exchange(waiting_, {});
  if (!file_) return write_to_stream(text);
  if (Result<void> written = file_->write_at(written_, std::as_bytes(std::span(text))); !written)
    return about_output(written.error());
  written_ += text.size();
  return {};
}

Result<void> OutputFile::write(std::string_view text) {
  waiting_ += text;
  if (waiting_.size() < kWriteFrom) return {};
  return write_out();
}

Result<void> OutputFile::finish(bool replace) {
  if (Result<void> written = write_out(); !written) return written;
  const Result<void> done = !file_    ? sync_file(stream_, name_)
                            : replace ? file_->commit()
                                      : file_->commit_if_new();
  if (!done) return about_output(done.error());
  return {};
}

Result<void> OutputFile::commit() {
  return finish(true);
}

Result<void> OutputFile::commit_if_new() {
  return finish(false);
}

Result<void> write_file(const std::filesystem::path& name, std::string_view bytes,
                        const std::stop_token& stop) {
  Result<OutputFile> file = OutputFile::open(name, stop, OutputFile::IfBusy::wait);
  if (!file) return file.error();
  if (Result<void> written = file->write(bytes); !written) return written;
  return file->commit();
}

}  // namespace halfturn

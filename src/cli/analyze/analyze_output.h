#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What to do with a file that is there already.
enum class IfThere { refuse, replace, resume };

/// Where rows go: stdout, or a file of which no byte is lost that was once written.
///
/// What is appended is written within a second, by a thread of its own where nobody else does. Any thread may
/// append, one at a time. While it lives, no other process of this program writes to the same file.
class RowOutput {
 public:
  /// Opens the file, or stdout for an empty path; changes nothing in it yet. A file that is made here and
  /// never begun goes away again. Errors: bad_input where it is there and must not be, or is not a regular
  /// file and should be resumed; machine.
  static Result<std::unique_ptr<RowOutput>> open(const std::string& path, IfThere if_there);
  ~RowOutput();
  RowOutput(const RowOutput&) = delete;
  RowOutput& operator=(const RowOutput&) = delete;

  bool is_file() const { return !path_.empty(); }
  const std::string& name() const { return name_; }
  /// For reading what is there, from the first byte on, before begin().
  int fd() const { return fd_.get(); }

  /// Cuts off what stands behind the first `keep` bytes; rows will follow those.
  Result<void> begin(std::uint64_t keep);
  bool has_begun() const { return begun_; }

  /// Returns false once something could not be written.
  bool append(std::string_view text);
  std::optional<Error> error();  ///< what could not be written, and why

  /// Writes what is left, and for a file waits until the disk has it. Nothing may be appended after it.
  Result<void> finish();

 private:
  RowOutput(std::string path, FileDescriptor file, bool made);
  void write_out();  // with the lock held
  void write_regularly(const std::stop_token& stop);

  std::string path_;
  std::string name_;
  FileDescriptor fd_;  // for stdout a copy
  bool made_ = false;
  bool begun_ = false;
  std::mutex mutex_;
  std::condition_variable_any waking_;
  std::string waiting_;  // appended, not yet written
  int error_number_ = 0;
  std::jthread writer_;
};

}  // namespace halfturn::cli

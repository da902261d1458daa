#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What to do if the output file exists.
enum class IfThere { refuse, replace, resume };

/// The error for a file that IfThere::refuse protects.
Error is_there_already(const std::string& path);

/// Where rows go: stdout or a file.
///
/// Unlike other files that the program writes (OutputFile), this one appears row by row under its own name,
/// so that a run that was stopped can be resumed. Symbolic links are followed; a pipe, a device or
/// /dev/stdout is written into as it is.
///
/// Appended text is written within a second; after begin(), a thread of its own sees to that. append() may be
/// called from any thread. A regular file is locked, so that no other process of this program writes to it.
class RowOutput {
 public:
  /// Opens the file, or stdout for an empty path, without changing it yet. A file created here is removed
  /// again if begin() is never called. Errors: bad_input if a regular file exists and must not, if it is to
  /// be resumed but is not a regular file, or is being written by another process; machine.
  static Result<std::unique_ptr<RowOutput>> open(const std::string& path, IfThere if_there,
                                                 const std::stop_token& stop = {});
  ~RowOutput();
  RowOutput(const RowOutput&) = delete;
  RowOutput& operator=(const RowOutput&) = delete;

  bool is_file() const { return !path_.empty(); }
  const std::string& name() const { return name_; }
  /// For reading what the file holds, from its first byte, before begin().
  int fd() const { return fd_.get(); }

  /// Cuts a regular file down to its first `keep` bytes; rows are appended to those.
  Result<void> begin(std::uint64_t keep);
  bool has_begun() const { return begun_; }

  /// Returns false once a write has failed.
  bool append(std::string_view text);
  void flush();                  ///< writes what is waiting at once
  std::optional<Error> error();  ///< of the first write that failed

  /// Writes what is left and syncs a file to disk. Nothing may be appended afterwards.
  Result<void> finish();

 private:
  RowOutput(std::string name, std::filesystem::path path, FileDescriptor file, bool made,
            std::stop_token stop);
  void write_out();  // with the lock held
  void write_regularly(const std::stop_token& stop);

  std::string name_;            // as it was given, for messages
  std::filesystem::path path_;  // the file that it stands for; empty for stdout
  FileDescriptor fd_;           // a duplicate for stdout
  bool made_ = false;           // whether there was no such file before
  std::stop_token stop_;        // ends waiting for the reader of a pipe
  bool begun_ = false;
  std::mutex mutex_;
  std::condition_variable_any waking_;
  std::string waiting_;  // appended, not yet written
  int error_number_ = 0;
  std::jthread writer_;
};

}  // namespace halfturn::cli

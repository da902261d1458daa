#pragma once

#include <cstdint>
#include <filesystem>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// The sign that a process of a campaign lives: a file of its own, FOLDER/ID.lock, that it keeps locked.
///
/// The system releases the lock when its holder ends, however that comes about, so neither clocks nor process
/// numbers matter. A child that is forked without exec holds it too.
class RunnerLock {
 public:
  /// Makes the folder where it is missing, and the file, and locks it.
  static Result<RunnerLock> take(const std::filesystem::path& folder, std::int64_t id);

  /// Whether the holder of a lock lives. No file: no holder. What cannot be found out counts as living, for
  /// nothing may be done twice.
  static bool held(const std::filesystem::path& folder, std::int64_t id);

  static std::filesystem::path path_of(const std::filesystem::path& folder, std::int64_t id);

  RunnerLock(RunnerLock&&) noexcept = default;
  RunnerLock& operator=(RunnerLock&&) = delete;
  ~RunnerLock();

 private:
  RunnerLock(FileDescriptor file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}

  FileDescriptor file_;
  std::filesystem::path path_;
};

}  // namespace halfturn

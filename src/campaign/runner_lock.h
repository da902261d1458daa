#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// Shows that a process of a campaign lives: a file of its own, FOLDER/ID.lock, that it keeps locked.
///
/// The system releases the lock however its holder ends, so neither clocks nor process numbers matter. A
/// child that is forked without exec holds it too.
class RunnerLock {
 public:
  /// Makes the folder, if it is missing, and the file, and locks the file.
  static Result<RunnerLock> take(const std::filesystem::path& folder, std::int64_t id);

  /// Whether the holder of a lock lives. No file: no holder. If it cannot be found out, it counts as living,
  /// because no coset may be worked on twice.
  static bool held(const std::filesystem::path& folder, std::int64_t id);

  /// The numbers of all lock files in a folder, held or not.
  static std::vector<std::int64_t> all_in(const std::filesystem::path& folder);

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

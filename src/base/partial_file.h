#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// A file on its way to its final name.
///
/// Written as FINAL.partial and locked meanwhile, so that a second writer of the same file, in this process
/// or another, waits for the first (without file locks, each process writes its own file and the last wins).
/// The lock ends with its holder: the next writer takes over what a killed process left behind. The
/// destructor removes the partial file unless it was committed.
class PartialFile {
 public:
  /// Waits for the lock; calls `waiting` from time to time meanwhile.
  static Result<PartialFile> acquire(const std::filesystem::path& final_path, const std::stop_token& stop,
                                     const std::function<void()>& waiting);

  PartialFile(PartialFile&& other) noexcept;
  PartialFile& operator=(PartialFile&&) = delete;
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  /// Whether another writer held the lock before, and so may have made the file.
  bool waited() const { return waited_; }

  /// Reserves the space on disk, if it can, so that a full disk is noticed before the work rather than after.
  Result<void> reserve(std::uint64_t bytes);
  Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Syncs the file to disk and gives it its final name.
  Result<void> commit();

  int descriptor() const { return file_.get(); }  ///< of the open file, also after commit()

 private:
  PartialFile(FileDescriptor file, std::filesystem::path partial, std::filesystem::path final_path,
              bool waited);

  FileDescriptor file_;
  std::filesystem::path partial_path_;
  std::filesystem::path final_path_;
  bool waited_ = false;
  bool pending_ = true;  // whether the partial file exists and is ours to remove
};

}  // namespace halfturn

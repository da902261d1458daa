#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// A file on its way to its final name.
///
/// Written as FINAL.partial and locked meanwhile, so that a second writer of the same file, in this process
/// or another, knows of the first (without file locks, each process writes its own file and the last wins).
/// The lock ends with its holder: the next writer removes what a killed process left behind and begins anew.
/// Nothing is ever written into a file that was there before, because it may have other names or another
/// owner. The destructor removes the partial file unless it was committed.
///
/// Only a regular file is replaced, or a symbolic link (not what it points to). A pipe, device, socket or
/// folder of the final name is an error.
class PartialFile {
 public:
  /// Waits for the lock; calls `waiting` from time to time meanwhile.
  static Result<PartialFile> acquire(const std::filesystem::path& final_path, const std::stop_token& stop,
                                     const std::function<void()>& waiting);
  /// Does not wait: an Error (bad_input) if another writer is at work.
  static Result<PartialFile> acquire_now(const std::filesystem::path& final_path);

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
  /// Syncs the file to disk and gives it its final name, in place of a file of that name.
  Result<void> commit();
  /// The same, but an Error (bad_input) if something of that name has appeared meanwhile.
  Result<void> commit_if_new();

  int descriptor() const { return file_.get(); }  ///< of the open file, also after commit()

 private:
  PartialFile(FileDescriptor file, std::filesystem::path partial, std::filesystem::path final_path);
  static std::optional<Result<PartialFile>> try_to_acquire(const std::filesystem::path& final_path);
  Result<void> commit(bool replace);

  FileDescriptor file_;
  std::filesystem::path partial_path_;
  std::filesystem::path final_path_;
  bool waited_ = false;
  bool pending_ = true;  // whether the partial file exists and is ours to remove
};

}  // namespace halfturn

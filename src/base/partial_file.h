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
/// Written as FINAL.partial and locked while it is, so that a second writer of the same file, in this process
/// or another, waits for the first. The lock goes with its holder: what a killed process left behind is taken
/// over by the next. Unless committed, the partial file is removed by the destructor.
class PartialFile {
 public:
  /// Waits for the lock; `waiting` is called every now and then meanwhile.
  static Result<PartialFile> acquire(const std::filesystem::path& final_path, const std::stop_token& stop,
                                     const std::function<void()>& waiting);

  PartialFile(PartialFile&& other) noexcept;
  PartialFile& operator=(PartialFile&&) = delete;
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  /// Whether somebody else held the lock first, and so may have made the file.
  bool waited() const { return waited_; }

  /// Takes the room on disk now, so that a full disk is found out before the work rather than after.
  Result<void> reserve(std::uint64_t bytes);
  Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Brings everything to the disk and gives the file its final name.
  Result<void> commit();

 private:
  PartialFile(FileDescriptor file, std::filesystem::path partial, std::filesystem::path final_path,
              bool waited);

  FileDescriptor file_;
  std::filesystem::path partial_path_;
  std::filesystem::path final_path_;
  bool waited_ = false;
  bool pending_ = true;  // whether the partial file is there and ours to remove
};

}  // namespace halfturn

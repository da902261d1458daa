#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

/// The memory of table files whose whole content has been compared with its checksum.
///
/// A table that is opened for a few reads cannot be read through first, and one that is copied to memory can
/// be checked in parallel only by blocks. So a file that was built or read through once is written down, in
/// FOLDER/.verified/NAME: what tells it from any other file, and the checksums of its blocks. Nothing else
/// rests on these records: without them, the content is read through again.
namespace halfturn {

/// Tells a file from others, and from itself after any change: a write sets the last time, and no program can
/// set that back. Not the device's number, which differs between the machines that share a folder.
struct FileIdentity {
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds, as `changed`
  std::int64_t changed = 0;   ///< of content, name, owner or permissions

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(const struct stat& info);
/// None if the system does not tell.
std::optional<FileIdentity> identity_of(int fd);

/// What a checksum of a block covers: little enough to stay in the second-level cache between the copy and
/// the checksum. The last block of a table may be shorter.
inline constexpr std::size_t kBlockBytes = std::size_t{512} << 10;

inline std::size_t block_count(std::size_t content_bytes) {
  return (content_bytes + kBlockBytes - 1) / kBlockBytes;
}

/// A file that was found to hold what its header says.
struct VerifiedFile {
  FileIdentity file;
  std::uint64_t content_hash = 0;
  std::vector<std::uint64_t> block_hashes;
};

/// The record of the file at `table`, if there is one for this very file as it is now, with this checksum and
/// so many blocks.
std::optional<VerifiedFile> recall_verified(const std::filesystem::path& table, const FileIdentity& file,
                                            std::uint64_t content_hash, std::size_t blocks);

/// Writes a record if it can; without one, the next opening verifies again.
void remember_verified(const std::filesystem::path& table, const VerifiedFile& verified,
                       const std::stop_token& stop);

void forget_verified(const std::filesystem::path& table);

}  // namespace halfturn

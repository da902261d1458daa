#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/pages.h"
#include "table/table_file.h"

/// The content of a table's file, compared with its checksum before anybody uses it.
namespace halfturn {

/// Reads the whole content and compares it with the checksum in the header; then remembers the file as
/// verified, or no longer. Errors: damaged, machine, stopped.
Result<void> verify_content(const TableKind& kind, const std::filesystem::path& path, const FoundFile& found,
                            const Run& run);

/// Makes sure that the content was verified, since it was last written; reads it only if that is not known.
Result<void> ensure_verified(const TableKind& kind, const std::filesystem::path& path, const FoundFile& found,
                             const Run& run);

/// Copies the content to memory, on all processors, and compares what was copied with the checksum.
Result<base::PageBuffer> copy_content(const TableKind& kind, const std::filesystem::path& path,
                                      const FoundFile& found, const Run& run);

/// The checksums of a content's blocks.
std::vector<std::uint64_t> block_hashes_of(std::span<const std::byte> content, const Run& run);

Error no_memory_for(const TableKind& kind);

}  // namespace halfturn

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/file_descriptor.h"
#include "halfturn/table_store.h"
#include "table/file_header.h"
#include "table/verified.h"

namespace halfturn {

/// A table's file as it was found: open, measured, its header judged.
struct FoundFile {
  FileDescriptor file;
  FileIdentity identity;
  HeaderVerdict verdict;
};

/// Opens the file and judges its header. An Error only if the file is missing, not regular or unreadable.
Result<FoundFile> find_table_file(const TableKind& kind, const std::filesystem::path& path);

/// The same, but an Error if the state is not ready.
Result<FoundFile> find_ready_table_file(const TableKind& kind, const std::filesystem::path& path);

/// Why a file cannot be used, and what to do.
Error table_file_error(const TableKind& kind, const std::filesystem::path& path, TableState state,
                       const char* reason);

/// Reads exactly `into.size()` bytes. On failure returns false and sets errno (0: the file ended).
bool read_at(const FileDescriptor& file, std::uint64_t offset, std::span<std::byte> into);

}  // namespace halfturn

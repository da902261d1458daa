#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stop_token>

#include "base/file_descriptor.h"

/// Small files beside tables that spare work and can always be done without: where one cannot be read or
/// written, the work is done again.
namespace halfturn {

/// Not valid if there is none.
FileDescriptor open_record(const std::filesystem::path& path);

/// Fills `bytes` from the beginning of a regular file of just that length. Returns whether it could.
bool read_record(const FileDescriptor& record, std::span<std::byte> bytes);

/// Makes the folder too, but not the one that it lies in. Returns whether it could. Waits while another
/// process writes the same record.
bool write_record(const std::filesystem::path& path, std::span<const std::byte> bytes,
                  const std::stop_token& stop);

}  // namespace halfturn

#pragma once

#include <filesystem>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

/// Bringing files to the disk, so that a power cut does not take them.
namespace halfturn {

/// Syncs the content of an open file. No error where there is nothing to sync, as with a pipe or a device.
/// `name`: for the message.
Result<void> sync_file(const FileDescriptor& file, const std::filesystem::path& name);

/// Syncs the folder that a file stands in: without that, a new name may be lost although the content is
/// there. No error where the folder may not be read or cannot be synced; the file is complete all the same.
Result<void> sync_folder_of(const std::filesystem::path& file);

}  // namespace halfturn
